import type { AlikeKind, Expected, Sums } from './alike.ts';
import { expectedPayments, expectedReturns } from './alike.ts';
import type { Movement } from './bank-peer.ts';
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
  refunds: number[];
  /** Cents of the refunds that return money beyond the payment. */
  excess: number;
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
  const kept = recorded.exceptions.filter(({ kind }) => MONEY_KINDS.has(kind));
  const recordedCents =
    (isPaid ? expectedCents : 0) + sum(kept.map(receivedOf)) - (isOfTooMuch(recorded) ? expectedCents : 0);
  const unknownRefunds = recorded.exceptions.filter(({ kind }) => kind === 'unknown-refund').map(receivedOf);
  const problems = [
    ...played.problems,
    ...sumProblems('received', payments, recordedCents, oneByOne(recorded, expectedCents)),
    ...sumProblems('returned', given, sum(recorded.refunds) + sum(unknownRefunds), [
      ...recorded.refunds,
      ...unknownRefunds,
    ]),
    ...statusProblems(played, recorded),
    ...kindProblems(played, recorded),
    ...returnProblems(played, recorded, recordedCents, unknownRefunds.length),
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
      returnsRecorded: sum(recorded.refunds) + sum(unknownRefunds),
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
  const main = items.find(isOf('main')) as unknown as Omit<Recorded, 'exceptions' | 'refunds' | 'excess'>;
  return {
    status: main.status,
    settlements: main.settlements,
    attempts: main.attempts,
    ...(main.paidCents !== undefined && { paidCents: main.paidCents }),
    ...(main.paidBy !== undefined && { paidBy: main.paidBy }),
    exceptions: items.filter(isOf('exception#')) as unknown as Recorded['exceptions'],
    refunds: items.filter(isOf('refund#')).map(({ amountCents }) => Number(amountCents ?? 0)),
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
  const kept = recorded.exceptions.filter(({ kind }) => MONEY_KINDS.has(kind));
  const isCovered = recorded.status !== 'paid' || isOfTooMuch(recorded);
  return [...(isCovered ? [] : [expectedCents]), ...kept.map(receivedOf)];
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
    const isNear = paidAt === settledAt || ages.some((age) => age < 60_000 || Math.abs(age - 3_600_000) < 60_000);
    problems.push([good.length > 0 && !isNear, 'paidAt is the time of no payment']);
  }
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

function isOfLiving(starts: Played['starts'], movement: Movement): boolean {
  const start = starts.find(({ movements }) => movements.includes(movement));
  return start?.manner !== 'refused' && start?.manner !== 'fault' && start?.manner !== 'lost-late';
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
 * Checks the returns of a settled payment. Up to the paid amount they are refunds; above the received amount they are
 * exceptions.
 */
function returnProblems(
  { returns, starts, schedule }: Played,
  recorded: Recorded,
  recordedCents: number,
  unknown: number,
): string[] {
  const reported = returns.map(({ movement }) => movement).filter(({ reports }) => reports.size > 0);
  const received = sum(starts.flatMap(({ movements }) => movements.map(({ cents }) => cents)));
  const isComplete = recordedCents === received && unknown === 0;
  const firstAtMs = Math.min(...reported.map(({ reports }) => reports.get('notice') ?? 0));
  const settledAt = recorded.settlements.find(({ status }) => status === 'paid')?.settledAt ?? Number.POSITIVE_INFINITY;
  if (reported.length === 0 || settledAt > firstAtMs) return [];
  const problems: string[] = [];
  const isWithin = sum(reported.map(({ cents }) => cents)) <= schedule.expectedCents;
  if (isWithin && unknown > 0) problems.push('unknown-refund, within the paid amount');
  if (sum(recorded.refunds) > received) problems.push('refunds of more than the received amount');
  // What the shop got beyond its price goes back first. Known exactly where every payment was reported before, and no
  // callback was refused: ifthenpay’s list must first tell a second payment from a repeat.
  const beyond = Math.max(0, received - schedule.expectedCents);
  const lastPaidMs = Math.max(
    ...starts.flatMap(({ movements }) =>
      movements.map((movement) => {
        // An answer of the bank does not tell which of two equal payments it is about.
        const isOne = movements.filter(({ cents }) => cents === movement.cents).length === 1;
        const tookMs = acknowledgedMs(movement, schedule.provider);
        return isOne ? Math.min(tookMs, answeredMs(movement)) : tookMs;
      }),
    ),
  );
  const first = Math.min(...reported.map(firstReportMs));
  const given = Math.min(sum(recorded.refunds), beyond);
  if (recorded.excess > beyond || (isComplete && lastPaidMs < first && recorded.excess !== given))
    problems.push(`${euros(recorded.excess)} returned beyond the payment, not ${euros(given)}`);
  return problems;
}

/** When the service first heard of it; never for an unreported one. */
function firstReportMs({ reports }: Movement): number {
  return Math.min(...reports.values());
}

/** When the service took its notification. It records SIBS's also where it refuses it. */
function acknowledgedMs({ reports, acknowledgedAtMs }: Movement, provider: 'sibs' | 'ifthenpay'): number {
  const atMs = provider === 'sibs' ? reports.get('notice') : acknowledgedAtMs;
  return atMs ?? Number.POSITIVE_INFINITY;
}

/** When the bank reported it with its amount in an answer; the status of a push has none. */
function answeredMs({ reports }: Movement): number {
  return Math.min(reports.get('inquiry') ?? Number.POSITIVE_INFINITY, reports.get('list') ?? Number.POSITIVE_INFINITY);
}

function foreignProblems({ foreign, foreignItems }: Played): string[] {
  const reported = foreign.filter(({ movement }) => movement.reports.size > 0);
  const wanted = sum(reported.map(({ movement }) => movement.cents));
  const found = foreignItems.filter(({ kind }) => kind === 'unknown-payment').map((each) => Number(each.receivedCents));
  return sum(found) === wanted
    ? []
    : [`of another order ${euros(wanted)} was reported, on record ${euros(sum(found))}`];
}
