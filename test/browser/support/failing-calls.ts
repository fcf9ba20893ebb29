import type { Locator, Page } from 'playwright-core';
import { isRead } from '../../../dashboard/src/api/request.ts';
import { errorText } from '../../../dashboard/src/components/error-text.ts';
import { catalogue } from '../../../dashboard/src/i18n/en/catalogue.ts';
import { eventually } from '../../support/eventually.ts';
import { type Call, type Fault, type Network, networkOf, routeOf } from './failing-network.ts';
import { PATIENCE_MS } from './person.ts';

/** Of the page's own person, which `/me` gives. */
const OWN_STATUS = 'Active';

/** At first, and when it is tried again; what is not found is final, and cannot be tried again. */
const RUNS: readonly (readonly Fault[])[] = [[500, 'network'], ['network', 404], [404]];
const FAULTS: readonly Fault[] = [500, 404, 'network'];
const RETRY = catalogue.common.retry;
const MARKED_EMPTY = '[data-state="empty"], [class*="awsui_status-success"]';

/** Shown where a name, a date or a further run is not known yet. */
const PLACEHOLDERS = ['Transaction', 'Account', '–', 'Compare', 'Set-up'];
const COUNT = /\((\d[\d,]*\+?)\)/g;
const FIGURE = /€|^\d[\d,]*\+?$|^\d+ (payment|order|event|exception|result)s?\b/;

/** What the dashboard asks for once: who the person is, and for staff the names of merchants. */
export const MADE_ONCE = ['GET /me', 'POST /accounts/search {}'] as const;
const [ME, NAMES] = MADE_ONCE;
const isOwn = (call: Call) => call !== ME && call !== NAMES;

/** What one page showed when all was well, and which calls it made for that. */
interface Healthy {
  lines: string[];
  calls: readonly Call[];
}

export interface Visit {
  page: Page;
  /** Loads the dashboard anew, with this page. */
  load(): Promise<void>;
  /** Comes to the page from another one of the dashboard. */
  go(): Promise<void>;
  /** Brings it into the state that is meant; resolves when that is there. */
  act: (() => Promise<void>) | undefined;
  /** Resolves when the page is there. */
  ready(): Promise<void>;
}

/**
 * Comes to a page, then once more for each of its calls with that call failing (`RUNS`, in turn), and once with all of
 * them failing. Answers what is wrong: a failure that is not shown, or cannot be retried though it is not final, or can
 * though it is, a line that was not there when all was well, a figure or an empty state in the part that failed, a
 * retry that does not bring everything back; after the first call that has such a fault, no other one is tried. The calls
 * are those that the page was seen to make, and `once`, which fail while the dashboard is loaded anew.
 */
export async function faultsOf(visit: Visit, once: readonly Call[]): Promise<string[]> {
  const { page } = visit;
  const network = await networkOf(page);
  try {
    const { opened, acted } = await healthyOf(visit, network);
    const wrong: string[] = [];
    if (!acted.calls.some(isOwn)) throw new Error('the page made no call for what it shows');
    for (const [at, call] of [...acted.calls.filter(isOwn), ...once].entries()) {
      const isOfAct = acted.calls.includes(call) && !opened.calls.includes(call);
      // What is done on the page goes on once its call succeeds: it is not begun anew after a 404.
      const [faults = []] = isOfAct ? RUNS : RUNS.slice(at % RUNS.length);
      network.fail((made) => made === call, faults[0] ?? 500);
      const before = network.seen.length;
      const anew = () => (once.includes(call) ? visit.load() : visit.go());
      await anew();
      if (call === NAMES) {
        // A page asks for names when it has something to name.
        const isMade = () => network.seen.includes(call, before);
        await eventually(isMade, PATIENCE_MS).catch(() => wrong.push(`${call}: not made`));
      }
      if (isOfAct) await visit.ready();
      const acting = isOfAct ? visit.act?.().catch((error: Error) => error.message) : undefined;
      const found = await cell(page, isOfAct ? acted : opened, network, { call, faults, anew });
      wrong.push(...found.map((what) => `${call}: ${what}`));
      // It lasts while the call fails.
      const failed = await acting;
      if (failed !== undefined) wrong.push(`${call}: ${failed}`);
      // Whatever is wrong waits long to come right: several of it would outlast the test.
      if (wrong.length > 0) return wrong;
    }
    // Some calls are made only after the first answers.
    return opened.calls.some(isOwn) ? await allFailing(visit, opened, network) : [];
  } finally {
    await network.end();
  }
}

interface Failing {
  call: Call;
  faults: readonly Fault[];
  /** Comes to the page once more. */
  anew(): Promise<void>;
}

/** One call failing, then well, and where the page has a button for it, failing when it is asked for again. */
async function cell(page: Page, healthy: Healthy, network: Network, failing: Failing): Promise<string[]> {
  const { call, faults, anew } = failing;
  const wrong: string[] = [];
  const isCall = (each: Call) => each === call;
  for (const [at, fault] of faults.entries()) {
    network.fail(isCall, fault);
    if (at > 0) await retry(page);
    const found = await wrongOf(page, (view) => ofFault(view, healthy, fault));
    const made = network.seen.filter(isCall).length;
    wrong.push(...found.map((what) => `${fault}, made ${made} times: ${what}`));
    // Without a way to try again there is nothing more to see.
    if (fault !== 404 && (await retryOf(page).count()) === 0) return wrong;
  }
  const goOn = () => (faults.includes(404) ? anew() : retry(page));
  wrong.push(...(await healed(page, healthy, network, goOn)));
  const refresh = page.getByRole('main').getByRole('button', { name: 'Refresh' }).first();
  if (wrong.length > 0 || (await refresh.count()) === 0) return wrong;
  network.fail(isCall, 500);
  const before = network.seen.length;
  await refresh.click();
  await network.settled();
  if (!network.seen.slice(before).includes(call)) return [];
  wrong.push(...(await wrongOf(page, (view) => ofFault(view, healthy, 500))));
  if (wrong.length === 0) wrong.push(...(await healed(page, healthy, network, () => retry(page))));
  return wrong.map((what) => `refreshed, ${what}`);
}

/** With nothing received, be it not yet or not at all, there is no figure and no word that all is well. */
async function allFailing({ page, go }: Visit, { lines }: Healthy, network: Network): Promise<string[]> {
  const wrong: string[] = [];
  for (const how of ['silence', 500] as const) {
    network.fail((call) => call !== ME, how);
    if (how === 'silence') await go();
    await network.settled();
    const found = await wrongOf(page, (view) => {
      if (how === 500 && view.retries === 0) return ['no failure'];
      // The search text is the person's own, and may hold an amount.
      const text = newIn(view.lines, view.asked);
      const claims = view.empty.filter((line) => line !== OWN_STATUS);
      return [...text.filter((line) => FIGURE.test(line)), ...claims, ...(how === 500 ? newIn(text, lines) : [])];
    });
    wrong.push(...found.map((line) => `${how === 500 ? 'all failing' : 'all loading'}: "${line}"`));
  }
  return wrong;
}

/** What is wrong with how a fault is shown. */
function ofFault(view: View, healthy: Healthy, fault: Fault): string[] {
  if (!view.text.includes(titleOf(fault)))
    return [`the failure is not shown, but: ${view.failed.join(' | ') || view.text}`];
  const figures = view.failed.filter((line) => /\d/.test(line));
  return [
    ...(fault !== 404 && view.retries === 0 ? ['no retry'] : []),
    ...(fault === 404 && view.retries > 0 ? ['a retry of what is not found'] : []),
    ...(view.failed.length === 0 ? ['no part of the page is marked as failed'] : []),
    ...newIn(view.lines, healthy.lines).map((line) => `shows "${line}"`),
    ...figures.map((line) => `a figure in the part that failed: "${line}"`),
    ...view.emptyOfFailed.map((line) => `empty in the part that failed: "${line}"`),
  ];
}

/** What is wrong after trying again, or coming once more, with all well. */
async function healed(page: Page, { lines }: Healthy, network: Network, goOn: () => Promise<void>): Promise<string[]> {
  network.fail(() => false, 500);
  await goOn();
  const wanted = figuresOf(lines).join(' ');
  return wrongOf(page, (view) => {
    const now = figuresOf(view.lines).join(' ');
    return [
      ...(view.retries > 0 ? ['trying again: still failed'] : []),
      ...(now === wanted ? [] : [`trying again: ${now}, and not ${wanted}`]),
    ];
  });
}

/** What a person sees of the page, the frame around it aside. */
interface View {
  text: string;
  lines: string[];
  /** The search texts. */
  asked: string[];
  /** The parts that say that they failed. */
  failed: string[];
  empty: string[];
  emptyOfFailed: string[];
  retries: number;
}

// In the browser. Text as it is rendered, which leaves out what is hidden.
const VIEW = `(() => {
  const main = document.querySelector('main');
  if (!main) return null;
  const seen = (selector) => [...main.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const texts = (selector) => seen(selector).map((each) => each.innerText);
  const empty = ${JSON.stringify(MARKED_EMPTY)};
  return {
    text: main.innerText,
    asked: texts('search'),
    failed: texts('[data-state="failed"]'),
    empty: texts(empty),
    emptyOfFailed: seen('[data-state="failed"]')
      .flatMap((part) => [...part.querySelectorAll(empty)].map((each) => each.innerText)),
    retries: seen('button').filter((each) => each.innerText === ${JSON.stringify(RETRY)}).length,
  };
})()`;

async function viewOf(page: Page): Promise<View | null> {
  const view = (await page.evaluate(VIEW)) as Omit<View, 'lines'> | null;
  if (view === null) return null;
  const { text, asked, failed } = view;
  return { ...view, lines: splitLines(text), asked: asked.flatMap(splitLines), failed: failed.flatMap(splitLines) };
}

/** What is wrong of the page; empty as soon as nothing is, and at the latest after a while what is wrong then. */
async function wrongOf(page: Page, judge: (view: View) => string[]): Promise<string[]> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    // A page that is still opening has no context to evaluate in.
    const view = await viewOf(page).catch(() => null);
    const wrong = view ? judge(view) : ['there is no page'];
    if (wrong.length === 0 || Date.now() > until) return wrong;
    await page.waitForTimeout(50);
  }
}

/**
 * The page as it opens, and after what is done on it. What changes something is pressed again, and says itself how it
 * went.
 */
async function healthyOf(
  { page, go, ready, act }: Visit,
  network: Network,
): Promise<Record<'opened' | 'acted', Healthy>> {
  const now = async (): Promise<Healthy> => {
    await network.settled();
    const calls = [...new Set(network.seen)].filter((call) => isRead(routeOf(call)));
    return { calls, lines: await steadyLines(page) };
  };
  await go();
  await ready();
  const opened = await now();
  await act?.();
  const acted = act ? await now() : opened;
  await network.replay();
  return { opened, acted };
}

/** The lines of the page once they no longer change. */
async function steadyLines(page: Page): Promise<string[]> {
  const linesNow = async () => (await viewOf(page))?.lines ?? [];
  let before = await linesNow();
  for (const untilMs = Date.now() + PATIENCE_MS; ; ) {
    await page.waitForTimeout(STEADY_MS);
    await page.evaluate(DRAWN);
    const lines = await linesNow();
    if (lines.join('\n') === before.join('\n')) return lines;
    if (Date.now() > untilMs) throw new Error(`still changing: ${lines.join(' | ')}`);
    before = lines;
  }
}

const STEADY_MS = 150;
/** A chart draws its axes after the frame that gives it its size, which a busy machine shows late. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestIdleCallback(drawn)))';

/** With the keyboard: a failure that has just been drawn may still move away from under a pointer. */
async function retry(page: Page): Promise<void> {
  await retryOf(page).first().press('Enter');
}

function retryOf(page: Page): Locator {
  return page.locator('main').getByRole('button', { name: RETRY }).filter({ visible: true });
}

/** Line by line; the count beside a title is a line of its own. */
function splitLines(text: string): string[] {
  const lines = text.replace(COUNT, '\n$1\n').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Lines that were not there when all was well, but for what a failure says. */
function newIn(lines: readonly string[], before: readonly string[]): string[] {
  const left = [...before];
  const failureTexts = [...FAULTS.map(titleOf), RETRY, ...PLACEHOLDERS];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    const isReported = failureTexts.includes(line) || FAULTS.some((fault) => line.startsWith(whatOf(fault)));
    return at < 0 && !isReported && !/^(mer|tx)_\w+$/.test(line);
  });
}

/** Figures that do not change while they are shown. */
function figuresOf(lines: readonly string[]): string[] {
  return lines.filter((line) => FIGURE.test(line)).toSorted();
}

function titleOf(fault: Fault): string {
  return errorText({ status: fault, error: '' }, { catalogue, locale: 'en-GB' }).title;
}

function whatOf(fault: Fault): string {
  return errorText({ status: fault, error: '' }, { catalogue, locale: 'en-GB' }).what;
}
