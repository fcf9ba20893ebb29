import { amountOf } from '../../payments/amount.ts';
import { isoTime } from '../../runtime/clock.ts';
import type { DifferenceSum, Sum, Totals } from './day-totals.ts';
import { differenceCents, type Finding } from './finding.ts';
import { noteText } from './note.ts';
import type { DayReport } from './reconcile-day.ts';

/** The report for programs: amounts in EUR, times in ISO 8601 UTC. */
export function reportJson({
  day,
  merchantId,
  account,
  oneSided,
  unusedColumns,
  reconciled,
  totals,
  unreadable,
}: DayReport) {
  const { bank } = totals;
  return {
    day: { date: day.name, from: isoTime(day.fromMs), to: isoTime(day.toMs) },
    merchantId,
    account,
    oneSided,
    unusedColumns,
    agrees: isAgreed({ totals, unreadable }),
    ours: { payments: inEuros(totals.ours.payments), refunds: inEuros(totals.ours.refunds) },
    bank: bank && {
      payments: inEuros(bank.payments),
      refunds: inEuros(bank.refunds),
      fee: euros(bank.feeCents),
      net: euros(bank.netCents),
    },
    agreements: inEuros(totals.agreements),
    timing: inEuros(totals.timing),
    notChecked: inEuros(totals.notChecked),
    /** With those that the bank gave no clear answer about, where programs have always found them. */
    differences: Object.fromEntries(
      Object.entries({ ...totals.differences, ...unanswered(totals) }).map(([kind, sum]) => [
        kind,
        differenceInEuros(sum),
      ]),
    ),
    /** In none of the figures. */
    unreadable,
    linesLeftOut: reconciled.leftOut,
    findings: reconciled.findings.map(findingJson),
  };
}

/** Whether the bank confirms everything that was compared, and everything could be. */
export function isAgreed({ totals, unreadable }: Pick<DayReport, 'totals' | 'unreadable'>): boolean {
  return totals.differenceCount === 0 && totals.noAnswer.count === 0 && unreadable.length === 0;
}

function unanswered({ noAnswer }: Totals): Record<string, DifferenceSum> {
  return noAnswer.count === 0 ? {} : { 'no-answer': { ...noAnswer, differenceCents: null } };
}

/** `detail` has the notes in English. */
export function findingJson(finding: Finding) {
  const { result, kind, transaction, refund, line, ourCents, bankCents, notes } = finding;
  const ourTime = refund ? refund.atMs : (transaction?.paidAtMs ?? null);
  return {
    result,
    kind,
    merchantId: transaction?.merchantId ?? null,
    transactionId: transaction?.transactionId ?? null,
    externalOrderId: transaction?.externalOrderId ?? null,
    status: transaction?.status ?? null,
    bankAccount: transaction?.bankAccount ?? null,
    ourTime: ourTime === null ? null : isoTime(ourTime),
    ourAmount: euros(ourCents),
    bankAmount: euros(bankCents),
    difference: euros(differenceCents(finding)),
    bankId: line?.bankId ?? refund?.refundId ?? transaction?.paidBankId ?? null,
    line: line && {
      number: line.lineNumber,
      day: line.day,
      time: line.atMs === null ? null : isoTime(line.atMs),
      fee: euros(line.feeCents),
      net: euros(line.netCents),
    },
    openExceptions: transaction?.openExceptions ?? [],
    detail: noteText(notes),
  };
}

function inEuros({ count, cents }: Sum) {
  return { count, amount: amountOf(cents) };
}

function differenceInEuros(sum: DifferenceSum) {
  return { ...inEuros(sum), difference: euros(sum.differenceCents) };
}

function euros(cents: number | null): number | null {
  return cents === null ? null : amountOf(cents);
}
