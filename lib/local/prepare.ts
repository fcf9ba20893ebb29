import type { Gateway } from './api/gateway.ts';
import type { Functions } from './lambda/functions.ts';
import type { Site } from './web/site.ts';
import type { Caller } from './wiring.ts';

/** An environment takes about 23 MB, and a page uses a handful of its functions at a time. */
const MOST_IDLE_OF_PAGES = 12;

/**
 * Programs call an API all at once and measure it, so its functions are loaded before their first call, and so are those
 * that queues, streams and schedules call: after a restart with work left over they would all load at once, and hold up
 * everybody's first answers. Resolves when that is done. A person on a page makes a call now and then, and most functions
 * are never called: those behind a distribution start with their first call, and few of them are kept.
 */
export async function prepare(
  functions: Functions,
  gateways: ReadonlyMap<string, Gateway>,
  site: Site | undefined,
  callers: readonly Caller[],
): Promise<void> {
  const ofPrograms = callers.flatMap(({ functionArns }) => functionArns);
  const ofPages: string[] = [];
  for (const [stage, gateway] of gateways) {
    (site?.covers(stage) ? ofPages : ofPrograms).push(...gateway.functionArns());
  }
  functions.limitIdle(ofPages, MOST_IDLE_OF_PAGES);
  await functions.warm(new Set(ofPrograms));
}
