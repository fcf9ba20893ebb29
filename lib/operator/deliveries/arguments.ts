import { DELIVERY_STATES } from '../../../functions/payments/transaction.ts';
import type { DeliveryFilter } from '../../../functions/webhooks/resend/found-delivery.ts';
import type { ResendReason } from '../../../functions/webhooks/resend/resend-record.ts';
import { UNDELIVERED_STATES } from '../../../functions/webhooks/undelivered.ts';
import { oneOf, storedText, timesOf, whoOf } from '../arguments.ts';
import { UsageError } from '../command.ts';

export interface FilterArguments {
  merchant?: string | undefined;
  state?: string | undefined;
  delivered?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The filter of the command line. Without a state it selects all deliveries of one merchant, or the `not_delivered` and
 * `skipped` deliveries of all merchants.
 */
export function filterOf({ merchant, state, from, to }: FilterArguments, nowMs: number): DeliveryFilter {
  const times = timesOf({ from, to }, nowMs);
  const every = merchant === undefined ? UNDELIVERED_STATES : DELIVERY_STATES;
  const states = state === undefined ? every : [oneOf('--state', DELIVERY_STATES, state)];
  return { states, ...times, ...(merchant !== undefined && { merchantId: merchant }) };
}

/** The filter for resending many deliveries. It needs `--state`, or `--delivered` for delivered events. */
export function resendFilterOf(values: FilterArguments, nowMs: number): DeliveryFilter {
  const { state, delivered } = values;
  if (delivered && state !== undefined) throw new UsageError('give either --state or --delivered');
  if (state === 'delivered') throw new UsageError('to resend delivered events use --delivered');
  if (state === undefined && !delivered)
    throw new UsageError('give --state not_delivered, skipped or pending, or --delivered');
  if (state === 'superseded') throw new UsageError('superseded events are not resent: a newer event has replaced them');
  return filterOf({ ...values, state: delivered ? 'delivered' : state }, nowMs);
}

/** Who resends and why, for the record. */
export function reasonOf({ who, why }: { who?: string | undefined; why?: string | undefined }): ResendReason {
  const reason = storedText('--why', why, 'it is stored with the delivery', 200);
  return { who: whoOf(who), why: reason };
}
