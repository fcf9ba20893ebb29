import type { PaymentMethod } from '../../banking/bank.ts';
import type { Money, MovementKind } from '../../payments/money/movement.ts';
import type { Status } from '../../payments/transitions.ts';
import { type LisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Period } from './period.ts';

/** What totals are of: movements of money by their own day, or transactions by the day on which they got their status. */
export const TOTALS_OF = ['movements', 'statuses'] as const;
export type TotalsOf = (typeof TOTALS_OF)[number];

/** What is added up: `end` is the last day of the period that `from` and `to` are a part of. */
export interface TotalsWanted extends Period {
  of: TotalsOf;
  end: LisbonDay;
}

/** The totals of one merchant. Throws `UnreadableItem`. */
export type ReadTotals = (merchantId: string, wanted: TotalsWanted) => Promise<Totals>;

/** A number of movements or transactions, and their sum. */
export interface Sum {
  count: number;
  cents: number;
}

/** The movements of one Lisbon day, `2026-11-20`, of one kind, method and bank account. */
export interface MovementLine extends Sum {
  day: string;
  /** The bank gave no time of them: it is the day of our record. */
  timeIsOurs: boolean;
  kind: MovementKind;
  method: PaymentMethod | null;
  bankAccount: string;
  /** How many of them have no readable amount: they are missing in `cents`. */
  unreadable: number;
}

/** The transactions that got their status on one Lisbon day, of one method and bank account. */
export interface StatusLine extends Sum {
  day: string;
  status: Status;
  method: PaymentMethod | null;
  bankAccount: string;
}

/** The totals of a period, or a part of them: the parts of different merchants and days add up (`together`). */
export interface Totals {
  movements: MovementLine[];
  statuses: StatusLine[];
  /** Movements of the period that were recorded after its end, and by how much they change its balance. */
  recordedAfter: Sum;
}

/** A transaction by its entry in the index `settled`. `atMs` is the time of its newest event. */
export interface Settled {
  status: Status;
  amountCents: number;
  method: PaymentMethod | null;
  bankAccount: string;
  atMs: number;
}

/** What a movement adds to a balance: received less returned, before the bank's fees. */
export function balanceOf({ kind, cents }: { kind: MovementKind; cents: number | null }): number {
  return kind === 'returned' ? -(cents ?? 0) : (cents ?? 0);
}

/** Of movements of a period that ends at `endMs` (excluded). */
export function totalsOfMovements(movements: readonly Money[], endMs: number): Totals {
  const late = movements.filter(({ recordedAtMs }) => recordedAtMs >= endMs);
  const lines = movements.map(({ kind, method, bankAccount, cents, atMs, timeIsOurs }) => ({
    ...{ day: lisbonDayName(atMs), timeIsOurs, kind, method, bankAccount },
    ...{ count: 1, cents: cents ?? 0, unreadable: cents === null ? 1 : 0 },
  }));
  const recordedAfter = { count: late.length, cents: late.reduce((sum, each) => sum + balanceOf(each), 0) };
  return together([{ movements: lines, statuses: [], recordedAfter }]);
}

/** Of the transactions that got their status in a period. */
export function totalsOfStatuses(settled: readonly Settled[]): Totals {
  const lines = settled.map(({ status, method, bankAccount, amountCents, atMs }) => ({
    ...{ day: lisbonDayName(atMs), status, method, bankAccount },
    ...{ count: 1, cents: amountCents },
  }));
  return together([{ movements: [], statuses: lines, recordedAfter: { count: 0, cents: 0 } }]);
}

/** The sum of parts, its lines in the order of the days. */
export function together(parts: readonly Totals[]): Totals {
  return {
    movements: added(
      parts.flatMap(({ movements }) => movements),
      ({ day, timeIsOurs, kind, method, bankAccount }) => [day, timeIsOurs, kind, method, bankAccount].join(' '),
    ),
    statuses: added(
      parts.flatMap(({ statuses }) => statuses),
      ({ day, status, method, bankAccount }) => [day, status, method, bankAccount].join(' '),
    ),
    recordedAfter: sumOf(parts.map(({ recordedAfter }) => recordedAfter)),
  };
}

/** One line for each name, sorted by it. */
function added<Line extends Sum & { unreadable?: number }>(
  lines: readonly Line[],
  nameOf: (line: Line) => string,
): Line[] {
  const byName = new Map<string, Line>();
  for (const line of lines) {
    const name = nameOf(line);
    const known = byName.get(name);
    if (!known) {
      byName.set(name, { ...line });
      continue;
    }
    known.count += line.count;
    known.cents += line.cents;
    if (known.unreadable !== undefined) known.unreadable += line.unreadable ?? 0;
  }
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
}

export function sumOf(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((all, { count }) => all + count, 0),
    cents: sums.reduce((all, { cents }) => all + cents, 0),
  };
}

/** Received for payments + other money received − returned = balance, before the bank's fees. */
export interface Balance {
  received: Sum;
  other: Sum;
  returned: Sum;
  /** How many of `returned` have no readable amount: no cents of theirs are in `returned` and `balanceCents`. */
  unreadable: number;
  balanceCents: number;
}

/** The balance of lines: of a period, or of its lines of one day, method or bank account. */
export function balanceOfLines(lines: readonly MovementLine[]): Balance {
  const of = (wanted: MovementKind) => sumOf(lines.filter(({ kind }) => kind === wanted));
  return {
    received: of('payment'),
    other: of('other'),
    returned: of('returned'),
    unreadable: lines.reduce((all, { unreadable }) => all + unreadable, 0),
    balanceCents: lines.reduce((all, line) => all + balanceOf(line), 0),
  };
}
