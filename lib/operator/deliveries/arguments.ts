import { DELIVERY_STATES } from '../../../functions/payments/transaction.ts';
import type { DeliveryFilter } from '../../../functions/webhooks/resend/found-delivery.ts';
import type { ResendReason } from '../../../functions/webhooks/resend/previous-series.ts';
import { UNDELIVERED_STATES } from '../../../functions/webhooks/resend/undelivered.ts';
import { keptText, oneOf, timesOf, whoOf } from '../arguments.ts';
import { UsageError } from '../command.ts';

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
  const times = timesOf({ from, to }, nowMs);
  const every = merchant === undefined ? UNDELIVERED_STATES : DELIVERY_STATES;
  const states = state === undefined ? every : [oneOf('--state', DELIVERY_STATES, state)];
  return { states, ...times, ...(merchant !== undefined && { merchantId: merchant }) };
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
  const kept = keptText('--why', why, 'it is kept with the delivery', 200);
  return { who: whoOf(who), why: kept };
}
