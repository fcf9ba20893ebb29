import type { Route } from '../../../functions/dashboard/api.ts';
import { type Answer, call, type Input } from './client.ts';
import { type Reloadable, useReceived } from './use-received.ts';

export type Called<R extends Route> = Reloadable<Answer<R>>;

/**
 * Calls a route, again whenever the input changes (compared as JSON). With `null` for the input nothing is called yet.
 */
export function useCall<R extends Route>(route: R, input: Input<R> | null): Called<R> {
  return useReceived(JSON.stringify([route, input]), input && ((signal) => call(route, input, signal)));
}
