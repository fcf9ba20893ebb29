import { lisbonText } from '../../bank/lisbon.ts';
import type { Movement } from './history.ts';
import type { Played } from './play.ts';

// Histories that the reports of a bank cannot distinguish from simpler ones (`docs/money.md`) are recognised by the
// customer's actions and the bank's reports, never by the service's records.

/** Movements of one amount: of `all` reported ones at least `least` must be recorded. */
export interface Sums {
  cents: number;
  least: number;
  all: number;
}

const isReported = ({ reports }: Movement) => reports.size > 0;

/** The records required for the customer's payments. At ifthenpay the list, at last complete, has all of them. */
export function expectedPayments({ starts, schedule }: Played): Sums[] {
  const least = (equals: Movement[]) => (schedule.provider === 'sibs' ? leastBySibs(equals) : equals.length);
  return merged(starts.flatMap(({ movements }) => sumsOf(movements, least)));
}

/** Maximum difference between the bank's clock and ours. */
const CLOCKS_MS = 120_000;

/**
 * How many of some movements of one amount on one start must be recorded. A notification names its movement. An inquiry
 * does not, and may report the movement of a notification that was made before it or within two minutes after it, or of
 * another inquiry.
 */
function leastBySibs(equals: Movement[]): number {
  const named = equals.filter(({ reports }) => reports.has('notice'));
  const asked = equals.filter((movement) => !named.includes(movement));
  const mayBeNamed = asked.some(({ reports }) =>
    named.some(({ atMs }) => atMs <= (reports.get('inquiry') ?? 0) + CLOCKS_MS),
  );
  return named.length + (asked.length === 0 || mayBeNamed ? 0 : 1);
}

/** The records required for returned money. ifthenpay has no name of a return: two of one second are one. */
export function expectedReturns({ returns, schedule }: Played): Sums[] {
  const least = (equals: Movement[]) =>
    schedule.provider === 'sibs' ? equals.length : new Set(equals.map(({ atMs }) => lisbonText(atMs))).size;
  const byStart = Map.groupBy(returns, ({ start }) => start).values();
  return merged(
    [...byStart].flatMap((ofStart) =>
      sumsOf(
        ofStart.map(({ movement }) => movement),
        least,
      ),
    ),
  );
}

function sumsOf(movements: Movement[], least: (equals: Movement[]) => number): Sums[] {
  const byCents = Map.groupBy(movements.filter(isReported), ({ cents }) => cents);
  return [...byCents].map(([cents, equals]) => ({ cents, least: least(equals), all: equals.length }));
}

/** The sums of several starts. */
function merged(sums: Sums[]): Sums[] {
  return [...Map.groupBy(sums, ({ cents }) => cents).entries()].map(([cents, same]) => ({
    cents,
    least: same.reduce((total, { least }) => total + least, 0),
    all: same.reduce((total, { all }) => total + all, 0),
  }));
}
