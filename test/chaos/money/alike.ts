import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { lisbonText } from '../../bank/lisbon.ts';
import type { Movement, PlayedStart } from './history.ts';
import type { Played } from './play.ts';

/**
 * Histories that the reports of a bank cannot distinguish from simpler ones, as `docs/money.md` lists them: each is
 * recognised by the customer's actions and the bank's reports, never by the service's records.
 */
export const ALIKE = {
  'equal-parts': 'two parts with one amount on one start',
  'same-second': 'ifthenpay: one reference paid twice with one amount in one second, by the local time in Lisbon',
  'same-minute': 'ifthenpay: the same within a minute and ten seconds, and the callback of one of the two is lost',
  'asked-first':
    'SIBS: a payment known by an inquiry only, and another with its amount before it or within two minutes after it',
  'unlisted-push':
    'ifthenpay: a push confirmed without its amount, and another start pays the transaction before the list has it',
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

/** A push: its status has no amount, and it had no callback and no entry in the list. */
const isConfirmedOnly = ({ reports }: Movement) => [...reports.keys()].every((by) => by === 'status');

/** The records required for the customer's payments. */
export function expectedPayments({ starts, schedule }: Played): Expected {
  const alike = new Set<AlikeKind>();
  const sums: Sums[] = [];
  for (const start of starts) {
    const pays = (movement: Movement) => isReported(movement) && movement.cents >= start.cents;
    const isElsewherePaid = starts.some((other) => other !== start && other.movements.some(pays));
    for (const equals of byCents(start.movements.filter(isReported))) {
      const isUnlisted = isElsewherePaid && equals.every(isConfirmedOnly);
      const [kind, least] = isUnlisted ? (['unlisted-push', 0] as const) : leastOf(equals, schedule, start);
      if (kind !== undefined) alike.add(kind);
      sums.push({ cents: equals[0]?.cents ?? 0, least, all: equals.length });
    }
  }
  return { sums: merged(sums), alike };
}

/** How many of some movements of one amount on one start must be recorded. */
function leastOf(
  equals: Movement[],
  { provider }: Played['schedule'],
  { cents: expected }: PlayedStart,
): [AlikeKind | undefined, number] {
  const all = equals.length;
  if (all === 1) return [undefined, 1];
  if ((equals[0]?.cents ?? 0) < expected) return ['equal-parts', 1];
  if (provider === 'sibs') {
    const least = leastBySibs(equals);
    return [least < all ? 'asked-first' : undefined, least];
  }
  const minutes = Map.groupBy(equals, ({ atMs }) => lisbonText(atMs).slice(0, -3));
  let least = 0;
  let kind: AlikeKind | undefined;
  for (const within of minutes.values()) {
    const called = within.filter(({ reports }) => reports.has('notice'));
    const seconds = new Set(called.map(({ atMs }) => lisbonText(atMs))).size;
    // The list gives the minute, which then may be that of a neighbour that it does not have yet.
    const isNeighbours =
      called.length === 0 && equals.some((other) => within.some((listed) => mayBeTheEntryOf(listed, other)));
    least += Math.max(1, seconds) - (isNeighbours ? 1 : 0);
    if (seconds < called.length) kind = 'same-second';
    else if (isNeighbours || (called.length < within.length && within.length > 1)) kind = 'same-minute';
  }
  return [kind, least];
}

/** Maximum difference between the clocks of ifthenpay's list and of its callbacks. */
const LIST_CLOCK_MS = 10_000;

/** Whether the list's entry of one movement, to the minute, can be that of another one, notified and listed later. */
function mayBeTheEntryOf(listed: Movement, other: Movement): boolean {
  if (!other.reports.has('notice') || other.listedFromMs <= listed.listedFromMs) return false;
  const fromMs = listed.atMs - (listed.atMs % MINUTE_MS);
  const lastSecondMs = fromMs + MINUTE_MS - 1_000;
  return other.atMs >= fromMs - LIST_CLOCK_MS && other.atMs - (other.atMs % 1_000) <= lastSecondMs + LIST_CLOCK_MS;
}

/** Maximum difference between the bank's clock and ours. */
const CLOCKS_MS = 120_000;

/** A notification names its movement. An inquiry does not, and may report the movement of a notification. */
function leastBySibs(equals: Movement[]): number {
  const named = equals.filter(({ reports }) => reports.has('notice'));
  let free = [...named];
  let least = named.length;
  for (const { reports } of equals.filter((movement) => !named.includes(movement))) {
    const askedAtMs = reports.get('inquiry') ?? 0;
    const same = free.find(({ atMs }) => atMs <= askedAtMs + CLOCKS_MS);
    if (same) free = free.filter((movement) => movement !== same);
    else least += 1;
  }
  return least;
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
