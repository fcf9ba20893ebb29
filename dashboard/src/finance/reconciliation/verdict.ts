import type { DashboardApi } from '../../../../functions/dashboard/api.ts';
import {
  DIFFERENCE_KINDS,
  isDifference,
  isUnanswered,
  type Result,
} from '../../../../functions/finance/reconciliation/finding.ts';
import { addEuros } from '../unnotified/unnotified-sums.ts';
import type { ReconciliationTexts } from './reconciliation-texts.ts';

export type Reconciled = DashboardApi['POST /finance/reconciliation']['answer'];

/** What came of comparing a day, in one sentence. Where the bank did not answer, nothing agrees and nothing differs. */
export function verdictOf(
  { findings, unreadable, oneSided, ours }: Pick<Reconciled, 'findings' | 'unreadable' | 'oneSided' | 'ours'>,
  text: ReconciliationTexts,
): { type: 'info' | 'success' | 'warning'; sentence: string } {
  const differences = findings.filter(isDifference).length;
  const unanswered = unansweredOf(findings).length;
  const isIncomplete = unreadable.length > 0;
  const problems = [
    differences > 0 && text.differs(differences),
    unanswered > 0 && text.unanswered(unanswered, ours.payments.count),
    isIncomplete && differences === 0 && text.incomplete,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) return { type: 'warning', sentence: problems.join('. ') };
  if (findings.length === 0) return { type: 'info', sentence: text.nothing };
  if (oneSided) return { type: 'success', sentence: text.agreesOneSided };
  const isPartial = findings.some(({ result }) => result === 'not-checked');
  return { type: 'success', sentence: isPartial ? text.agreesInPart : text.agrees };
}

/** The transactions that the bank gave no clear answer about. */
export function unansweredOf(findings: Reconciled['findings']): string[] {
  return findings.filter(isUnanswered).flatMap(({ transactionId }) => transactionId ?? []);
}

/** Whether the day has refunds that nothing of the bank's shows. */
export function hasRefundsNotCompared({ oneSided, ours }: Pick<Reconciled, 'oneSided' | 'ours'>): boolean {
  return oneSided && ours.refunds.count > 0;
}

/** The report with the newer findings about some of its transactions. */
export function rechecked(
  report: Reconciled,
  newer: Pick<Reconciled, 'findings' | 'unreadable'>,
  transactionIds: readonly string[],
): Reconciled {
  const others = report.findings.filter(({ transactionId }) => !transactionIds.some((each) => each === transactionId));
  return {
    ...report,
    findings: [...others, ...newer.findings],
    unreadable: [...report.unreadable, ...newer.unreadable],
  };
}

export interface KindRow {
  kind: Result;
  count: number;
  /** In EUR, of the differences without their signs; null where it is not known. */
  difference: number | null;
}

const KINDS: readonly Result[] = [...DIFFERENCE_KINDS, 'no-answer', 'not-checked', 'timing', 'agrees'];

/** How many of each result there are. */
export function kindsOf(findings: Reconciled['findings']): KindRow[] {
  return KINDS.flatMap((kind) => {
    const sums = findings.filter(({ result }) => result === kind).map(({ difference }) => difference);
    if (sums.length === 0) return [];
    const known = sums.flatMap((sum) => (sum === null ? [] : Math.abs(sum)));
    return { kind, count: sums.length, difference: known.length < sums.length ? null : addEuros(...known) };
  });
}
