import { userInfo } from 'node:os';
import { DELIVERY_STATES, type DeliveryState } from '../../functions/payments/transaction.ts';
import { lisbonTimeMs } from '../../functions/runtime/lisbon.ts';
import type { DeliveryFilter } from '../../functions/webhooks/found-delivery.ts';
import type { ResendReason } from '../../functions/webhooks/kept-series.ts';
import { UNDELIVERED_STATES } from '../../functions/webhooks/undelivered.ts';
import { UsageError } from './command.ts';

export interface FilterArguments {
  merchant?: string | undefined;
  state?: string | undefined;
  delivered?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The deliveries that the command line speaks of. Without a state: of one merchant all, of all merchants those not
 * delivered or skipped.
 */
export function filterOf({ merchant, state, from, to }: FilterArguments, nowMs: number): DeliveryFilter {
  const fromMs = from === undefined ? 0 : timeOf(from, 'begin');
  const toMs = to === undefined ? nowMs + 1 : timeOf(to, 'end');
  if (fromMs >= toMs) throw new UsageError('--from must be before --to');
  const every = merchant === undefined ? UNDELIVERED_STATES : DELIVERY_STATES;
  const states = state === undefined ? every : [stateOf(state)];
  return { states, fromMs, toMs, ...(merchant !== undefined && { merchantId: merchant }) };
}

/** The same for a resend of many, which must say what it is about: `--state`, or `--delivered` for what has arrived already. */
export function resendFilterOf(values: FilterArguments, nowMs: number): DeliveryFilter {
  const { state, delivered } = values;
  if (delivered && state !== undefined) throw new UsageError('either --state or --delivered');
  if (state === 'delivered') throw new UsageError('what has arrived already is resent with --delivered');
  if (state === undefined && !delivered)
    throw new UsageError('say which: --state not_delivered, skipped or pending, or --delivered');
  if (state === 'superseded')
    throw new UsageError('superseded events are not resent: a newer one says what is true now');
  return filterOf({ ...values, state: delivered ? 'delivered' : state }, nowMs);
}

/** Who resends and why, for the record. */
export function reasonOf({ who, why }: { who?: string | undefined; why?: string | undefined }): ResendReason {
  if (!why?.trim()) throw new UsageError('--why is missing: it is kept with the delivery');
  if (why.length > 200) throw new UsageError('--why is too long: at most 200 characters');
  const name = who ?? userInfo().username;
  if (name.length > 100) throw new UsageError('--who is too long: at most 100 characters');
  return { who: name, why: why.trim() };
}

function stateOf(text: string): DeliveryState {
  const state = DELIVERY_STATES.find((known) => known === text);
  if (!state) throw new UsageError(`--state must be one of ${DELIVERY_STATES.join(', ')}`);
  return state;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A day is Lisbon's, from its beginning or to its end; a time names its zone. */
function timeOf(text: string, edge: 'begin' | 'end'): number {
  const midnightMs = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const timeMs = TIME.test(text)
    ? Date.parse(text)
    : lisbonTimeMs(edge === 'begin' ? midnightMs : midnightMs + 24 * 3_600_000);
  if (Number.isNaN(timeMs))
    throw new UsageError(`not a day (2026-11-20) or time with a zone (2026-11-20T14:30Z): ${text}`);
  return timeMs;
}
