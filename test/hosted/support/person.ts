import type { Browser, BrowserContext, Page } from 'playwright-core';
import { shellWords } from '../../../dashboard/src/app/words.ts';
import type { Language } from '../../../dashboard/src/i18n/languages.ts';
import { type Watch, watch } from './watch.ts';

export interface PersonOptions {
  /** CSS pixels: 1280 is a desk, 390 a phone. */
  width?: 1280 | 390;
  language?: Language;
  dark?: boolean;
}

/** Someone with a browser of their own: nothing stored by anybody before. */
export interface Person extends Pick<Watch, 'expectProblem'> {
  page: Page;
  context: BrowserContext;
  /** What went wrong behind the page so far, less what the test expects. */
  readonly problems: readonly string[];
  /** Loads a page of the dashboard; `path` is below `/dashboard`. */
  open(path: string): Promise<void>;
  /**
   * Goes to a page without loading the dashboard anew where it is there in English; nothing that the page before has
   * received is left but lists of transactions.
   */
  go(path: string): Promise<void>;
  /** Goes from a page of the dashboard to one that shows and calls nothing. */
  leave(): Promise<void>;
  /** Opens a page, and on the issuer's page chooses to be `email`; ends where the issuer sends the person back to. */
  signIn(email: string, path?: string): Promise<void>;
  /**
   * Stays signed in; all else is as for someone new: the window, what the browser stores, the network, the problems so
   * far.
   */
  reset(): Promise<void>;
  /** Forgets the problems so far. */
  forget(): void;
}

/** The three who are there from the start. */
export const DEMO = {
  merchant: 'merchant@demo.example',
  finance: 'finance@demo.example',
  operator: 'operator@demo.example',
} as const;

/** How long something may take to appear, on a loaded machine. */
export const PATIENCE_MS = 60_000;

export const HEIGHTS = { 1280: 900, 390: 844 } as const;

const NO_PAGE = new RegExp(shellWords.notFound.join('|'));

/** Adds up the layout shifts that no input of the person explains; `Cumulative Layout Shift` of web.dev. */
const COUNT_SHIFTS = `globalThis.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** `dashboardUrl` ends in `/dashboard/`. */
export async function newPerson(browser: Browser, dashboardUrl: string, options: PersonOptions = {}): Promise<Person> {
  const { width = 1280, language = 'en', dark = false } = options;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    hasTouch: width === 390,
    locale: language === 'pt' ? 'pt-PT' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    // Far from Lisbon, whose days and hours the dashboard shows in every time zone.
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(COUNT_SHIFTS);
  const page = await context.newPage();
  const seen = watch(page);
  const urlOf = (path: string): string => new URL(path.replace(/^\//, ''), dashboardUrl).href;
  const open = async (path: string): Promise<void> => {
    await page.goto(urlOf(path));
  };
  const push = (path: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(urlOf(path))})`);
  const leave = async () => {
    await push('/between-two-pages');
    await page.getByRole('heading', { level: 1, name: NO_PAGE }).waitFor();
  };
  return {
    page,
    context,
    get problems() {
      return seen.problems;
    },
    expectProblem: seen.expectProblem,
    open,
    leave,
    go: async (path) => {
      if ((await page.locator('html[lang|="en"] nav').count()) === 0) return open(path);
      await leave();
      await push(path);
      await page.getByRole('heading', { level: 1, name: NO_PAGE }).waitFor({ state: 'hidden' });
    },
    signIn: async (email, path = '/transactions') => {
      await open(path);
      await choose(page, email);
    },
    reset: async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.evaluate('localStorage.clear()');
      seen.reset();
    },
    forget: seen.reset,
  };
}

/** On the issuer's page: one of the seeded users by their button, anyone else by the form for new merchants. */
export async function choose(page: Page, email: string): Promise<void> {
  const form = page.getByRole('button', { name: 'Sign up as a new merchant' });
  await form.waitFor();
  const known = page.getByRole('button', { name: email });
  if ((await known.count()) > 0) await known.click();
  else {
    await page.getByLabel('E-mail').fill(email);
    await form.click();
  }
  await page.waitForURL(({ pathname }) => pathname.startsWith('/dashboard/') && pathname !== '/dashboard/callback');
}
