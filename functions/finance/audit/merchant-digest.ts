import { createHash } from 'node:crypto';
import type { Transaction } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import type { StoredDigest } from './audit.table.ts';
import type { AuditRun, DigestLine } from './run.ts';
import { type MerchantPosition, startOf } from './state.ts';
import { addNotChecked } from './tally.ts';

/*
 * The digest of a merchant's day by rules of the audit's own, over what it reads itself: the transactions that it finds
 * by creation, payment and markers. It shares neither rule nor index with the fold (`functions/events/days`).
 */

/** A day that is on record for its merchant is folded by then. */
const DUE_AFTER_MS = 2 * HOUR_MS;
const MAX_ROUNDS = 3;

/** What a transaction is in the digest of a day: its last event until then, if that is of the day. */
export function digestLine(
  { transactionId, amountCents, settlements }: Transaction,
  day: LisbonDay,
  asOf: number,
): DigestLine[] {
  const last = settlements.findLast(({ settledAt }) => settledAt <= asOf);
  if (last === undefined || !isWithin(day, last.settledAt)) return [];
  const { eventId, status, paymentMethod } = last;
  const text = [eventId, transactionId, status, amountCents].join(',');
  return [{ text, group: `${status} by ${paymentMethod}`, cents: amountCents }];
}

/** Names a pass over a merchant's day, so that it ignores the lines of another one. */
export function passOf({ day }: Pick<AuditRun, 'day'>, { merchantId, pass, rounds }: MerchantPosition): string {
  return `${day.name} ${merchantId} ${pass} ${rounds}`;
}

/**
 * Compares the stored digest of the day with the lines of this pass. A difference is reported when a strong pass
 * confirms it, during which the day was not folded again. Lines are held in memory: a pass that another process began
 * is repeated. Returns where a further pass begins, or null when the merchant is done.
 */
export async function compareDigest(run: AuditRun, position: MerchantPosition): Promise<MerchantPosition | null> {
  const { table, clock, day, tally, report, lines } = run;
  const { merchantId, pass, rounds, asOf, unreadable } = position;
  const stored = await table.dayDigest(merchantId, day.name);
  const differ = (detail: string) => report({ kind: 'digest', transactionId: null, merchantId, detail });
  if (!stored) {
    const isDue = clock() >= day.toMs + DUE_AFTER_MS && (await table.hasDayBefore(merchantId, day.name));
    if (isDue) differ('the day is not on record');
    return null;
  }
  if (unreadable.length > 0) {
    addNotChecked(tally, 'unread');
    return null;
  }
  if (stored === 'unreadable') {
    differ('the day on record is not in our form');
    return null;
  }
  const isOwn = lines.pass === passOf(run, position) && lines.found.length === position.lines;
  const isComplete = stored.asOf === asOf && isOwn;
  const fault = isComplete ? faultOf(stored, lines.found, day) : undefined;
  if (isComplete && fault === undefined) return null;
  if (isComplete && fault !== undefined && pass !== 'first') differ(fault);
  else if (pass !== 'digest' || rounds < MAX_ROUNDS)
    return startOf(merchantId, 'digest', pass === 'digest' ? rounds + 1 : 1);
  else addNotChecked(tally, 'digest-busy');
  return null;
}

function faultOf(stored: StoredDigest, lines: readonly DigestLine[], day: LisbonDay): string | undefined {
  if (stored.asOf < day.toMs) return `folded as of ${isoTime(stored.asOf)}, before the end of the day`;
  const texts = lines.map(({ text }) => text).toSorted();
  const digest = createHash('sha256')
    .update(texts.map((text) => `${text}\n`).join(''))
    .digest('hex');
  const is = `${lines.length} events, ${sumsText(lines)}`;
  const sums = stored.sums.map(({ status, paymentMethod, count, cents }) => ({
    ...{ group: `${status} by ${paymentMethod}`, cents, count },
  }));
  const says = `${stored.count} events, ${sumsText(sums)}`;
  if (is !== says) return `stored ${says}; transactions ${is}`;
  return digest === stored.digest ? undefined : `stored ${stored.digest}, transactions ${digest}`;
}

/** `paid by MBWAY 2 (1120 cents)` for each group, in the order of their names. */
function sumsText(parts: readonly { group: string; cents: number; count?: number }[]): string {
  const groups = Map.groupBy(parts, ({ group }) => group);
  return [...groups]
    .map(([group, own]) => {
      const number = own.reduce((sum, { count = 1 }) => sum + count, 0);
      return `${group} ${number} (${own.reduce((sum, { cents }) => sum + cents, 0)} cents)`;
    })
    .toSorted()
    .join(', ');
}
