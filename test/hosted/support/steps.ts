import type { Page, Route } from 'playwright-core';
import { soon } from './browser-test.ts';
import { routeOn } from './route.ts';

type Fate = 'works' | 'fails' | 'hangs' | 'waits' | 'is lost';

/**
 * Says what becomes of each call: it fails before it reaches the service, it is done and its answer waits for `release`
 * or is lost, or it hangs. Calls are counted from 1, and on after `change`.
 */
export async function steps(page: Page, url: string, first: (number: number) => Fate) {
  let fateOf = first;
  let calls = 0;
  const done = new Set<number>();
  const released = Promise.withResolvers<void>();
  await routeOn(page, url, async (route: Route) => {
    calls += 1;
    const number = calls;
    const fate = fateOf(number);
    if (fate === 'hangs') return;
    if (fate === 'fails') return route.fulfill({ status: 500, json: { error: 'Internal error' } });
    if (fate === 'works') return route.continue();
    const response = await route.fetch();
    done.add(number);
    if (fate === 'is lost') return route.abort();
    await released.promise;
    // Its page may be gone by now.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return {
    change: async (next: (number: number) => Fate): Promise<void> => {
      fateOf = next;
    },
    /** The service has done that call, whose answer waits. */
    reached: (number: number) => soon(() => done.has(number)).toBe(true),
    release: () => released.resolve(),
  };
}
