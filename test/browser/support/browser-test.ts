import type { Browser, Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { openBrowser } from './browser.ts';
import { newPerson, PATIENCE_MS, type Person, type PersonOptions } from './person.ts';
import { shot } from './shot.ts';
import { liveStory } from './story.ts';
import { startWorld } from './world.ts';

/** How long a test may take: a slow machine's browser, and the six seconds of four attempts, are in it. */
export const FLOW_TIMEOUT_MS = 90_000;

/** Looks until it is as expected; how long that may take is for a slow machine to say. */
export const soon = <Value>(look: () => Value) => expect.poll(look, { timeout: PATIENCE_MS });

/**
 * A test with the whole service (`world`) and a browser, both of the file, and `person()`, which gives it people in front of
 * that browser. In the end nothing may have gone wrong behind any page.
 */
export const test = base
  .extend('tokenLifeSeconds', { scope: 'file' }, 3_600)
  .extend('world', { scope: 'file' }, async ({ tokenLifeSeconds }, { onCleanup }) => {
    const world = await startWorld({ tokenLifeSeconds });
    onCleanup(world.stop);
    return world;
  })
  .extend('story', { scope: 'file' }, async ({ world }) => liveStory(world, await world.merchant()))
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads in it what the fixture needs, here nothing.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await openBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('person', async ({ world, browser, task }, { onCleanup }) => {
    const people: Person[] = [];
    onCleanup(async () => {
      const isFailed = task.result?.state === 'fail' || (task.result?.errors?.length ?? 0) > 0;
      const seen = people.filter(({ page }) => !page.isClosed());
      if (isFailed) await Promise.all(seen.map(({ page }, at) => leaveTraces(page, `failed-${task.id}-${at}`)));
      const problems = people.flatMap((each) => [...each.problems]);
      await Promise.all(people.map(({ context }) => context.close()));
      expect(problems, 'behind the pages').toEqual([]);
    });
    return async (options?: PersonOptions): Promise<Person> => {
      const person = await newPerson(browser, world.dashboardUrl, options);
      people.push(person);
      return person;
    };
  });

const TEXT_AT_MOST = 10_000;

/** What a failed test leaves to be read: a picture, and where pictures are not kept, what a screen reader would say. */
async function leaveTraces(page: Page, name: string): Promise<void> {
  await shot(page, name);
  const part = (await page.locator('main').count()) === 1 ? 'main' : 'body';
  console.log(`${name}, at ${page.url()}\n${(await page.locator(part).ariaSnapshot()).slice(0, TEXT_AT_MOST)}`);
}
