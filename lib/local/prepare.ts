import type { Gateway } from './api/gateway.ts';
import type { Functions } from './lambda/functions.ts';
import type { Site } from './web/site.ts';

/** An environment takes about 23 MB, and a page uses a handful of its functions at a time. */
const MOST_IDLE_OF_PAGES = 12;

/**
 * Programs call an API all at once and measure it, so its functions are loaded before their first call. A person on a page
 * makes a call now and then, and most functions are never called: those behind a distribution start with their first
 * call, and few of them are kept.
 */
export function prepare(functions: Functions, gateways: ReadonlyMap<string, Gateway>, site: Site | undefined): void {
  const ofPrograms: string[] = [];
  const ofPages: string[] = [];
  for (const [stage, gateway] of gateways) {
    (site?.covers(stage) ? ofPages : ofPrograms).push(...gateway.functionArns());
  }
  functions.limitIdle(ofPages, MOST_IDLE_OF_PAGES);
  void functions.warm(ofPrograms);
}
