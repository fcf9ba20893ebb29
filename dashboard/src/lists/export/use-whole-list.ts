import { useState } from 'react';
import { lisbonDay } from '../../../../functions/runtime/lisbon-day.ts';
import type { Input } from '../../api/client.ts';
import type { Days } from '../../period/days.ts';
import { type RowOf, type Scanned, useList } from '../use-list.ts';

type Route = 'POST /me/transactions/search' | 'POST /me/movements/search';

/** A list that is read to its end. A stopped or failed reading goes on by `retry`. */
export interface WholeList<Row> extends Scanned<Row> {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  start: () => void;
  /** How much of it was read, from 0 to 1. */
  share: number;
}

const WHOLE = { minRows: Infinity, maxPages: Infinity };
/** Rows of one call: the most that a call answers. */
const LIMIT = 500;

/** The rows of some days, read to their end once it is started. */
export function useWholeList<R extends Route>(route: R, input: Input<R>, days: Days): WholeList<RowOf<R>> {
  const [isStarted, setStarted] = useState(false);
  const list = useList(route, isStarted ? { ...input, limit: LIMIT } : null, WHOLE);
  const stateOf = (): WholeList<never>['state'] => {
    if (!isStarted) return 'idle';
    if (list.isLoading) return 'running';
    if (list.error) return 'failed';
    return list.isComplete ? 'done' : 'stopped';
  };
  return { ...list, state: stateOf(), start: () => setStarted(true), share: shareOf(list, days) };
}

/** Of many merchants by their number, of one by the part of the days that lies after `until`. */
function shareOf({ merchants, until }: Pick<Scanned<never>, 'merchants' | 'until'>, { from, to }: Days): number {
  if (merchants) return merchants.scanned / merchants.of;
  const [fromMs, toMs] = [lisbonDay(from)?.fromMs ?? 0, lisbonDay(to)?.toMs ?? 1];
  return until === null ? 0 : (toMs - Date.parse(until)) / (toMs - fromMs);
}
