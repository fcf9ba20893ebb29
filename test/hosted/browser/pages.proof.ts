import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '../../../dashboard/src/i18n/languages.ts';
import { axe } from '../support/axe.ts';
import { test } from '../support/browser-test.ts';
import { emailOf, PAGES, pathOf, type Shown } from '../support/page-table.ts';
import { HEIGHTS, type Person } from '../support/person.ts';
import { shot } from '../support/shot.ts';
import type { Story } from '../support/story.ts';

interface Variant {
  width: 1280 | 390;
  dark: boolean;
  language: Language;
}

/** Each page in a pair of them, and in one of the pair with axe and a picture for reviewers: every fourth in each. */
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

const NAME = '$name has no accessibility or layout fault in either language, appearance and width';
test.for(PAGES)(NAME, async (shown, { story, seat, person }) => {
  const visitor = shown.who === 'nobody' ? await person() : await seat(emailOf(shown.who, story));
  const { page } = visitor;
  const at = PAGES.indexOf(shown);
  const [english, portuguese] = VARIANTS[at % 2] as (typeof VARIANTS)[number];
  const isEnglish = at % 4 < 2;
  await page.evaluate('globalThis.layoutShift = 0');
  await enter(visitor, shown, story);
  await shown.act?.(page);
  const shift = (await page.evaluate('globalThis.layoutShift')) as number;
  // Of a window or a state one of the pair is enough: its page has both.
  const isOnce = shown.isWindow || shown.isState;
  const found = isOnce && !isEnglish ? [] : await scan(page, shown.name, english, isEnglish);
  if (shift > MAX_SHIFT) found.push(`the page shifts by ${shift.toFixed(3)} while it loads`);
  if (isOnce && isEnglish) return expect(found).toEqual([]);
  if (shown.isWindow) await closeWindow(page);
  await toLanguage(page, shown, 'pt');
  found.push(...(await clipped(page, 'pt')));
  if (shown.isWindow) await shown.act?.(page);
  found.push(...(await scan(page, shown.name, portuguese, !isEnglish)));
  expect(found).toEqual([]);
  if (shown.who === 'nobody') return;
  // Where there is little to be drawn anew.
  await visitor.leave();
  await toLanguage(page, shown, 'en');
});

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
async function scan(page: Page, name: string, variant: Variant, isAxed: boolean): Promise<string[]> {
  const { width, dark, language } = variant;
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.locator(dark ? 'body.awsui-dark-mode' : 'body:not(.awsui-dark-mode)').waitFor();
  const wrong = isAxed ? await axe(page) : [];
  if (isAxed) await shot(page, `${name}-${width}-${language}${dark ? '-dark' : ''}`);
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
