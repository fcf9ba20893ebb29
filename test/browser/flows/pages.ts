import type { Browser, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Language } from '../../../dashboard/src/i18n/languages.ts';
import { payOnce } from '../../support/hosted-service.ts';
import { axe, CONTENT } from '../support/axe.ts';
import { test } from '../support/browser-test.ts';
import { faultsOf, MADE_ONCE } from '../support/failing-calls.ts';
import { EMAILS, EMPTY_PAGES, PAGES, pathOf, type Shown, type SignedIn } from '../support/page-table.ts';
import { HEIGHTS, type Person, SIGN_UP } from '../support/person.ts';
import { shot } from '../support/shot.ts';
import type { Story } from '../support/story.ts';

interface Variant {
  width: 1280 | 390;
  dark: boolean;
  language: Language;
}

/** Alternating by page: each page is opened in both widths, themes and languages, their pairs on every second page. */
const VARIANTS: readonly [english: Variant, portuguese: Variant][] = [
  [
    { width: 1280, dark: false, language: 'en' },
    { width: 390, dark: true, language: 'pt' },
  ],
  [
    { width: 390, dark: false, language: 'en' },
    { width: 1280, dark: true, language: 'pt' },
  ],
];

/** Of the window's area times the distance; web.dev calls up to 0.1 good. */
const MAX_SHIFT = 0.05;

/** Each page once; those that call nothing for what they show aside. */
const CALLING = PAGES.filter(
  ({ name, who, isState, isWindow }) =>
    who !== 'nobody' && !isState && !isWindow && !['signature', 'not-found'].includes(name),
);

const ROLES = ['merchant', 'finance', 'operator', 'newcomer', 'nobody'] as const;

/** Nothing is changed: one person of each role goes from page to page, beside the others. */
export function pageFlows(): void {
  // Each in a hook of its own, so that no test waits for what serves them all.
  test.beforeAll(({ world: _world }) => undefined);
  test.beforeAll(({ world }) => payOnce(world));
  test.beforeAll(({ story: _story }) => undefined);
  test.beforeAll(({ browser: _browser }) => undefined);
  test.beforeAll(async ({ world, browser }) => openedOnce(browser, world.dashboardUrl));
  for (const email of Object.values(EMAILS)) test.beforeAll(async ({ seats }) => void (await seats.person(email)));
  describe.for(ROLES)('%s', { concurrent: true }, (role) => {
    const ofRole = ({ who }: Shown) => who === role;
    viewFlows(PAGES.filter(ofRole));
    // Last those that are loaded anew for each failure: what is loaded once then stays failed.
    const isLast = ({ isCached }: Shown) => Number(isCached === true);
    failingFlows([...CALLING, ...EMPTY_PAGES].filter(ofRole).sort((a, b) => isLast(a) - isLast(b)));
  });
}

/** The first page of a browser takes longest. */
async function openedOnce(browser: Browser, dashboardUrl: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(dashboardUrl);
  await page.getByRole('button', { name: SIGN_UP }).waitFor();
  await page.close();
}

/** One after the other. */
const IN_TURN = { concurrent: false };

function viewFlows(pages: readonly Shown[]): void {
  const name = '$name has no accessibility or layout fault in any language, appearance and width';
  test.for(pages)(name, IN_TURN, async (shown, { story, seat, person }) => {
    const visitor = shown.who === 'nobody' ? await person() : await seat(EMAILS[shown.who]);
    const { page } = visitor;
    const [english, portuguese] = VARIANTS[PAGES.indexOf(shown) % 2] as (typeof VARIANTS)[number];
    await page.evaluate('globalThis.layoutShift = 0');
    await enter(visitor, shown, story);
    await shown.act?.(page);
    const shift = (await page.evaluate('globalThis.layoutShift')) as number;
    const found = await scan(page, shown.name, english);
    if (shift > MAX_SHIFT) found.push(`the page shifts by ${shift.toFixed(3)} while it loads`);
    if (shown.isWindow) await closeWindow(page);
    await toLanguage(page, shown, 'pt');
    found.push(...(await clipped(page, 'pt')));
    if (shown.isWindow) await shown.act?.(page);
    // The frame is the same around all pages of a role.
    const isFrameKnown = pages.indexOf(shown) > 1;
    found.push(...(await scan(page, shown.name, portuguese, isFrameKnown ? CONTENT : undefined)));
    expect(found).toEqual([]);
    if (shown.isWindow) await closeWindow(page);
    if (shown.who !== 'nobody') await toLanguage(page, shown, 'en');
  });
}

function failingFlows(pages: readonly Shown[]): void {
  const name = '$name shows no figure and no empty state for a failed call';
  test.for(pages)(name, IN_TURN, async (shown, { story, seat }) => {
    const visitor = await seat(EMAILS[shown.who as SignedIn]);
    const { page, expectProblem } = visitor;
    expectProblem(/^(500|404) |^net::ERR_INTERNET_DISCONNECTED/);
    const path = pathOf(shown, story);
    const { act } = shown;
    const visit = {
      page,
      load: () => visitor.open(path),
      go: () => (shown.isCached ? visitor.open(path) : visitor.go(path)),
      ready: () => page.getByText(shown.ready).first().waitFor(),
      act: act && (() => act(page)),
    };
    expect(await faultsOf(visit, callsMadeOnce(shown))).toEqual([]);
  });
}

/**
 * Without the person nothing is known, before every page alike: once for each role. Empty pages have no names to show.
 */
function callsMadeOnce(shown: Shown): readonly string[] {
  const isFirst = CALLING.find(({ who }) => who === shown.who) === shown;
  const isStaff = shown.who === 'finance' || shown.who === 'operator';
  const hasNames = isStaff && CALLING.includes(shown) && !['accounts', 'home-finance'].includes(shown.name);
  return MADE_ONCE.filter((call) => (call === 'GET /me' ? isFirst : hasNames));
}

/** At a desk, in English. */
async function enter({ page, open, go }: Person, shown: Shown, story: Story): Promise<void> {
  await (shown.name === 'not-found' ? open : go)(pathOf(shown, story));
  await page.getByText(shown.ready).first().waitFor();
}

/** By the menu of languages, and the page retains its state; without one it is what was chosen before that counts. */
async function toLanguage(page: Page, { who }: Shown, language: Language): Promise<void> {
  await page.setViewportSize({ width: 1280, height: HEIGHTS[1280] });
  if (who === 'nobody') {
    await page.evaluate(`localStorage.setItem('dashboard.language', '${language}')`);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  } else {
    const item = page.getByRole('menuitemcheckbox', { name: language === 'pt' ? 'Português' : 'English' });
    // A page that is still adapting to its width closes the menu again.
    const isChosen = () =>
      item.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    do {
      if (!(await item.isVisible())) await page.getByRole('button', { name: /^(EN|PT)\b/ }).click();
    } while (!(await isChosen()));
  }
  await page.locator(`html[lang|="${language}"]`).waitFor();
}

async function closeWindow(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').filter({ visible: true }).waitFor({ state: 'hidden' });
}

/** Tables that are wider than their container. */
const CLIPPED_TABLES = `[...document.querySelectorAll('main table')]
  .filter((table) => table.checkVisibility() && table.parentElement.scrollWidth > table.parentElement.clientWidth + 1)
  .map((table) => table.getAttribute('aria-label') + ' ' + table.parentElement.scrollWidth)`;

/** Answers what is wrong with what is shown. */
async function scan(page: Page, name: string, { width, dark, language }: Variant, within?: string): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.locator(dark ? 'body.awsui-dark-mode' : 'body:not(.awsui-dark-mode)').waitFor();
  // One screenshot for reviewers: on a desktop, in either language and appearance.
  if (width === 1280) await shot(page, `${name}-${width}-${language}${dark ? '-dark' : ''}`);
  const wrong = await axe(page, within);
  // In texts, titles, tooltips and the names that a screen reader says.
  if ((await page.content()).includes('\u202E')) wrong.push('a text has an unseen character');
  const sheet = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  if (sheet > width) wrong.push(`the page is ${sheet} wide and scrolls sideways`);
  wrong.push(...(await clipped(page, language)));
  return wrong.map((what) => `${width} ${dark ? 'dark' : 'light'} ${language}: ${what}`);
}

async function clipped(page: Page, language: Language): Promise<string[]> {
  const tables = (await page.evaluate(CLIPPED_TABLES)) as string[];
  return tables.map((table) => `the table ${table} scrolls sideways in ${language}`);
}
