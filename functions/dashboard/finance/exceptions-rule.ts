import type { CountAndEuros } from '../../finance/unnotified/unnotified-rule.ts';
import { EXCEPTION_KINDS, type ExceptionKind } from '../../payments/exceptions/exception.ts';
import { paymentOf } from '../../payments/exceptions/exception-outcomes.ts';
import type { ExceptionRecord } from '../../payments/exceptions/exception-record.ts';
import { amountOf } from '../../payments/money.ts';
import { isoTime } from '../../runtime/clock.ts';

export interface ExceptionLine {
  kind: ExceptionKind;
  count: number;
  /** Money that is counted here, so that the lines add up to the total. */
  euros: number;
  /** Money of this kind that is counted at a kind before it. */
  eurosElsewhere: number;
  /** Those about which no sum in EUR is known. */
  withoutSum: number;
  oldestAt: string;
}

/** Open exceptions by kind. Each payment's money counts once, for the first of its kinds in `EXCEPTION_KINDS`. */
export function exceptionLines(open: readonly ExceptionRecord[]): { lines: ExceptionLine[]; total: CountAndEuros } {
  const counted = new Set<string>();
  const lines: ExceptionLine[] = [];
  let totalCents = 0;
  for (const kind of EXCEPTION_KINDS) {
    const ofKind = open.filter((exception) => exception.kind === kind);
    const [first] = ofKind;
    if (!first) continue;
    let cents = 0;
    let elsewhereCents = 0;
    for (const exception of ofKind) {
      if (counted.has(paymentOf(exception))) elsewhereCents += exception.receivedCents ?? 0;
      else cents += exception.receivedCents ?? 0;
    }
    for (const exception of ofKind) if (exception.receivedCents !== null) counted.add(paymentOf(exception));
    totalCents += cents;
    lines.push({
      kind,
      count: ofKind.length,
      euros: amountOf(cents),
      eurosElsewhere: amountOf(elsewhereCents),
      withoutSum: ofKind.filter(({ receivedCents }) => receivedCents === null).length,
      oldestAt: isoTime(ofKind.reduce((oldest, { openedAt }) => Math.min(oldest, openedAt), first.openedAt)),
    });
  }
  return { lines, total: { count: open.length, euros: amountOf(totalCents) } };
}
