import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { workersBrowser } from './browser.ts';
import type { MerchantOf } from './hosted-service.ts';
import { hostedTest } from './hosted-test.ts';
import { DEMO, newPerson, PATIENCE_MS, type Person, type PersonOptions } from './person.ts';
import { shot } from './shot.ts';
import { liveStory, type Story } from './story.ts';

/** Polls until it is as expected, with a time-out for slow machines. */
export const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: PATIENCE_MS });

/** By the service's clock: as long as its lists show it and a sign-in lasts, whatever other files do to the clock. */
const FRESH_MS = HOUR_MS;

/** Made once, and anew when the service's clock has gone on. */
function kept<Value>(nowMs: () => number, make: () => Promise<Value>, end?: (old: Value) => Promise<void>) {
  let known: { atMs: number; value: Promise<Value> } | undefined;
  return {
    get: async (): Promise<Value> => {
      if (known && nowMs() - known.atMs > FRESH_MS) await end?.(await known.value);
      if (!known || nowMs() - known.atMs > FRESH_MS) known = { atMs: nowMs(), value: make() };
      return known.value;
    },
    end: async (): Promise<void> => {
      const old = known;
      known = undefined;
      if (old) await end?.(await old.value);
    },
  };
}

/**
 * A test with the worker's service and browser, and people in front of that browser: `person()` is someone
 * new, `seat(email)` someone who signed in once and stays signed in from test to test. In the end nothing may have gone
 * wrong behind any page.
 */
export const test = hostedTest
  .extend('stories', { scope: 'worker' }, async ({ hosted }) => {
    // For the list of those who await approval.
    await hosted.merchant('pending');
    let isFirst = true;
    return kept(hosted.host.nowMs, async () => {
      const merchant = await hosted.merchant('active', isFirst ? DEMO.merchant : undefined);
      isFirst = false;
      return liveStory(hosted, merchant);
    });
  })
  .extend('story', { scope: 'file' }, ({ stories }): Promise<Story> => stories.get())
  /** A merchant without any transaction, for tests of the page alone. */
  .extend('idle', { scope: 'worker' }, ({ hosted }): Promise<MerchantOf> => hosted.merchant())
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads in it what the fixture needs, here nothing.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await workersBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('seats', { scope: 'worker' }, ({ hosted, browser }) => {
    const seats = new Map<string, ReturnType<typeof kept<Person>>>();
    return {
      person: (email: string): Promise<Person> => {
        const seat =
          seats.get(email) ??
          kept(
            hosted.host.nowMs,
            () => seatedAs(email, newPerson(browser, hosted.dashboardUrl)),
            (person) => person.context.close(),
          );
        seats.set(email, seat);
        return seat.get();
      },
      /** Ends whatever a test that ran out of time still does there; the next test signs in anew. */
      close: (email: string): Promise<void> => seats.get(email)?.end() ?? Promise.resolve(),
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
  .extend('person', ({ hosted, browser, present }) => async (options?: PersonOptions): Promise<Person> => {
    const person = await newPerson(browser, hosted.dashboardUrl, options);
    present.push({ person, leave: () => person.context.close() });
    return person;
  })
  .extend('seat', ({ seats, present }) => async (email: string): Promise<Person> => {
    const person = await seats.person(email);
    // What happened between two files is of no test.
    person.forget();
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
  // No call of the first page is under way in a test.
  await person.page.waitForLoadState('networkidle');
  return person;
}

const MAX_TEXT_LENGTH = 10_000;

/** Diagnostics of a failed test: a screenshot, or where none are stored, the accessibility tree. */
async function leaveTraces(page: Page, name: string): Promise<void> {
  await shot(page, name);
  const part = (await page.locator('main').count()) === 1 ? 'main' : 'body';
  console.log(`${name}, at ${page.url()}\n${(await page.locator(part).ariaSnapshot()).slice(0, MAX_TEXT_LENGTH)}`);
}
