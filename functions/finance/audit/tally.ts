import * as z from 'zod/mini';
import { commandFor, VIOLATION_KINDS, type Violation } from './violation.ts';

/** Why something could not be checked: never counted as "no violation". */
export const NOT_CHECKED = {
  'no-list': 'the bank lists no movements, and no export of the bank with it was imported',
  'list-failed': 'the bank’s list of movements could not be read',
  'beyond-list': 'the bank’s list may not have the payment: too new, too old, or returned',
  'totals-busy': 'the totals changed each time they were read',
  unread: 'it could not be read',
} as const;
export const NOT_CHECKED_REASONS = Object.keys(NOT_CHECKED) as [NotChecked, ...NotChecked[]];
export type NotChecked = keyof typeof NOT_CHECKED;

/** Violations listed in the result; of the others it has the number, and the log a line each. */
const MAX_LISTED = 50;
const count = z.int().check(z.nonnegative());

export const tally = z.object({
  /** Transactions of the day that were checked. */
  checked: count,
  /** Of them, those that were paid on the day. */
  payments: count,
  /** Transactions that were due, of any day. */
  due: count,
  /** Movements of the bank's lists and files that were searched for in our records. */
  movements: count,
  /** Merchants whose totals of the day were compared. */
  totals: count,
  violations: count,
  byKind: z.partialRecord(z.enum(VIOLATION_KINDS), count),
  notChecked: count,
  byReason: z.partialRecord(z.enum(NOT_CHECKED_REASONS), count),
  listed: z.array(
    z.object({
      kind: z.enum(VIOLATION_KINDS),
      transactionId: z.nullable(z.string()),
      merchantId: z.nullable(z.string()),
      detail: z.string(),
      command: z.string(),
    }),
  ),
});
export type Tally = z.infer<typeof tally>;

export function newTally(): Tally {
  return {
    checked: 0,
    payments: 0,
    due: 0,
    movements: 0,
    totals: 0,
    violations: 0,
    byKind: {},
    notChecked: 0,
    byReason: {},
    listed: [],
  };
}

export function addViolation(to: Tally, violation: Violation, day: string): void {
  const { kind, transactionId, merchantId, detail } = violation;
  to.violations += 1;
  to.byKind[kind] = (to.byKind[kind] ?? 0) + 1;
  if (to.listed.length >= MAX_LISTED) return;
  to.listed.push({
    kind,
    transactionId,
    merchantId,
    detail: detail.slice(0, 300),
    command: commandFor(violation, day),
  });
}

export function addNotChecked(to: Tally, reason: NotChecked, number = 1): void {
  to.notChecked += number;
  to.byReason[reason] = (to.byReason[reason] ?? 0) + number;
}
