import { setTimeout as pause } from 'node:timers/promises';
import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { amountOf } from '../amount.ts';
import {
  aboutPayment,
  EXCEPTION_PREFIX,
  logOpened,
  openException,
  type Question,
  type RecordQuestion,
} from '../exceptions/exception.ts';
import { moneyItem, type OfStart, questionItem } from '../exceptions/exception-item.ts';
import type { ExceptionRecord } from '../exceptions/exception-record.ts';
import { type MoneyStep, planOf } from '../money/plan.ts';
import type { Money, MoneyReport, Received } from '../money/received.ts';
import type { MoneyWrites, ReadMoney } from '../money/records.table.ts';
import type { Transaction } from '../transaction.ts';
import { asJudged, type Settle, type SettledAttempt, type Settling } from './settle.ts';

export interface ReceiveDependencies {
  settle: Settle;
  readMoney: ReadMoney;
  moneyWrites: MoneyWrites;
  recordQuestion: RecordQuestion;
  logger: Logger;
  clock: Clock;
}

/** Where money is recorded: a transaction, or the partition of an unknown payment. */
export interface Place {
  transactionId: string;
  bankAccount: string;
}

/** What an exception says of the transaction, or of a place without one. */
export function aboutPlace(transaction: Transaction | undefined, { transactionId, bankAccount }: Place) {
  if (transaction) return aboutPayment(transaction);
  return { transactionId, merchantId: null, bankAccount, expectedCents: null, noticeId: null };
}

/** The effect of a report of money. */
export interface ReceivedMoney {
  isSettled: boolean;
  /** Movements that were new. */
  recorded: number;
  /** Records of the start that the answer does not have. */
  unlisted: number;
  /** Whether the list explains the callback that asked for it. */
  isExplained: boolean;
}

/** Of one start, more movements than this in one report are not plausible. */
const MAX_STEPS = 500;
const MAX_PAUSE_MS = 100;

/**
 * Brings the records of a start in line with a report, one conditional write at a time, each by what is stored then. So it
 * can be repeated after a crash, and another writer between two writes is seen by the next. `read`: the money, where it
 * was read already.
 */
export async function receiveMoney(
  dependencies: ReceiveDependencies,
  place: Place,
  report: MoneyReport,
  read?: Money,
): Promise<ReceivedMoney> {
  const received = { isSettled: false, recorded: 0 };
  let money = read;
  for (let round = 0; round < MAX_STEPS; round += 1) {
    money ??= await dependencies.readMoney(place.transactionId);
    const { steps, isExplained, unlisted, contradicted } = planOf(money, report);
    const [step, ...further] = steps;
    const isWritten = !step || (await take(dependencies, place, { money, report, step }));
    if (isWritten && step?.kind === 'settle') received.isSettled = true;
    if (isWritten && (step?.kind === 'settle' || step?.kind === 'record')) received.recorded += 1;
    if (isWritten && further.length === 0) {
      if (contradicted)
        await openContradicted(dependencies, aboutPlace(money.transaction, place), report, contradicted);
      return { ...received, isExplained, unlisted };
    }
    if (!isWritten) await pause(Math.random() * Math.min(MAX_PAUSE_MS, 10 * round));
    money = undefined;
  }
  throw new Error(`${place.transactionId} was changed by another writer on every try`);
}

interface Taking {
  money: Money;
  report: MoneyReport;
  step: MoneyStep;
}

async function take(dependencies: ReceiveDependencies, place: Place, taking: Taking): Promise<boolean> {
  const { money, report, step } = taking;
  const { moneyWrites } = dependencies;
  switch (step.kind) {
    case 'record':
      return record(dependencies, place, money, report, step);
    case 'settle':
      return money.transaction ? settlePayment(dependencies, money.transaction, step, report.noticeId) : false;
    case 'name':
      return moneyWrites.name(place.transactionId, step);
    case 'confirm':
      return moneyWrites.confirm(step.exception);
  }
}

async function record(
  { moneyWrites, clock, logger }: ReceiveDependencies,
  place: Place,
  money: Money,
  { bankId, noticeId }: MoneyReport,
  { received, as: kind, isNamed }: Extract<MoneyStep, { kind: 'record' }>,
): Promise<boolean> {
  const { transaction, exceptions } = money;
  const about: OfStart = {
    ...aboutPlace(transaction, place),
    ...{ kind, bankId, noticeId: noticeId ?? null },
    paymentMethod: transaction?.attempts.find((each) => each.bankId === bankId)?.method ?? null,
  };
  const key = `money#${bankId}#${received.cents}#`;
  const ordinals = exceptions.flatMap(({ exceptionId }) =>
    exceptionId.startsWith(key) ? Number(exceptionId.slice(key.length)) : [],
  );
  const name = isNamed ? received.name : undefined;
  const item = moneyItem(about, received, name ?? `${received.cents}#${Math.max(0, ...ordinals) + 1}`, clock());
  const isWritten = await moneyWrites.add(money, item);
  if (isWritten) logOpened({ logger }, about);
  return isWritten;
}

/** The paying movement, with the exceptions that it opens: late, and more than was requested. */
export function paymentSettling(
  transaction: Transaction,
  received: Received,
  attempt: SettledAttempt,
  noticeId?: string,
): Extract<Settling, { cause: 'bank-confirmed' }> & { questions: Question[] } {
  const { amountCents, status, otherMoney } = transaction;
  const { cents: receivedCents, atMs: paidAtMs, name: operationId } = received;
  const about = { ...aboutPayment(transaction), noticeId: noticeId ?? null, bankId: attempt.bankId };
  const facts = { paymentMethod: attempt.method, ...(paidAtMs !== null && { bankTime: paidAtMs }) };
  const kinds = [
    ...(status === 'pending' ? [] : (['late'] as const)),
    ...(receivedCents > amountCents ? (['overpaid'] as const) : []),
  ];
  return {
    ...asJudged(transaction),
    ...{ cause: 'bank-confirmed', attempt, otherMoney },
    paid: { amountCents, receivedCents, paidAtMs, operationId },
    questions: kinds.map((kind) => ({ ...about, ...facts, kind, reportedCents: receivedCents })),
  };
}

/** Whether the payment was written. */
export async function settlePayment(
  { settle, logger }: Pick<ReceiveDependencies, 'settle' | 'logger'>,
  transaction: Transaction,
  { received, attempt, leaves }: { received: Received; attempt: SettledAttempt; leaves?: ExceptionRecord | undefined },
  noticeId?: string,
): Promise<boolean> {
  const settling = paymentSettling(transaction, received, attempt, noticeId);
  const { kind } = await settle({ ...settling, leaves });
  if (kind !== 'written') return false;
  for (const question of settling.questions) logOpened({ logger }, question);
  return true;
}

async function openContradicted(
  dependencies: ReceiveDependencies,
  about: ReturnType<typeof aboutPlace>,
  { bankId, noticeId }: MoneyReport,
  { cents, name = '' }: Received,
): Promise<void> {
  await openException(dependencies, {
    ...about,
    ...{ kind: 'unclear-payment', bankId, noticeId: noticeId ?? null, occurrence: `${name}#${cents}` },
    detail: `another amount of a recorded movement: ${amountOf(cents).toFixed(2)} EUR`,
  });
}

/** Opens a question that money may answer, once, with a mark on the main item: a payment must not settle past it unread. */
export async function openMarked(
  { readMoney, moneyWrites, clock, logger }: ReceiveDependencies,
  place: Place,
  question: Question,
): Promise<void> {
  await retryOvertaken(place.transactionId, async () => {
    const money = await readMoney(place.transactionId);
    const item = questionItem(question, clock());
    if (money.exceptions.some(({ exceptionId }) => item.item === EXCEPTION_PREFIX + exceptionId)) return true;
    if (!(await moneyWrites.add(money, item))) return undefined;
    logOpened({ logger }, question);
    return true;
  });
}
