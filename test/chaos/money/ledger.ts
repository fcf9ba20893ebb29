import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import type { AlikeKind, Expected, Sums } from './alike.ts';
import { expectedPayments, expectedReturns } from './alike.ts';
import type { Movement } from './history.ts';
import type { Played } from './play.ts';
import { euros } from './schedule.ts';

/** The service's records at the end. */
interface Recorded {
  status: string;
  settlements: { status: string; settledAt: number; paidAt: number | null }[];
  /** The amount received where it was more than requested, and its start. */
  paidCents?: number;
  paidBy?: number;
  attempts: { bankId: string }[];
  exceptions: { kind: string; bankId: string; receivedCents: number | null; state: string }[];
  refunds: { refundId: string; cents: number }[];
  /** Cents of the refunds that return money beyond the payment. */
  excess: number;
  /** As lists and files have it. */
  sums: { count: number; cents: number; excessCents?: number } | undefined;
}

export interface Judgement {
  problems: string[];
  alike: AlikeKind[];
  /**
   * Cents of the transaction: paid by the customer, reported of that, and recorded; the same for returned money.
   */
  money: Record<'paid' | 'reported' | 'recorded' | 'returned' | 'returnsReported' | 'returnsRecorded', number>;
  exceptions: string[];
  status: string;
  /** Movements that were not reported. */
  invisible: number;
}

/**
 * Exceptions about separate money. Each movement counts once: that of `overpaid` with its complete amount, unless the
 * exception is the excess of the payment itself.
 */
const MONEY_KINDS = new Set(['underpaid', 'overpaid', 'paid-twice', 'unknown-payment', 'unclear-payment']);

const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0);

/**
 * Compares the service's records with the customer's actions: to the cent, and by the kind of each exception. It
 * uses the customer's payments and which of them the bank reported; of the service it reads the main item, the
 * exceptions and the refunds.
 */
export function judge(played: Played): Judgement {
  const recorded = recordedOf(played);
  const movements = played.starts.flatMap((start) => start.movements);
  const returns = played.returns.map(({ movement }) => movement);
  const [payments, given] = [expectedPayments(played), expectedReturns(played)];
  const { expectedCents } = played.schedule;
  const isPaid = recorded.status === 'paid';
  const listed = recorded.exceptions.filter(({ kind }) => MONEY_KINDS.has(kind));
  const recordedCents =
    (isPaid ? expectedCents : 0) + sum(listed.map(receivedOf)) - (isOfTooMuch(recorded) ? expectedCents : 0);
  // A refund of more than was received has an exception beside it; two sums under one id have only that.
  const unclear = recorded.exceptions.filter(({ kind }) => kind === 'unknown-refund');
  const isBeside = ({ bankId, receivedCents }: Recorded['exceptions'][number]) =>
    recorded.refunds.some((each) => each.refundId === bankId && each.cents === receivedCents);
  const unknownRefunds = unclear.filter((each) => !isBeside(each)).map(receivedOf);
  const refunds = recorded.refunds.map(({ cents }) => cents);
  const problems = [
    ...played.problems,
    ...sumProblems('received', payments, recordedCents, oneByOne(recorded, expectedCents)),
    ...sumProblems('returned', given, sum(refunds) + sum(unknownRefunds), [...refunds, ...unknownRefunds]),
    ...statusProblems(played, recorded),
    ...kindProblems(played, recorded),
    ...returnProblems(played, recorded, recordedCents, unclear.length),
    ...foreignProblems(played),
  ];
  const centsOf = (all: Movement[]) => sum(all.map(({ cents }) => cents));
  const reported = (all: Movement[]) => all.filter(({ reports }) => reports.size > 0);
  return {
    problems,
    alike: [...payments.alike, ...given.alike],
    money: {
      paid: centsOf(movements),
      reported: centsOf(reported(movements)),
      recorded: recordedCents,
      returned: centsOf(returns),
      returnsReported: centsOf(reported(returns)),
      returnsRecorded: sum(refunds) + sum(unknownRefunds),
    },
    exceptions: recorded.exceptions.map(({ kind }) => kind),
    status: recorded.status,
    invisible: [...movements, ...returns].filter(({ reports }) => reports.size === 0).length,
  };
}

function receivedOf({ receivedCents }: Recorded['exceptions'][number]): number {
  return receivedCents ?? 0;
}

function recordedOf({ items }: Played): Recorded {
  const isOf = (prefix: string) => (each: Record<string, unknown>) => String(each.item).startsWith(prefix);
  const main = items.find(isOf('main')) as unknown as Omit<Recorded, 'exceptions' | 'refunds' | 'excess' | 'sums'> & {
    refunds: Recorded['sums'];
  };
  return {
    status: main.status,
    settlements: main.settlements,
    attempts: main.attempts,
    ...(main.paidCents !== undefined && { paidCents: main.paidCents }),
    ...(main.paidBy !== undefined && { paidBy: main.paidBy }),
    exceptions: items.filter(isOf('exception#')) as unknown as Recorded['exceptions'],
    refunds: items
      .filter(isOf('refund#'))
      .map(({ refundId, amountCents }) => ({ refundId: String(refundId), cents: Number(amountCents ?? 0) })),
    sums: main.refunds,
    excess: sum(items.filter(isOf('refund#')).map(({ excessCents }) => Number(excessCents ?? 0))),
  };
}

/** Whether the payment was overpaid, so that an exception `overpaid` is about it. */
function isOfTooMuch({ paidCents, paidBy, attempts, exceptions }: Recorded): boolean {
  const bankId = attempts[paidBy ?? -1]?.bankId;
  return exceptions.some(
    (each) => each.kind === 'overpaid' && each.bankId === bankId && each.receivedCents === paidCents,
  );
}

/** The sums of the recorded movements: the settled payment and each exception about money. */
function oneByOne(recorded: Recorded, expectedCents: number): number[] {
  const listed = recorded.exceptions.filter(({ kind }) => MONEY_KINDS.has(kind));
  const isCovered = recorded.status !== 'paid' || isOfTooMuch(recorded);
  return [...(isCovered ? [] : [expectedCents]), ...listed.map(receivedOf)];
}

/** Compares the total and each movement by its amount: none missing, none twice, none invented. */
function sumProblems(what: string, { sums }: Expected, recordedCents: number, records: number[]): string[] {
  const problems: string[] = [];
  const least = sum(sums.map(({ cents, least: count }) => cents * count));
  const most = sum(sums.map(({ cents, all }) => cents * all));
  if (recordedCents < least || recordedCents > most) {
    const wanted = least === most ? euros(most) : `${euros(least)} to ${euros(most)}`;
    problems.push(`${what} and reported ${wanted}, on record ${euros(recordedCents)}`);
  }
  const wanted = new Map(sums.map((each) => [each.cents, each]));
  const found = Map.groupBy(records, (cents) => cents);
  for (const cents of new Set([...wanted.keys(), ...found.keys()])) {
    const { least: from, all: to }: Sums = wanted.get(cents) ?? { cents, least: 0, all: 0 };
    const count = found.get(cents)?.length ?? 0;
    if (count < from || count > to)
      problems.push(
        `${what} ${euros(cents)}: reported ${to} times, at least ${from} of them to be kept, on record ${count} times`,
      );
  }
  return problems;
}

/** Paid if and only if the bank reported one complete movement, with one settlement; nothing open without a reason. */
function statusProblems({ starts, schedule }: Played, { status, settlements, exceptions }: Recorded): string[] {
  const { expectedCents, provider } = schedule;
  const inFull = starts.flatMap(({ movements }) => movements).filter(({ cents }) => cents >= expectedCents);
  // By decision, SIBS's notification of too much money alone settles nothing.
  const isGood = ({ cents, reports }: Movement) =>
    provider === 'sibs' && cents > expectedCents ? reports.has('inquiry') : reports.size > 0;
  const good = inFull.filter(isGood);
  const paid = settlements.filter((settlement) => settlement.status === 'paid');
  const problems: [boolean, string][] = [
    [paid.length > 0 && good.length === 0, 'payment.success, without a complete payment'],
    // Money on a start that the bank refused may be an exception instead.
    [
      status !== 'paid' && good.some((movement) => isOfLiving(starts, movement)),
      `the complete amount was reported, and the status is ${status}`,
    ],
    [paid.length !== (status === 'paid' ? 1 : 0), `${status} with ${paid.length} settlements of success`],
    [
      status === 'pending' && !exceptions.some(({ kind, state }) => MONEY_KINDS.has(kind) && state === 'open'),
      'pending, without an open exception',
    ],
  ];
  for (const { paidAt, settledAt } of paid) {
    problems.push([paidAt !== null && paidAt > settledAt, 'paidAt is later than its report']);
    const ages = inFull.filter(({ reports }) => reports.size > 0).map(({ atMs }) => Math.abs((paidAt ?? 0) - atMs));
    // Where the bank gives no time, ours counts; the list has minutes, and one hour of October is repeated.
    const isNear = paidAt === settledAt || ages.some((age) => age < 60_000 || Math.abs(age - HOUR_MS) < 60_000);
    problems.push([good.length > 0 && !isNear, 'paidAt is the time of no payment']);
  }
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

function isOfLiving(starts: Played['starts'], movement: Movement): boolean {
  const start = starts.find(({ movements }) => movements.includes(movement));
  return start?.manner !== 'refused-sent' && start?.manner !== 'fault-sent' && start?.manner !== 'lost-late';
}

function kindProblems({ schedule, starts }: Played, { status, settlements, exceptions }: Recorded): string[] {
  const { expectedCents } = schedule;
  const isLate = settlements.some((each, index) => index > 0 && each.status === 'paid');
  const hasDead = starts.some(({ manner }) => manner !== 'good');
  const problems: string[] = [];
  const count = (kind: string) => exceptions.filter((each) => each.kind === kind).length;
  if (count('late') !== (isLate ? 1 : 0))
    problems.push(`${count('late')} exceptions late, of a payment that was ${isLate ? '' : 'not '}late`);
  for (const { kind, receivedCents, state } of exceptions) {
    const cents = receivedCents ?? 0;
    const isWrong =
      (kind === 'underpaid' && cents >= expectedCents) ||
      (kind === 'overpaid' && cents <= expectedCents) ||
      (kind === 'paid-twice' && status !== 'paid') ||
      (kind === 'unknown-payment' && !hasDead) ||
      kind === 'unclear-payment' ||
      kind === 'foreign-currency' ||
      kind === 'order-paid-twice';
    if (isWrong) problems.push(`an exception ${kind} of ${euros(cents)} in status ${status}`);
    if (state !== 'open') problems.push(`an exception ${kind} is ${state}`);
  }
  return problems;
}

/**
 * Checks the returns. What the shop got beyond its price goes back first, whichever was reported first: of the price
 * goes back only the rest. More than was received goes to a person.
 */
function returnProblems(
  { returns, schedule }: Played,
  recorded: Recorded,
  recordedCents: number,
  unclear: number,
): string[] {
  const { expectedCents } = schedule;
  const reported = returns.map(({ movement }) => movement).filter(({ reports }) => reports.size > 0);
  const firstAtMs = Math.min(...reported.map(({ reports }) => reports.get('notice') ?? 0));
  const settledAt = recorded.settlements.find(({ status }) => status === 'paid')?.settledAt ?? Number.POSITIVE_INFINITY;
  const problems: string[] = [];
  const isWithin = sum(reported.map(({ cents }) => cents)) <= expectedCents;
  if (settledAt <= firstAtMs && isWithin && unclear > 0) problems.push('unknown-refund, within the paid amount');
  const returned = sum(recorded.refunds.map(({ cents }) => cents));
  if (returned > recordedCents && unclear === 0) problems.push('more was returned than received, without an exception');
  const price = recorded.status === 'paid' ? expectedCents : 0;
  const beyond = recordedCents - price;
  const ofPrice = Math.min(price, Math.max(0, returned - beyond));
  if (recorded.excess !== returned - ofPrice)
    problems.push(`${euros(recorded.excess)} returned beyond the payment, not ${euros(returned - ofPrice)}`);
  const { cents = 0, excessCents = 0, count = 0 } = recorded.sums ?? {};
  if (cents !== ofPrice || excessCents !== recorded.excess || count !== recorded.refunds.length)
    problems.push(`the list has ${count} refunds of ${euros(cents)} and ${euros(excessCents)} beyond the payment`);
  return problems;
}

function foreignProblems({ foreign, foreignItems }: Played): string[] {
  const reported = foreign.filter(({ movement }) => movement.reports.size > 0);
  const wanted = sum(reported.map(({ movement }) => movement.cents));
  const found = foreignItems.filter(({ kind }) => kind === 'unknown-payment').map((each) => Number(each.receivedCents));
  return sum(found) === wanted
    ? []
    : [`of another order ${euros(wanted)} was reported, on record ${euros(sum(found))}`];
}
