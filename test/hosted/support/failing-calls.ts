import type { Page } from 'playwright-core';
import { type Network, networkOf } from './failing-network.ts';
import { PATIENCE_MS } from './person.ts';

/** Of the page's own person, which `/me` gives. */
const OWN_STATUS = 'Active';
const TITLE = 'Something went wrong on our side';
const RETRY = 'Try again';
const FIGURE = /€|^\d[\d,]*\+?$|^\d+ (payment|order|event|exception|result)s?\b/;

/** What the dashboard asks for once: who the person is, and for staff the names of merchants. */
const ONCE = ['GET /me?language=en', 'POST /finance/accounts/search {}'];

interface Visit {
  page: Page;
  /** Comes to the page from another one of the dashboard. */
  go(): Promise<void>;
  /** Resolves when the page is there. */
  ready(): Promise<void>;
  /** What has to be done before the page calls anything for what it shows. */
  act?: (() => Promise<void>) | undefined;
  /** Which of its calls fails. */
  at: number;
  /** Whether all of its calls fail too, and it is tried again. */
  isRecovering: boolean;
}

/**
 * Comes to a page with all of its calls silent, and with one of them failing. Answers what is wrong: a figure or a word
 * that all is well for what was not received, a failure that is not shown or cannot be tried again, a retry that does
 * not bring everything back.
 */
export async function faultsOf(visit: Visit): Promise<string[]> {
  const { page, go, ready, act, at, isRecovering } = visit;
  const isOwn = (call: string) => !ONCE.includes(call);
  const network = await networkOf(page);
  const come = async () => {
    await go();
    if (!act) return;
    await ready();
    void act().catch(() => undefined);
  };
  const wrong: string[] = [];
  const judge = async (what: string, of: (view: View) => string[]) =>
    wrong.push(...(await wrongOf(page, of)).map((each) => `${what}: ${each}`));
  try {
    await go();
    await ready();
    await act?.();
    await network.settled();
    const calls = network.reads().filter(isOwn);
    if (calls.length === 0) throw new Error('the page made no call for what it shows');
    const wanted = figuresOf((await viewOf(page))?.lines ?? []);

    network.fail(isOwn, 'silence');
    await come();
    await network.settled();
    await judge('all silent', claims);
    if (isRecovering) {
      network.fail(isOwn);
      await judge('all failing', (view) => [...claims(view), ...unsaid(view)]);
      await recovers(page, network);
      await judge('after all failed', (view) => unlike(view, wanted));
    }

    const call = calls[at % calls.length];
    network.fail((each) => each === call);
    await come();
    await judge(`${call} failing`, (view) => [...unsaid(view), ...ofFailed(view)]);
    if (!isRecovering) return wrong;
    await recovers(page, network);
    await judge(`after ${call} failed`, (view) => unlike(view, wanted));
    return wrong;
  } finally {
    network.fail(() => false);
    await network.end();
  }
}

/** All is well again, and it is tried again wherever the page offers it, with the keyboard: what is drawn may move. */
async function recovers(page: Page, network: Network): Promise<void> {
  network.fail(() => false);
  const retries = page.getByRole('main').getByRole('button', { name: RETRY }).filter({ visible: true });
  await retries.first().press('Enter');
  await network.settled();
  while ((await retries.count()) > 0) {
    await retries.first().press('Enter');
    await network.settled();
  }
}

/** Figures, and words that all is well, though nothing was received. */
function claims({ lines, asked, empty }: View): string[] {
  // What a search searched for is the person's own, and may hold an amount.
  const own = new Set(asked);
  const figures = lines.filter((line) => FIGURE.test(line) && !own.has(line));
  return [...figures, ...empty.filter((line) => line !== OWN_STATUS)];
}

function unsaid({ text, retries, failed }: View): string[] {
  return [
    ...(text.includes(TITLE) ? [] : ['the failure is not shown']),
    ...(retries === 0 ? ['no retry'] : []),
    ...(failed.length === 0 ? ['no part of the page is marked as failed'] : []),
  ];
}

function ofFailed({ failed, emptyOfFailed }: View): string[] {
  const figures = failed.filter((line) => /\d/.test(line));
  return [...figures, ...emptyOfFailed].map((line) => `in the part that failed: "${line}"`);
}

function unlike({ lines, retries }: View, wanted: string): string[] {
  const now = figuresOf(lines);
  return [...(retries > 0 ? ['still failed'] : []), ...(now === wanted ? [] : [`${now}, and not ${wanted}`])];
}

const figuresOf = (lines: readonly string[]) =>
  lines
    .filter((line) => FIGURE.test(line))
    .toSorted()
    .join(' ');

/** What a person sees of the page, the frame around it aside. */
interface View {
  text: string;
  lines: string[];
  /** Below the title: what a search searched for. */
  asked: string[];
  /** The parts that say that they failed. */
  failed: string[];
  empty: string[];
  emptyOfFailed: string[];
  retries: number;
}

// In the browser. Text as it is rendered, which leaves out what is hidden; a count beside a title is a line of its own.
const VIEW = `(() => {
  const main = document.querySelector('main');
  if (!main) return null;
  const empty = '[data-state="empty"], [class*="awsui_status-success"]';
  const seen = (selector) => [...main.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const split = (text) => text.replace(/\\((\\d[\\d,]*\\+?)\\)/g, '\\n$1\\n').split('\\n').map((line) => line.trim()).filter(Boolean);
  const lines = (selector) => seen(selector).flatMap((each) => split(each.innerText));
  return {
    text: main.innerText,
    lines: split(main.innerText),
    asked: lines('.page-heading'),
    failed: lines('[data-state="failed"]'),
    empty: lines(empty),
    emptyOfFailed: seen('[data-state="failed"]')
      .flatMap((part) => [...part.querySelectorAll(empty)].map((each) => each.innerText)),
    retries: seen('button').filter((each) => each.innerText === '${RETRY}').length,
  };
})()`;

/** A page that is still opening has no context to evaluate in. */
const viewOf = (page: Page) => page.evaluate(VIEW).catch(() => null) as Promise<View | null>;

/** What is wrong of the page; empty as soon as nothing is, and at the latest after a while what is wrong then. */
async function wrongOf(page: Page, judge: (view: View) => string[]): Promise<string[]> {
  for (const until = Date.now() + PATIENCE_MS / 2; ; ) {
    const view = await viewOf(page);
    const wrong = view ? judge(view) : ['there is no page'];
    if (wrong.length === 0 || Date.now() > until) return wrong;
    await page.waitForTimeout(50);
  }
}
