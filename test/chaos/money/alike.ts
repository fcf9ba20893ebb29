import { lisbonText } from '../../bank/lisbon.ts';
import type { Movement } from './history.ts';
import type { Played } from './play.ts';

/**
 * Histories that the reports of a bank cannot distinguish from simpler ones, as `docs/money.md` lists them: each is
 * recognised by the customer's actions and the bank's reports, never by the service's records.
 */
export const ALIKE = {
  'asked-first':
    'SIBS: a payment known by an inquiry only, and another with its amount before it or within two minutes after it',
  'asked-twice': 'SIBS: two payments of one amount on one start, both known by inquiries only',
  'same-second-refund': 'ifthenpay: two refunds of one payment with one amount in one second',
} as const;
export type AlikeKind = keyof typeof ALIKE;

/** Movements of one amount: of `all` reported ones at least `least` must be recorded. */
export interface Sums {
  cents: number;
  least: number;
  all: number;
}

export interface Expected {
  sums: Sums[];
  alike: Set<AlikeKind>;
}

const isReported = ({ reports }: Movement) => reports.size > 0;

/** The records required for the customer's payments. At ifthenpay the list, at last complete, has all of them. */
export function expectedPayments({ starts, schedule }: Played): Expected {
  const alike = new Set<AlikeKind>();
  const sums: Sums[] = [];
  for (const start of starts) {
    for (const equals of byCents(start.movements.filter(isReported))) {
      const [kind, least] = schedule.provider === 'sibs' ? leastBySibs(equals) : [undefined, equals.length];
      if (kind !== undefined) alike.add(kind);
      sums.push({ cents: equals[0]?.cents ?? 0, least, all: equals.length });
    }
  }
  return { sums: merged(sums), alike };
}

/** Maximum difference between the bank's clock and ours. */
const CLOCKS_MS = 120_000;

/**
 * How many of some movements of one amount on one start must be recorded. A notification names its movement. An inquiry
 * does not, and may report the movement of a notification or of another inquiry.
 */
function leastBySibs(equals: Movement[]): [AlikeKind | undefined, number] {
  const named = equals.filter(({ reports }) => reports.has('notice'));
  const asked = equals.filter((movement) => !named.includes(movement));
  if (asked.length === 0) return [undefined, named.length];
  const mayBeNamed = asked.some(({ reports }) =>
    named.some(({ atMs }) => atMs <= (reports.get('inquiry') ?? 0) + CLOCKS_MS),
  );
  if (mayBeNamed) return ['asked-first', named.length];
  return [asked.length > 1 ? 'asked-twice' : undefined, named.length + 1];
}

/** The records required for returned money. */
export function expectedReturns({ returns, schedule }: Played): Expected {
  const alike = new Set<AlikeKind>();
  const sums: Sums[] = [];
  for (const ofStart of Map.groupBy(returns, ({ start }) => start).values()) {
    for (const equals of byCents(ofStart.map(({ movement }) => movement).filter(isReported))) {
      const seconds = new Set(equals.map(({ atMs }) => lisbonText(atMs))).size;
      const least = schedule.provider === 'sibs' ? equals.length : seconds;
      if (least < equals.length) alike.add('same-second-refund');
      sums.push({ cents: equals[0]?.cents ?? 0, least, all: equals.length });
    }
  }
  return { sums: merged(sums), alike };
}

function byCents(movements: Movement[]): Movement[][] {
  return [...Map.groupBy(movements, ({ cents }) => cents).values()];
}

/** The sums of several starts. */
function merged(sums: Sums[]): Sums[] {
  return [...Map.groupBy(sums, ({ cents }) => cents).entries()].map(([cents, same]) => ({
    cents,
    least: same.reduce((total, { least }) => total + least, 0),
    all: same.reduce((total, { all }) => total + all, 0),
  }));
}
