import type { Browser, Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { openBrowser } from './browser.ts';
import { newPerson, PATIENCE_MS, type Person, type PersonOptions } from './person.ts';
import { shot } from './shot.ts';
import { liveStory } from './story.ts';
import { DEMO, type MerchantOf, startWorld } from './world.ts';

/** How long a test may take on a slow machine. */
export const FLOW_TIMEOUT_MS = 90_000;

/** Polls until it is as expected, with a time-out for slow machines. */
export const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: PATIENCE_MS });

/**
 * A test with the complete service (`world`) and a browser, both of the file, and people in front of that browser:
 * `person()` is someone new, `seat(email)` someone who signed in once and stays signed in from test to test. In the end
 * nothing may have gone wrong behind any page.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads in it what the fixture needs, here nothing.
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await startWorld();
    onCleanup(world.stop);
    return world;
  })
  .extend('story', { scope: 'file' }, async ({ world }) => {
    // For the list of those who await approval.
    await world.merchant('pending');
    return liveStory(world, await world.merchant('active', DEMO.merchant));
  })
  /** A merchant without any transaction, for tests of the page alone. */
  .extend('idle', { scope: 'file' }, ({ world }): Promise<MerchantOf> => world.merchant())
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await openBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('seats', { scope: 'file' }, async ({ world, browser }, { onCleanup }) => {
    const seats = new Map<string, Promise<Person>>();
    onCleanup(async () => {
      for (const each of await Promise.all(seats.values())) await each.context.close();
    });
    return {
      person: (email: string): Promise<Person> => {
        const known = seats.get(email) ?? seatedAs(email, newPerson(browser, world.dashboardUrl));
        seats.set(email, known);
        return known;
      },
      /** Ends whatever a test that ran out of time still does there; the next test signs in anew. */
      close: async (email: string): Promise<void> => {
        const known = await seats.get(email);
        seats.delete(email);
        await known?.context.close();
      },
    };
  })
  .extend('present', async ({ task }, { onCleanup }) => {
    const present: Present[] = [];
    onCleanup(async () => {
      const isFailed = task.result?.state === 'fail' || (task.result?.errors?.length ?? 0) > 0;
      const seen = present.filter(({ person }) => !person.page.isClosed());
      if (isFailed)
        await Promise.all(seen.map(({ person }, at) => leaveTraces(person.page, `failed-${task.id}-${at}`)));
      const problems = present.flatMap(({ person }) => [...person.problems]);
      await Promise.all(present.map(({ leave }) => leave(isFailed)));
      expect(problems, 'behind the pages').toEqual([]);
    });
    return present;
  })
  .extend('person', ({ world, browser, present }) => async (options?: PersonOptions): Promise<Person> => {
    const person = await newPerson(browser, world.dashboardUrl, options);
    present.push({ person, leave: () => person.context.close() });
    return person;
  })
  .extend('seat', ({ seats, present }) => async (email: string): Promise<Person> => {
    const person = await seats.person(email);
    present.push({ person, leave: (isFailed) => (isFailed ? seats.close(email) : person.reset()) });
    return person;
  });

/** Someone whom a test has asked for, and what is done with them after it. */
interface Present {
  person: Person;
  leave(isFailed: boolean): Promise<void>;
}

async function seatedAs(email: string, arriving: Promise<Person>): Promise<Person> {
  const person = await arriving;
  await person.signIn(email);
  return person;
}

const MAX_TEXT_LENGTH = 10_000;

/** Diagnostics of a failed test: a screenshot, or where none are stored, the accessibility tree. */
async function leaveTraces(page: Page, name: string): Promise<void> {
  await shot(page, name);
  const part = (await page.locator('main').count()) === 1 ? 'main' : 'body';
  console.log(`${name}, at ${page.url()}\n${(await page.locator(part).ariaSnapshot()).slice(0, MAX_TEXT_LENGTH)}`);
}
