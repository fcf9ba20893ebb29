import type { ExceptionRecord } from '../exceptions/exception-record.ts';
import { MAIN_ITEM } from '../tables.ts';
import { BANK_CLOCK_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import type { Refund } from './refund.ts';

/** What is on record about the money of a transaction, or of an unknown payment, which has no transaction. */
export interface Money {
  transaction: Transaction | undefined;
  exceptions: readonly ExceptionRecord[];
  refunds: readonly Refund[];
}

/** A movement of money that the bank reports as received. */
export interface Received {
  cents: number;
  /** The bank's time of it, where it gives one. */
  atMs: number | null;
  /** The bank's name of the movement; absent in the answer to an inquiry and in a list. */
  name?: string | undefined;
  /** The bank calls it a part: it pays nothing. */
  isPart?: true;
}

/** A callback that only the provider's list can confirm. */
export interface Hint {
  name: string;
  cents: number;
  atMs: number | null;
}

/** What the bank reports of the money of one start. */
export interface MoneyReport {
  /** The bank's id of the start. */
  bankId: string;
  noticeId?: string;
  /** By a notification that proves itself. */
  proven?: Received;
  /** By the answer to an inquiry, which has one movement, or by the provider's list, which has all of them. */
  answered?: readonly Received[];
  /** The callback that asked for the list. */
  hint?: Hint;
}

/** A movement on record for a start: the payment, or an exception that records money. */
export interface Recorded {
  /** Sort key of its item. */
  item: string;
  cents: number;
  atMs: number;
  recordedAtMs: number;
  name: string | undefined;
}

/** What the records of a start lack of a report, and what of them gets a name. */
export interface Comparison {
  missing: Received[];
  /** Records without a name that a named report is about. */
  named: { item: string; name: string; atMs: number | null }[];
  /** A movement of this name is on record with other cents. */
  contradicted: { received: Received; record: Recorded }[];
  /** Names of the hints that the list explains. */
  explained: Set<string>;
  /** Records that the answer does not have. */
  unlisted: number;
}

/** The movements on record for one start, in order of time. */
export function recordedOf({ transaction, exceptions }: Money, bankId: string): Recorded[] {
  const payment = transaction && paymentOf(transaction, bankId);
  const others = exceptions.filter((each) => each.bankId === bankId).flatMap(recordOf);
  return [...(payment ? [payment] : []), ...others].sort(byTime);
}

function paymentOf(transaction: Transaction, bankId: string): Recorded | undefined {
  const { status, attempts, paidBy = -1, receivedCents = 0, paidAt = 0, paidOperation, settlements } = transaction;
  if (status !== 'paid' || attempts[paidBy]?.bankId !== bankId) return undefined;
  const recordedAtMs = settlements.at(-1)?.settledAt ?? paidAt;
  return { item: MAIN_ITEM, cents: receivedCents, atMs: paidAt, recordedAtMs, name: paidOperation };
}

function recordOf({ exceptionId, receivedCents, bankTime, openedAt, operationId }: ExceptionRecord): Recorded[] {
  if (receivedCents === null) return [];
  const times = { atMs: bankTime ?? openedAt, recordedAtMs: openedAt };
  return [{ item: exceptionId, cents: receivedCents, ...times, name: operationId }];
}

/**
 * Compares a report with the records of its start. A name belongs to one movement. An answer has no names: of each sum
 * it has n movements and we have m, and what is missing is n − m of them, those that no record is nearest to. So neither
 * the order of reports nor their number makes two records of one movement.
 */
export function compare(recorded: readonly Recorded[], report: MoneyReport, hints: readonly Hint[] = []): Comparison {
  const { proven, answered = [] } = report;
  const known = recorded.map((each) => ({ ...each }));
  const found: Comparison = { missing: [], named: [], contradicted: [], explained: new Set(), unlisted: 0 };

  const add = (received: Received) => {
    found.missing.push(received);
    const atMs = received.atMs ?? Number.POSITIVE_INFINITY;
    known.push({ item: '', cents: received.cents, atMs, recordedAtMs: atMs, name: received.name });
  };
  /** A record without a name takes it, else the movement is new. */
  const take = (received: Received, candidates: readonly Recorded[]) => {
    const nameless = nearest(candidates, received);
    if (!nameless || received.name === undefined) return add(received);
    nameless.name = received.name;
    found.named.push({ item: nameless.item, name: received.name, atMs: received.atMs });
  };
  const nameless = (cents: number) => known.filter((each) => each.cents === cents && each.name === undefined);

  if (proven) {
    const { name, cents, atMs } = proven;
    const same = name === undefined ? undefined : known.find((each) => each.name === name);
    const candidates = nameless(cents).filter(({ recordedAtMs }) => (atMs ?? 0) <= recordedAtMs + BANK_CLOCK_MS);
    const isRepeat = name === undefined && known.some((each) => each.cents === cents);
    if (same && same.cents !== cents) found.contradicted.push({ received: proven, record: same });
    else if (!same && !isRepeat) take(proven, candidates);
  }
  for (const hint of hints) {
    const { name, cents } = hint;
    const entries = answered.filter((each) => each.cents === cents).length;
    const others = known.filter((each) => each.cents === cents && each.name !== undefined && each.name !== name);
    const isRecorded = known.some((each) => each.name === name);
    if (!isRecorded && entries <= others.length) continue;
    if (!isRecorded) take(hint, nameless(cents));
    found.explained.add(name);
  }
  for (const [cents, entries] of Map.groupBy(answered, (each) => each.cents)) {
    const left = [...entries];
    for (const record of known.filter((each) => each.cents === cents).sort(byTime)) {
      const entry = nearest(left, record);
      if (entry) left.splice(left.indexOf(entry), 1);
    }
    for (const entry of left) add(entry);
  }
  const listed = Map.groupBy(answered, ({ cents }) => cents);
  for (const [cents, records] of Map.groupBy(recorded, (each) => each.cents)) {
    found.unlisted += Math.max(0, records.length - (listed.get(cents)?.length ?? 0));
  }
  return found;
}

function nearest<Timed extends { atMs: number | null }>(
  candidates: readonly Timed[],
  { atMs }: { atMs: number | null },
): Timed | undefined {
  const apartMs = (each: Timed) => Math.abs((each.atMs ?? 0) - (atMs ?? 0));
  return candidates.reduce<Timed | undefined>(
    (best, each) => (best && apartMs(best) <= apartMs(each) ? best : each),
    undefined,
  );
}

function byTime(left: Recorded, right: Recorded): number {
  return left.atMs - right.atMs;
}
