import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axe } from './support/axe.ts';
import { test as base, FLOW_TIMEOUT_MS } from './support/browser-test.ts';
import { faultsOf } from './support/failing-calls.ts';
import { EMAILS, EMPTY_PAGES, PAGES, type Shown } from './support/page-table.ts';
import { type Language, newPerson, type Person } from './support/person.ts';
import { shot } from './support/shot.ts';
import { liveStory, type Story } from './support/story.ts';

interface Variant {
  width: 1280 | 390;
  dark: boolean;
  language: Language;
}

/** Page by page in turn: each page is seen in both widths, appearances and languages, and their pairs on every second one. */
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

const HEIGHTS = { 1280: 900, 390: 844 };

const test = base
  .override('story', { scope: 'file' }, async ({ world }) =>
    liveStory(world, await world.merchant('active', EMAILS.merchant)),
  )
  // Signed in once and looked at page by page, as a person would.
  .extend('seats', { scope: 'file' }, async ({ world, browser }, { onCleanup }) => {
    const seats = new Map<Shown['who'], Promise<Person>>();
    onCleanup(async () => {
      for (const each of await Promise.all(seats.values())) await each.context.close();
    });
    const seat = async (who: Shown['who']): Promise<Person> => {
      const person = await newPerson(browser, world.dashboardUrl);
      if (who !== 'nobody') await person.signIn(who === 'newcomer' ? world.newEmail() : EMAILS[who]);
      return person;
    };
    return (who: Shown['who']): Promise<Person> => {
      const known = seats.get(who) ?? seat(who);
      seats.set(who, known);
      return known;
    };
  });

test.for(PAGES)(
  '$name is clean in every language, appearance and width',
  { timeout: FLOW_TIMEOUT_MS },
  async (shown, { story, seats }) => {
    const person = await seats(shown.who);
    const { page } = person;
    const before = person.problems.length;
    const [english, portuguese] = VARIANTS[PAGES.indexOf(shown) % 2] as (typeof VARIANTS)[number];
    await arrive(person, shown, story);
    await shown.act?.(page);
    const found = await look(page, shown.name, english);
    await page.setViewportSize({ width: 1280, height: HEIGHTS[1280] });
    if (shown.isWindow) await arrive(person, shown, story);
    await toPortuguese(page, shown);
    if (shown.isWindow) await shown.act?.(page);
    found.push(...(await look(page, shown.name, portuguese)));
    expect(found).toEqual([]);
    expect(person.problems.slice(before), 'behind the page').toEqual([]);
  },
);

/** Each page once; those that call nothing for what they show aside. */
const CALLING = PAGES.filter(
  ({ name, who, isState, isWindow }) =>
    who !== 'nobody' && !isState && !isWindow && !['signature', 'not-found'].includes(name),
);

test.for([...CALLING, ...EMPTY_PAGES])(
  '$name shows no figure and no empty state of a call that failed',
  { timeout: FLOW_TIMEOUT_MS },
  async (shown, { story, seats }) => {
    const person = await seats(shown.who);
    const { page, expectProblem } = person;
    expectProblem(/^(500|404) |^net::ERR_INTERNET_DISCONNECTED/);
    const visit = {
      page,
      open: () => enter(person, shown, story),
      ready: () => page.getByText(shown.ready).first().waitFor(),
      act: async () => shown.act?.(page),
    };
    // What nobody is known without is the same before every page: once for each role.
    const isGate = CALLING.find(({ who }) => who === shown.who) === shown;
    expect(await faultsOf(visit, isGate)).toEqual([]);
  },
);

/** At a desk, in English. */
async function arrive(person: Person, shown: Shown, story: Story): Promise<void> {
  await enter(person, shown, story);
  await person.page.getByText(shown.ready).first().waitFor();
}

async function enter({ page, open }: Person, { path }: Shown, story: Story): Promise<void> {
  await page.setViewportSize({ width: 1280, height: HEIGHTS[1280] });
  await page.evaluate(`localStorage.setItem('dashboard.language', 'en')`).catch(() => undefined);
  await open(typeof path === 'string' ? path : path(story));
}

/** By the menu, and the page keeps its state; without one it is what was chosen before that counts. */
async function toPortuguese(page: Page, { who }: Shown): Promise<void> {
  if (who === 'nobody') {
    await page.evaluate(`localStorage.setItem('dashboard.language', 'pt')`);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  } else {
    await page.getByRole('button', { name: /^EN\b/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Português' }).click();
  }
  await page.locator('html[lang="pt-PT"]').waitFor();
}

/** Tables at a desk that are wider than their place; the page of the audit's five columns is held to it. */
const CLIPPED_TABLES = `[...document.querySelectorAll('main table')]
  .filter((table) => table.checkVisibility() && table.parentElement.scrollWidth > table.parentElement.clientWidth + 1)
  .map((table) => table.getAttribute('aria-label') + ' ' + table.parentElement.scrollWidth)`;

/** Takes a picture, and answers what is wrong with what is shown. */
async function look(page: Page, name: string, { width, dark, language }: Variant): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.locator(dark ? 'body.awsui-dark-mode' : 'body:not(.awsui-dark-mode)').waitFor();
  await shot(page, `${name}-${width}-${language}${dark ? '-dark' : ''}`);
  const wrong = await axe(page);
  const sheet = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  if (sheet > width) wrong.push(`the page is ${sheet} wide and scrolls sideways`);
  const clipped = width === 1280 && name === 'totals' ? ((await page.evaluate(CLIPPED_TABLES)) as string[]) : [];
  wrong.push(...clipped.map((table) => `the table ${table} scrolls sideways`));
  return wrong.map((what) => `${width} ${dark ? 'dark' : 'light'} ${language}: ${what}`);
}
