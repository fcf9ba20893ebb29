import { createHash } from 'node:crypto';
import { reconcile } from '../../../functions/finance/reconciliation/reconcile.ts';
import type { BankLine, OurTransaction } from '../../../functions/finance/reconciliation/records.ts';
import { eventEntries, refundEntries } from '../../../functions/finance/totals/contribution.ts';
import { byDay } from '../../../functions/finance/totals/figures.ts';
import {
  type ExceptionRecord,
  exceptionOf,
  exceptionView,
} from '../../../functions/payments/exceptions/exception-record.ts';
import { type Refund, refundedAtMs, refundOf, sumOfRefunds } from '../../../functions/payments/money/refund.ts';
import { type Transaction, transactionOf } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { lisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { payloadOf } from '../../../functions/webhooks/event.ts';
import type { Played } from './play.ts';

/**
 * What merchant and finance see of a transaction: status, webhooks, exceptions, totals, sums of refunds in lists and
 * files, and the reconciliation of its days with the bank's own lines. As text without random ids, so that two versions
 * of the service can be compared.
 */
export function answersOf(played: Played): string {
  const { items, foreignItems, starts, returns } = withoutRandomIds(played);
  const isOf = (prefix: string) => (item: Record<string, unknown>) => String(item.item).startsWith(prefix);
  const main = items.find(isOf('main'));
  if (!main) return 'none';
  const transaction = transactionOf(attributesOf(main));
  const exceptions = [...items, ...foreignItems]
    .filter(isOf('exception#'))
    .map((each) => exceptionOf(attributesOf(each)));
  const refunds = items.filter(isOf('refund#')).map((each) => refundOf(attributesOf(each)));
  const entries = [
    ...eventEntries(transaction),
    ...refunds.flatMap((each) => refundEntries(each, transaction.merchantId)),
  ];
  const answers = {
    status: transaction.status,
    paid: [transaction.paidAt, transaction.paidCents, transaction.paidBy],
    events: transaction.settlements.map((settlement) => payloadOf(transaction, settlement)),
    exceptions: exceptions.map((each) => exceptionText(each)).sort(),
    refunds: refunds.map((each) => JSON.stringify(each)).sort(),
    listed: transaction.refunds ?? null,
    summed: refunds.length > 0 ? sumOfRefunds(refunds) : null,
    totals: [...byDay(entries)].sort(),
    reconciliation: reconciled({ starts, returns }, transaction, refunds, exceptions),
  };
  return JSON.stringify(answers, null, 1);
}

/** Ids of starts are random, ids of movements end in part of the transaction's, events have ids of their own. */
function withoutRandomIds({ items, foreignItems, starts, returns, transactionId }: Played) {
  const known = [transactionId, ...starts.flatMap(({ bankId, orderId }) => [bankId, orderId])];
  const text = JSON.stringify({ items, foreignItems, starts, returns });
  const named = known.reduce((line, id, index) => line.replaceAll(id, `id${index}`), text);
  const plain = named.replaceAll(transactionId.slice(-8), '').replaceAll(/evt_\w+/g, 'evt');
  return JSON.parse(plain) as Pick<Played, 'items' | 'foreignItems' | 'starts' | 'returns'>;
}

/** Without the sentences about its kind. */
function exceptionText(exception: ExceptionRecord): string {
  const { means: _, ...view } = exceptionView(exception);
  return JSON.stringify(view);
}

const attributesOf = (item: Record<string, unknown>) => toAttributes(item as Parameters<typeof toAttributes>[0]);

/** The digest of one schedule's answers. */
export function digestOf(played: Played): string {
  return sha256(answersOf(played));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function reconciled(
  { starts, returns }: Pick<Played, 'starts' | 'returns'>,
  transaction: Transaction,
  refunds: readonly Refund[],
  exceptions: readonly ExceptionRecord[],
): unknown {
  const { attempts, paidBy, mb, paidAt, paymentMethod: method } = transaction;
  const ours: OurTransaction = {
    ...transaction,
    method,
    paidAtMs: paidAt ?? null,
    paidBankId: attempts[paidBy ?? -1]?.bankId ?? null,
    bankIds: attempts.map(({ bankId }) => bankId),
    mb: mb ? { entity: mb.entity, reference: mb.reference } : null,
    refunds: refunds.map((each) => ({ ...each, atMs: refundedAtMs(each) })),
    openExceptions: exceptions.filter(({ state }) => state === 'open').map(({ kind }) => kind),
  };
  const paid = starts.flatMap(({ bankId, movements }) =>
    movements.map((each) => ({ ...each, bankId, kind: 'payment' })),
  );
  const returned = returns.map(({ start: { bankId }, movement }) => ({ ...movement, bankId, kind: 'refund' }));
  const lines = [...paid, ...returned].map(
    ({ kind, bankId, cents, atMs }, index) =>
      ({
        ...{ lineNumber: index + 1, kind, day: lisbonDayName(atMs), atMs, bankId, grossCents: cents },
        ...{ merchantTransactionId: null, transactionId: null, entity: null, reference: null },
        ...{ feeCents: null, netCents: null },
      }) as BankLine,
  );
  return [...new Set(lines.map(({ day }) => day))].sort().map((name) => {
    const day = lisbonDay(name);
    if (!day) throw new Error(name);
    const { findings, leftOut } = reconcile({ day, transactions: [ours], asked: new Map(), lines });
    return [
      name,
      leftOut,
      findings.map(({ result, kind, ourCents, bankCents, notes }) => ({ result, kind, ourCents, bankCents, notes })),
    ];
  });
}
