import type { Gateway } from '../api/gateway.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Site } from '../web/site.ts';
import type { Caller } from '../wiring.ts';

/** An environment takes about 23 MB, and a page uses a handful of its functions at a time. */
const MOST_IDLE_OF_PAGES = 12;

/**
 * The functions that programs call: an API's, all at once and measured, and those of queues, streams and schedules, which
 * after a restart with work left over would all load at once and hold up everybody's first answers. A person on a page
 * makes a call now and then, and most functions are never called: few of those behind a distribution are kept.
 */
export function sortFunctions(
  functions: Functions,
  gateways: ReadonlyMap<string, Gateway>,
  site: Site | undefined,
  callers: readonly Caller[],
): Set<string> {
  const ofPrograms = callers.flatMap(({ functionArns }) => functionArns);
  const ofPages: string[] = [];
  for (const [stage, gateway] of gateways) {
    (site?.covers(stage) ? ofPages : ofPrograms).push(...gateway.functionArns());
  }
  functions.limitIdle(ofPages, MOST_IDLE_OF_PAGES);
  return new Set(ofPrograms);
}
