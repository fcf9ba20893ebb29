import {
  type Bank,
  type BankNotification,
  type BankStatus,
  type KnownPayment,
  type MoneyStatus,
  reportsMoney,
  reportsOf,
} from '../../banking/bank.ts';
import { areClose, areCloseTimes, haveSameSum, isExact, type MovementName, paired } from '../../banking/movement.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { openException } from '../exceptions/exception.ts';
import type { ReadExceptions } from '../exceptions/exceptions.table.ts';
import { amountOf } from '../money.ts';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import { knownPayment } from './bank-of.ts';
import {
  type Applied,
  applyBankStatus,
  type BankStatusDependencies,
  ROUNDS,
  record,
  tryReport,
} from './bank-status.ts';
import { judge } from './judge.ts';

export interface UnverifiedDependencies extends BankStatusDependencies {
  readExceptions: ReadExceptions;
  clock: Clock;
}

/** A notification of a transaction of ours. */
type Notice = BankNotification & { transactionId: string };

/**
 * Applies a notification that its protocol does not prove (`BankNeeds.isTrustworthy`). It compares the notification
 * with the records. Unless all facts known only to the provider and us match, it queries the bank and applies each
 * movement that the bank reports. `unconfirmed`: the bank does not report the notified movement, and the provider must
 * resend.
 */
export async function verifyAndApply(
  dependencies: UnverifiedDependencies,
  bank: Bank,
  bankAccount: string,
  notice: Notice,
): Promise<Applied['kind']> {
  const { bankId, noticeId, status } = notice;
  let transaction = await dependencies.read(notice.transactionId, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!transaction) return 'not-found';
    if (transaction.bankAccount !== bankAccount) return 'foreign';
    const attempt = transaction.attempts.find((each) => each.bankId === bankId);
    // The bank id of a withdrawn start is known only to the provider and us: its money becomes an exception.
    const proof = attempt ? await proofNeeded(dependencies, bank, transaction, attempt, notice) : NO_PROOF;
    if (proof.by === 'list') return applyList(dependencies, bank, transaction, notice, proof.recorded);
    if (proof.by === 'inquiry') return askAndApply(dependencies, bank, transaction, notice);
    const applied = await tryReport(dependencies, transaction, bankId, status, noticeId);
    if (applied.kind !== 'overtaken') return applied.kind;
    // Compared again, with the payment that was recorded meanwhile.
    transaction = applied.current;
  }
  throw new Error('notification: the transaction changed on every try');
}

/** What must confirm a notification before it is applied. */
type Proof =
  | { by: 'nothing' }
  | { by: 'inquiry' }
  /** `recorded`: the names of the movements on record for this start, undefined where one has no name. */
  | { by: 'list'; recorded: MovementName[] };
const NO_PROOF: Proof = { by: 'nothing' };

/**
 * A start that is paid can be reported again, paid again, or refunded: a notification that differs only a little from
 * a recorded movement, or does not say which of them it is, needs the provider's list.
 */
async function proofNeeded(
  dependencies: UnverifiedDependencies,
  bank: Bank,
  transaction: Transaction,
  attempt: BankAttempt,
  notice: Notice,
): Promise<Proof> {
  const { bankId, status, statusId, lacksStatus } = notice;
  if (!reportsMoney(status)) return { by: 'list', recorded: [] };
  const known = knownPayment(transaction, attempt);
  const isPaidAttempt = transaction.attempts[transaction.paidBy ?? -1] === attempt;
  const isTrustworthy = bank.needs?.isTrustworthy?.(notice, known) ?? false;
  const isReference = attempt.method === 'REFERENCE';
  // Money on record for a start that is not paid is a part, of which a push has one at most.
  const mayHaveRecords = transaction.status === 'paid' || (isReference && !isTrustworthy);
  const exceptions = mayHaveRecords ? await dependencies.readExceptions(transaction.transactionId) : [];
  const beside = exceptions.filter((each) => each.bankId === bankId && each.receivedCents !== null);
  if (statusId === known.statusId && (isPaidAttempt || beside.length > 0)) {
    const recorded = [...(isPaidAttempt ? [transaction.paidOperation] : []), ...beside.map((each) => each.operationId)];
    if (lacksStatus || (isReference && isDoubtful(status, recorded))) return { by: 'list', recorded };
    // No inquiry for a repeat, or for a reference that is paid again.
    if (isPaidAttempt && (isReference || judge(transaction, bankId, status).kind === 'nothing')) return NO_PROOF;
  }
  return isTrustworthy ? NO_PROOF : { by: 'inquiry' };
}

/** Whether a movement can be a recorded one: of about the same time, or of the same sum where only a list named it. */
function isDoubtful({ operationId }: MoneyStatus, recorded: readonly MovementName[]): boolean {
  return recorded.some(
    (name) => areClose(name, operationId) || (!isExact(name ?? '~') && haveSameSum(name, operationId)),
  );
}

/** Queries the status, and applies what the bank reports. */
async function askAndApply(
  dependencies: UnverifiedDependencies,
  bank: Bank,
  transaction: Transaction,
  notice: Notice,
): Promise<Applied['kind']> {
  const attempt = transaction.attempts.find((each) => each.bankId === notice.bankId);
  if (!attempt) return 'not-found';
  const known = knownPayment(transaction, attempt);
  const answer = await askStatus(bank, notice, known);
  const reports = reportsOf(answer);
  const applied = await applyReports(dependencies, transaction, notice, reports, []);
  if (reports.some((report) => isReportOf(report, notice))) return applied;
  await recordUnconfirmed(dependencies, notice, known);
  logUnconfirmed(dependencies, notice.transactionId, answer);
  return 'unconfirmed';
}

/**
 * Applies the provider's list of the start. By its number of entries it decides whether the notified movement is one
 * of the recorded ones or another. It may lack a movement that is new. A notification without a status that an
 * up-to-date list does not have may be about returned money: a person must check it.
 */
async function applyList(
  dependencies: UnverifiedDependencies,
  bank: Bank,
  transaction: Transaction,
  notice: Notice,
  recorded: readonly MovementName[],
): Promise<Applied['kind']> {
  const reports = await bank.payments?.list(notice.bankId);
  const unconfirmed = (detail: string) => {
    logUnconfirmed(dependencies, notice.transactionId, { kind: 'unknown', detail });
    return 'unconfirmed' as const;
  };
  if (!reports) return unconfirmed('no list of payments');
  const applied = await applyReports(dependencies, transaction, notice, reports, recorded);
  const { status } = notice;
  if (!reportsMoney(status)) return applied;
  const records = paired(
    reports.map(({ operationId }) => operationId),
    recorded,
  );
  const own = reports.flatMap((report, index) =>
    isReportOf(report, notice) && areTogether(report, status) ? [records[index]] : [],
  );
  // An entry that had no record before, or no entry beside the record of exactly this movement.
  const isNamed = isExact(status.operationId ?? '~') && recorded.includes(status.operationId);
  const isRepeat = isNamed && !notice.lacksStatus && (own.length > 0 || transaction.status === 'paid');
  if (own.includes(undefined) || isRepeat) return applied;
  if (mayBeListedLater(dependencies.clock(), transaction, notice))
    return unconfirmed('not in the list of payments yet');
  const ofSameSum = (name: MovementName) => haveSameSum(name, status.operationId);
  const entries = reports.filter(({ operationId }) => ofSameSum(operationId)).length;
  const isAccounted = entries > 0 && entries <= recorded.filter(ofSameSum).length;
  const isKnown = recorded.some((name) => areClose(name, status.operationId));
  // Each entry has a record, so the notified movement is one of them.
  if (isAccounted && (!notice.lacksStatus || (own.length > 0 && isKnown))) return applied;
  return notice.lacksStatus
    ? openUnclear(dependencies, transaction, notice)
    : unconfirmed('not in the list of payments');
}

/** Applies the movements that the bank reports of one start, in order of time. */
async function applyReports(
  dependencies: UnverifiedDependencies,
  transaction: Transaction,
  notice: Notice,
  reports: readonly MoneyStatus[],
  recorded: readonly MovementName[],
): Promise<Applied['kind']> {
  const records = paired(
    reports.map(({ operationId }) => operationId),
    recorded,
  );
  const isSame = reports.length === 1 && recorded.length === 1 && !isExact(recorded[0] ?? '~');
  const own = reports.filter((each, index) => isReportOf(each, notice) && (isSame || records[index] === undefined));
  const [first, ...further] = reports.map((each) =>
    own.length === 1 && each === own[0] ? asNotified(each, notice) : each,
  );
  if (!first) return 'nothing';
  const { bankId, noticeId } = notice;
  return (await applyBankStatus(dependencies, transaction, bankId, { ...first, further }, noticeId)).kind;
}

/** Whether two reports have about the same time, which the name of a push lacks. */
function areTogether(report: MoneyStatus, notified: MoneyStatus): boolean {
  const [one, other] = [report, notified].map((each) => (each.kind === 'paid' ? each.paidAtMs : null));
  return one == null || other == null || areCloseTimes(one, other);
}

/** Whether the movement, or the payment whose repeat it may be, is so new that the list need not have it. */
function mayBeListedLater(nowMs: number, { attempts, paidAt }: Transaction, { bankId, status }: Notice): boolean {
  const method = attempts.find((each) => each.bankId === bankId)?.method ?? 'REFERENCE';
  const movedAtMs = (status.kind === 'paid' ? status.paidAtMs : null) ?? paidAt ?? 0;
  return nowMs - movedAtMs < GRACE_MS[method];
}

/** The amount stays in the text: it may be returned money, which no sum of received money may count. */
async function openUnclear(
  dependencies: UnverifiedDependencies,
  { transactionId, merchantId, bankAccount, amountCents: expectedCents }: Transaction,
  { bankId, noticeId, status }: Notice,
): Promise<'exception'> {
  const { amountCents, paidAtMs } = status.kind === 'paid' ? status : { amountCents: null, paidAtMs: null };
  const amount = amountCents === null ? 'an unreadable amount' : `${amountOf(amountCents).toFixed(2)} EUR`;
  const time = paidAtMs === null ? '' : ` of ${isoTime(paidAtMs)}`;
  await openException(dependencies, {
    kind: 'unclear-payment',
    transactionId,
    merchantId,
    bankAccount,
    bankId,
    noticeId,
    expectedCents,
    receivedCents: null,
    occurrence: `${amountCents ?? 'unnamed'}-${paidAtMs ?? 'undated'}`,
    detail: `callback without a status: ${amount}${time}, not in the list of payments; perhaps returned`,
    ...(paidAtMs !== null && { bankTime: paidAtMs }),
  });
  return 'exception';
}

/**
 * Opens an exception for the money of a reference that the bank does not confirm yet. With our order id and the
 * provider's request id only the provider can have sent the notification, and it stops resending some day (invariant
 * 9). A push is paid once, so the bank's list is complete.
 */
async function recordUnconfirmed(
  dependencies: BankStatusDependencies,
  { transactionId, bankId, noticeId, statusId, status }: Notice,
  known: KnownPayment,
): Promise<void> {
  if (known.method !== 'REFERENCE' || statusId === undefined || statusId !== known.statusId) return;
  const transaction = await dependencies.read(transactionId, true);
  const verdict = transaction && judge(transaction, bankId, status);
  if (!verdict || !('exceptions' in verdict)) return;
  const kinds = verdict.exceptions.filter((kind) => kind !== 'late');
  for (const kind of kinds) await record(dependencies, kind, transaction, bankId, status, noticeId);
}

/** Queries the bank. Where id or amount differ from the record, the provider's request id is not used. */
function askStatus(bank: Bank, notice: BankNotification, known: KnownPayment): Promise<BankStatus> {
  const { statusId: _, ...withoutStatusId } = known;
  return bank.askStatus(notice.bankId, matches(notice, known) ? known : withoutStatusId);
}

/** Whether the bank's report can be about the notified movement; any can where the notified amount is not readable. */
function isReportOf({ operationId }: MoneyStatus, { status }: BankNotification): boolean {
  if (!reportsMoney(status) || status.kind === 'odd') return true;
  return operationId !== undefined && areClose(operationId, status.operationId ?? '');
}

/** The report with the exact name and time of the movement, which only the notification has. */
function asNotified(report: MoneyStatus, { status }: BankNotification): MoneyStatus {
  if (report.kind !== 'paid' || status.kind !== 'paid' || !isExact(status.operationId ?? '~')) return report;
  const { operationId = report.operationId, paidAtMs } = status;
  return { ...report, ...(operationId !== undefined && { operationId }), paidAtMs: paidAtMs ?? report.paidAtMs };
}

function matches({ statusId, status }: BankNotification, known: KnownPayment): boolean {
  return statusId === known.statusId && status.kind === 'paid' && status.amountCents === known.expectedCents;
}

/** A late or unavailable bank is a warning; a bank that contradicts its notification is an error. */
function logUnconfirmed({ logger }: BankStatusDependencies, transactionId: string, answer: BankStatus): void {
  const isContradicted = answer.kind === 'refused' || answer.kind === 'expired';
  const fields = { transactionId, bankStatus: answer.kind, detail: 'detail' in answer ? answer.detail : undefined };
  if (isContradicted) logger.error('bank notification contradicted', fields);
  else logger.warn('bank notification unconfirmed', fields);
}
