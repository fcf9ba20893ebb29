import {
  type Bank,
  type BankNotification,
  type BankStatus,
  type MoneyStatus,
  reportsMoney,
} from '../../banking/bank.ts';
import {
  apartMs,
  areCloseTimes,
  type MovementName,
  nameOf,
  paired,
  SAME,
  sameMovement,
} from '../../banking/movement.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { amountOf } from '../amount.ts';
import { aboutPayment, openException } from '../exceptions/exception.ts';
import type { ReadExceptions } from '../exceptions/exceptions.table.ts';
import type { BankReport } from '../money/report.ts';
import { GRACE_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import { type Applied, type ApplyDependencies, applyReport } from './apply.ts';

export interface ConfirmDependencies extends ApplyDependencies {
  readExceptions: ReadExceptions;
  clock: Clock;
}

/** A notification of a transaction of ours. */
export type Notice = BankNotification & { transactionId: string };

/** What of a bank confirms a notification. */
export type Confirming = Pick<Bank, 'askStatus' | 'payments' | 'needs'>;

/**
 * Applies the provider's list of the start. By its number of entries it decides whether the notified movement is one
 * of the recorded ones or another. It may lack a movement that is new. A notification without a status that an
 * up-to-date list does not have may be about returned money: a person must check it.
 */
export async function applyList(
  dependencies: ConfirmDependencies,
  bank: Confirming,
  transaction: Transaction,
  notice: Notice,
  recorded: readonly MovementName[],
): Promise<Applied> {
  const reports = await bank.payments?.list(notice.bankId);
  const unconfirmed = (detail: string): Applied => {
    logUnconfirmed(dependencies, notice.transactionId, { kind: 'unknown', detail });
    return { kind: 'unconfirmed' };
  };
  if (!reports) return unconfirmed('no list of payments');
  const report = reportOfAll(notice, reports, recorded);
  const applied = report ? await applyReport(dependencies, transaction, report) : NOTHING_LISTED;
  const { status } = notice;
  if (!reportsMoney(status)) return applied;
  const [names, notified] = [reports.map(named), named(status)];
  const records = paired(names, recorded);
  const own = reports.flatMap((report, index) =>
    isReportOf(report, notice) && areTogether(report, status) ? [records[index]] : [],
  );
  // An entry that had no record before, or no entry beside the record of exactly this movement.
  const isNamed = recorded.some((name) => sameMovement(name, notified) === SAME.certain);
  const listed = reports.filter((report) => isReportOf(report, notice));
  // An entry of about this time may be that of a neighbour, while the own one is not listed yet.
  const isOwn = listed.every((report) => apartMs(named(report), notified) === 0);
  const isRepeat = isNamed && !notice.lacksStatus && isOwn && (own.length > 0 || transaction.status === 'paid');
  if (own.includes(undefined) || isRepeat) return applied;
  if (mayBeListedLater(dependencies.clock(), transaction, notice))
    return unconfirmed('not in the list of payments yet');
  // Each entry has a record now, so the notified movement is one of them.
  const isAccounted = names.some((name) => sameMovement(name, notified) >= SAME.near);
  const isKnown =
    recorded.some((name) => sameMovement(name, notified) >= SAME.near) && isOfPaidTime(transaction, notice);
  if (isAccounted && (!notice.lacksStatus || (own.length > 0 && isKnown))) return applied;
  return notice.lacksStatus
    ? openUnclear(dependencies, transaction, notice)
    : unconfirmed('not in the list of payments');
}

const NOTHING_LISTED: Applied = { kind: 'nothing', detail: 'no payment is listed' };

/** The movements that the bank reports of one start, in order of time, as one report; undefined without any. */
export function reportOfAll(
  { bankId, noticeId, status }: Notice,
  reports: readonly MoneyStatus[],
  recorded: readonly MovementName[],
): BankReport | undefined {
  const records = paired(reports.map(named), recorded);
  const isSame = reports.length === 1 && recorded.length === 1 && recorded[0]?.isExact === false;
  const own = reports.filter((each, index) => isReportOf(each, { status }) && (isSame || records[index] === undefined));
  // A further entry beside a recorded movement of exactly this name is another one.
  const { text } = named(status);
  const isNew = text === undefined || !recorded.some((name) => name.text === text);
  const [first, ...further] = reports.map((each) =>
    isNew && own.length === 1 && each === own[0] ? asNotified(each, status) : each,
  );
  return first && { bankId, noticeId, status: { ...first, further } };
}

/** The name of the movement that a report is about. */
export function named(status: BankStatus): MovementName {
  return nameOf(reportsMoney(status) ? status.operationId : undefined);
}

/** Whether two reports have about the same time, which the name of a push lacks. */
function areTogether(report: MoneyStatus, notified: MoneyStatus): boolean {
  const [one, other] = [report, notified].map((each) => (each.kind === 'paid' ? each.paidAtMs : null));
  return one == null || other == null || areCloseTimes(one, other);
}

/** Whether a push can have been paid at the notified time, which its name lacks. The status gave it to the second. */
function isOfPaidTime({ attempts, paidBy, paidAt }: Transaction, { bankId, status }: Notice): boolean {
  const paid = attempts[paidBy ?? -1];
  if (paid?.bankId !== bankId || paid.method !== 'MBWAY') return true;
  const notifiedMs = status.kind === 'paid' ? status.paidAtMs : null;
  return paidAt === undefined || notifiedMs === null || areCloseTimes(paidAt, notifiedMs);
}

/** Whether the movement, or the payment whose repeat it may be, is so new that the list need not have it. */
function mayBeListedLater(nowMs: number, { attempts, paidAt }: Transaction, { bankId, status }: Notice): boolean {
  const method = attempts.find((each) => each.bankId === bankId)?.method ?? 'REFERENCE';
  const movedAtMs = (status.kind === 'paid' ? status.paidAtMs : null) ?? paidAt ?? 0;
  return nowMs - movedAtMs < GRACE_MS[method];
}

/** The amount stays in the text: it may be returned money, which no sum of received money may count. */
async function openUnclear(
  dependencies: ConfirmDependencies,
  transaction: Transaction,
  { bankId, noticeId, status }: Notice,
): Promise<Applied> {
  const { amountCents, paidAtMs } = status.kind === 'paid' ? status : { amountCents: null, paidAtMs: null };
  const amount = amountCents === null ? 'an unreadable amount' : `${amountOf(amountCents).toFixed(2)} EUR`;
  const time = paidAtMs === null ? '' : ` of ${isoTime(paidAtMs)}`;
  await openException(dependencies, {
    ...aboutPayment(transaction),
    kind: 'unclear-payment',
    bankId,
    noticeId,
    occurrence: `${amountCents ?? 'unnamed'}-${paidAtMs ?? 'undated'}`,
    detail: `callback without a status: ${amount}${time}, not in the list of payments; perhaps returned`,
    ...(paidAtMs !== null && { bankTime: paidAtMs }),
  });
  return { kind: 'exception', exceptions: ['unclear-payment'] };
}

/** Whether the bank's report can be about the notified movement; any can where the notified amount is not readable. */
export function isReportOf(report: MoneyStatus, { status }: Pick<Notice, 'status'>): boolean {
  if (!reportsMoney(status) || status.kind === 'odd') return true;
  return report.operationId !== undefined && sameMovement(named(report), named(status)) >= SAME.near;
}

/** The bank's report with the exact name and the time of the movement, where only the notification has them. */
export function asNotified(report: MoneyStatus, notified: BankStatus): MoneyStatus {
  const [own, reported] = [named(report), named(notified)];
  const isInexact = reported.text !== undefined && !reported.isExact;
  if (!reportsMoney(notified) || isInexact || sameMovement(own, reported) < SAME.near) return report;
  const { operationId } = notified;
  const combined = operationId === undefined ? report : { ...report, operationId };
  if (combined.kind !== 'paid' || notified.kind !== 'paid') return combined;
  return { ...combined, paidAtMs: notified.paidAtMs ?? combined.paidAtMs };
}

/** A late or unavailable bank is a warning; a bank that contradicts its notification is an error. */
export function logUnconfirmed({ logger }: ApplyDependencies, transactionId: string, answer: BankStatus): void {
  const { kind } = answer;
  const isContradicted = kind === 'refused' || kind === 'expired';
  const detail = kind === 'odd' || kind === 'unknown' ? answer.detail : undefined;
  const fields = { transactionId, bankStatus: kind, detail };
  if (isContradicted) logger.error('bank notification contradicted', fields);
  else logger.warn('bank notification unconfirmed', fields);
}
