import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { expectedPayments, expectedReturns, type Sums } from './expected.ts';
import type { Movement } from './history.ts';
import type { Played } from './play.ts';
import { euros } from './schedule.ts';

/** The service's records at the end. */
interface Recorded {
  status: string;
  settlements: { status: string; settledAt: number; paidAt: number | null }[];
  /** What the paying movement brought. */
  receivedCents?: number;
  exceptions: ExceptionItem[];
  refunds: { refundId: string; cents: number }[];
}

interface ExceptionItem {
  kind: string;
  bankId: string;
  /** Money that the exception records; null where it records none. */
  receivedCents: number | null;
  reportedCents?: number;
  state: string;
  closed?: { outcome: string };
}

export interface Judgement {
  problems: string[];
  exceptions: string[];
  status: string;
}

/** Exceptions that record money; all others must record none. */
const MONEY_KINDS = new Set(['underpaid', 'paid-twice', 'unknown-payment']);

const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0);

/**
 * Compares the service's records with the customer's actions: to the cent, and by the kind of each exception. It
 * uses the customer's payments and which of them the bank reported; of the service it reads the main item, the
 * exceptions and the refunds.
 */
export function judge(played: Played): Judgement {
  const recorded = recordedOf(played);
  const given = expectedReturns(played);
  const areAlike = given.some(({ least, all }) => least < all);
  const others = recorded.exceptions.flatMap(({ receivedCents }) => receivedCents ?? []);
  const received = [...(recorded.status === 'paid' ? [recorded.receivedCents ?? 0] : []), ...others];
  const refunds = recorded.refunds.map(({ cents }) => cents);
  const problems = [
    ...played.problems,
    ...sumProblems('received', expectedPayments(played), received),
    ...sumProblems('returned', given, refunds),
    ...statusProblems(played, recorded),
    ...kindProblems(played, recorded),
    ...returnProblems(played, recorded, { receivedCents: sum(received), areAlike }),
    ...foreignProblems(played),
  ];
  return { problems, exceptions: recorded.exceptions.map(({ kind }) => kind), status: recorded.status };
}

function recordedOf({ items }: Played): Recorded {
  const isOf = (prefix: string) => (each: Record<string, unknown>) => String(each.item).startsWith(prefix);
  const { status, settlements, receivedCents } = items.find(isOf('main')) as unknown as Recorded;
  return {
    ...{ status, settlements },
    ...(receivedCents !== undefined && { receivedCents }),
    exceptions: items.filter(isOf('exception#')) as unknown as ExceptionItem[],
    refunds: items
      .filter(isOf('refund#'))
      .map(({ refundId, returnedCents }) => ({ refundId: String(refundId), cents: Number(returnedCents ?? 0) })),
  };
}

/** Compares the total and each movement by its amount: none missing, none twice, none invented. */
function sumProblems(what: string, sums: Sums[], records: number[]): string[] {
  const problems: string[] = [];
  const recordedCents = sum(records);
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
  const { expectedCents } = schedule;
  const inFull = starts.flatMap(({ movements }) => movements).filter(({ cents }) => cents >= expectedCents);
  const good = inFull.filter(isReported);
  const paid = settlements.filter((settlement) => settlement.status === 'paid');
  const problems: [boolean, string][] = [
    [paid.length > 0 && good.length === 0, 'payment.success, without a complete payment'],
    // Money on a start that the bank refused may be an exception instead.
    [
      status !== 'paid' && good.some((movement) => isOfLiving(starts, movement)),
      `the complete amount was reported, and the status is ${status}`,
    ],
    [paid.length !== (status === 'paid' ? 1 : 0), `${status} with ${paid.length} settlements of success`],
    [status === 'pending' && !exceptions.some(({ state }) => state === 'open'), 'pending, without an open exception'],
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
  for (const { kind, receivedCents, state, closed } of exceptions) {
    const cents = receivedCents ?? 0;
    const isWrong =
      (receivedCents !== null) !== MONEY_KINDS.has(kind) ||
      (kind === 'underpaid' && cents >= expectedCents) ||
      (kind === 'paid-twice' && status !== 'paid') ||
      (kind === 'unknown-payment' && !hasDead) ||
      kind === 'order-paid-twice';
    if (isWrong) problems.push(`an exception ${kind} of ${euros(cents)} in status ${status}`);
    // The last list has everything, so it has explained every callback. Money may have answered a refund beyond it.
    const isExplained = closed?.outcome === 'confirmed';
    const isRight =
      kind === 'unclear-payment' ? isExplained : state === 'open' || (kind === 'unknown-refund' && isExplained);
    if (!isRight) problems.push(`an exception ${kind} is ${state}`);
  }
  return problems;
}

/** More returned than received, and two refunds that look the same, are questions for a person. */
function returnProblems(
  { returns, schedule }: Played,
  { exceptions, settlements }: Recorded,
  { receivedCents, areAlike }: { receivedCents: number; areAlike: boolean },
): string[] {
  const reported = returns.map(({ movement }) => movement).filter(isReported);
  const questions = exceptions.filter(({ kind }) => kind === 'unknown-refund');
  const unclear = questions.length;
  const open = questions.filter(({ state }) => state === 'open').length;
  const returnedCents = sum(reported.map(({ cents }) => cents));
  const firstAtMs = Math.min(...reported.map(({ reports }) => reports.get('notice') ?? 0));
  const settledAt = settlements.find(({ status }) => status === 'paid')?.settledAt ?? Number.POSITIVE_INFINITY;
  // ifthenpay has no name of a return: the same one again may be a second one.
  const isRepeated = areAlike || (schedule.provider === 'ifthenpay' && reported.some((each) => each.isRepeated));
  const problems: string[] = [];
  const isWithin = settledAt <= firstAtMs && returnedCents <= schedule.expectedCents;
  const mayBeRepeated = isRepeated || reported.some(({ wasKilled }) => wasKilled);
  if (isWithin && !mayBeRepeated && unclear > 0) problems.push('unknown-refund, within what had been received');
  if (returnedCents > receivedCents && open === 0)
    problems.push('more was returned than received, without an open exception');
  if (isRepeated && open === 0) problems.push('a refund was reported again, without an open exception');
  return problems;
}

const isReported = ({ reports }: Movement) => reports.size > 0;

function foreignProblems({ foreign, foreignItems }: Played): string[] {
  const reported = foreign.filter(({ movement }) => movement.reports.size > 0);
  const wanted = sum(reported.map(({ movement }) => movement.cents));
  const found = foreignItems.filter(({ kind }) => kind === 'unknown-payment').map((each) => Number(each.receivedCents));
  return sum(found) === wanted
    ? []
    : [`of another order ${euros(wanted)} was reported, on record ${euros(sum(found))}`];
}
