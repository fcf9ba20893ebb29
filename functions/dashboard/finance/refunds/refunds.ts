import * as z from 'zod/mini';
import type { ReturnKind } from '../../../banking/bank.ts';
import { toCursor } from '../../../dynamo/cursor.ts';
import { amountOf } from '../../../payments/amount.ts';
import { type Refund, refundedAtMs, refundedCents } from '../../../payments/money/refund.ts';
import type { Transaction } from '../../../payments/transaction.ts';
import { isoTime } from '../../../runtime/clock.ts';
import { type DashboardCaller, scopeOf } from '../../caller.ts';
import { type ListPage, listPage } from '../../scanned.ts';
import type { ListDependencies } from '../../transactions/transactions.ts';
import { cursorInput, idInput, lisbonDayInput, ORDINARY_PAGE } from '../../transactions/transactions-input.ts';
import {
  groupAt,
  type MerchantsScanned,
  merchantsScanned,
  positionAfter,
  positionAfterScan,
} from '../../transactions/transactions-position.ts';
import { periodOf } from '../finance-input.ts';
import type { ReadRefunds } from './refunds-read.table.ts';

const MAX_PAGE = 250;

/** Lisbon days, both included, on which the refunds were made; one merchant, or for staff all of them. */
export const refundsInput = z.object({
  merchantId: z.optional(idInput),
  from: lisbonDayInput,
  to: lisbonDayInput,
  cursor: cursorInput,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE)), ORDINARY_PAGE),
});

/** A refund that the bank reported; amounts in EUR, times in ISO 8601 UTC. */
export interface RefundRow {
  transactionId: string;
  merchantId: string;
  externalOrderId: string;
  paymentMethod: Transaction['paymentMethod'];
  /** When the payment was made, and the bank's id of it; null where the payment is not on record. */
  paidAt: string | null;
  paymentBankId: string | null;
  bankAccount: string;
  /** The bank's id of the refund, its kind, and the bank's name of the kind. */
  refundId: string;
  kind: ReturnKind;
  type: string;
  /** When it was made. By it the refund belongs to a day, as in the totals by the day of payment. */
  refundedAt: string;
  /** The bank gave no time: it is that of the record. */
  timeIsOurs: boolean;
  recordedAt: string;
  /** All of it, and its two parts: of the payment's amount, and of money received beyond that. Null where unknown. */
  returned: number | null;
  ofPayment: number | null;
  ofExcess: number | null;
}

/** `scannedUntil`: everything later in the period has been listed (of these merchants). */
export type RefundsPage = ListPage<'refunds', RefundRow, string> & { merchants: MerchantsScanned };

export interface RefundsDependencies extends Pick<ListDependencies, 'scanEntries' | 'readMany' | 'merchantIds'> {
  readRefunds: ReadRefunds;
}

/**
 * `POST /finance/refunds/search`: a page of the refunds made in a period, newest first. The totals of the period are
 * its payments less what these return of payments (`ofPayment`).
 */
export function listRefunds({ scanEntries, readMany, readRefunds, merchantIds }: RefundsDependencies) {
  return async (input: z.infer<typeof refundsInput>, caller: DashboardCaller): Promise<RefundsPage> => {
    const { limit, cursor } = input;
    const wanted = { by: 'refunded' as const, ...periodOf(input) };
    const position = positionAfter(wanted, cursor);
    const group = await groupAt({ merchantIds }, scopeOf(caller, input.merchantId), position);
    const entries = scanEntries(wanted, group.ids, { size: limit, after: position.after });
    const found = await entries.next(limit);
    const isLast = found.length < limit || entries.isOver();
    const last = found.at(-1) ?? position.after;
    const [refunds, transactions] = await Promise.all([
      readRefunds(found),
      readMany(found.map(({ transactionId }) => transactionId)),
    ]);
    const byId = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]));
    const next = positionAfterScan(group, position, { last, isLast });
    const page = listPage('refunds', {
      rows: refunds.map((refund) => rowOf(refund, byId.get(refund.transactionId))),
      cursor: next && toCursor(next),
      scanned: found.length,
      until: isoTime(isLast ? wanted.fromMs : (last?.timeMs ?? wanted.toMs)),
    });
    return { ...page, merchants: merchantsScanned(group) };
  };
}

function rowOf(refund: Refund, transaction: Transaction | undefined): RefundRow {
  const { transactionId, bankAccount, refundId, kind, type, amountCents, excessCents = 0 } = refund;
  if (!transaction) throw new Error(`refunds: no transaction ${transactionId}`);
  const { merchantId, externalOrderId, paymentMethod, paidAt, paidBy, attempts } = transaction;
  const euros = (cents: number) => (amountCents === null ? null : amountOf(cents));
  return {
    ...{ transactionId, merchantId, externalOrderId, paymentMethod, bankAccount, refundId, kind, type },
    paidAt: paidAt === undefined ? null : isoTime(paidAt),
    paymentBankId: paidBy === undefined ? null : (attempts[paidBy]?.bankId ?? null),
    refundedAt: isoTime(refundedAtMs(refund)),
    timeIsOurs: refund.returnedAt === null,
    recordedAt: isoTime(refund.recordedAt),
    returned: euros(amountCents ?? 0),
    ofPayment: euros(refundedCents(refund)),
    ofExcess: euros(excessCents),
  };
}
