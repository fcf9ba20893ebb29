import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
  differenceCents,
  type Finding,
  isDifference,
  isUnanswered,
} from './finding.ts';
import { isPaidOn, type Reconciled } from './reconcile.ts';
import type { BankLine, OurTransaction } from './records.ts';

export interface Sum {
  count: number;
  cents: number;
}

/** Findings of one kind of difference. */
export interface DifferenceSum extends Sum {
  /** The differences without their signs, so that they do not cancel; null where one of them is not known. */
  differenceCents: number | null;
}

/** A day in figures: Lisbon's day on both sides. */
export interface Totals {
  /** Refunds are those that the bank reported, of the transactions that were read. */
  ours: { payments: Sum; refunds: Sum };
  /** Out of the export; null without one. Fee and net are null where a line of the day lacks them. */
  bank: { payments: Sum; refunds: Sum; feeCents: number | null; netCents: number | null } | null;
  agreements: Sum;
  timing: Sum;
  /** Ours, not covered by the export. */
  notChecked: Sum;
  /** Ours, and the bank gave no clear answer. */
  noAnswer: Sum;
  /** By kind, those that occur; `cents` is the bank's side where it has one, else ours. */
  differences: Partial<Record<DifferenceKind, DifferenceSum>>;
  differenceCount: number;
}

export function totalsOf(day: LisbonDay, transactions: readonly OurTransaction[], reconciled: Reconciled): Totals {
  const { findings, dayLines } = reconciled;
  const differences: Totals['differences'] = {};
  for (const kind of DIFFERENCE_KINDS) {
    const ofKind = findings.filter(({ result }) => result === kind);
    if (ofKind.length > 0) differences[kind] = { ...sumOf(ofKind), differenceCents: differenceOf(ofKind) };
  }
  return {
    ours: oursOf(day, transactions),
    bank: dayLines && bankOf(dayLines),
    agreements: sumOf(findings.filter(({ result }) => result === 'agrees')),
    timing: sumOf(findings.filter(({ result }) => result === 'timing')),
    notChecked: sumOf(findings.filter(({ result }) => result === 'not-checked')),
    noAnswer: sumOf(findings.filter(isUnanswered)),
    differences,
    differenceCount: findings.filter(isDifference).length,
  };
}

function oursOf(day: LisbonDay, transactions: readonly OurTransaction[]): Totals['ours'] {
  const payments = transactions.filter((transaction) => isPaidOn(day, transaction));
  const refunds = transactions.flatMap((each) => each.refunds).filter(({ atMs }) => isWithin(day, atMs));
  return {
    payments: { count: payments.length, cents: total(payments.map(({ amountCents }) => amountCents)) },
    refunds: { count: refunds.length, cents: total(refunds.map(({ amountCents }) => amountCents)) },
  };
}

function bankOf(lines: readonly BankLine[]): Totals['bank'] {
  const gross = (kind: BankLine['kind']): Sum => {
    const ofKind = lines.filter((line) => line.kind === kind);
    return { count: ofKind.length, cents: total(ofKind.map(({ grossCents }) => grossCents)) };
  };
  return {
    payments: gross('payment'),
    refunds: gross('refund'),
    feeCents: totalIfAll(lines.map(({ feeCents }) => feeCents)),
    netCents: totalIfAll(lines.map(signedNet)),
  };
}

/** What the line moves on the merchant's account: refunds are paid out. */
function signedNet({ kind, netCents }: BankLine): number | null {
  return kind === 'refund' && netCents !== null ? -netCents : netCents;
}

function totalIfAll(values: readonly (number | null)[]): number | null {
  return values.every((value) => value !== null) ? total(values) : null;
}

function differenceOf(findings: readonly Finding[]): number | null {
  return totalIfAll(
    findings.map((finding) => {
      const cents = differenceCents(finding);
      return cents === null ? null : Math.abs(cents);
    }),
  );
}

function sumOf(findings: readonly Finding[]): Sum {
  return {
    count: findings.length,
    cents: total(findings.map(({ bankCents, ourCents }) => bankCents ?? ourCents ?? 0)),
  };
}

function total(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
