import * as z from 'zod/mini';
import { firstShownDay, ORDERS } from '../../finance/night/days.ts';
import type { Night, NightResult } from '../../finance/night/night-result.ts';
import type { Nights } from '../../finance/night/nights.table.ts';
import { amountOf, amountOrNull } from '../../payments/amount.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { notFound } from '../caller.ts';
import { idInput, lisbonDayInput } from '../inputs.ts';

/** The comparison of a bank account's Lisbon day with the list of a provider that has one. Amounts are in euros. */
export interface NightRow
  extends Pick<Night, 'day' | 'bankAccount'>,
    Pick<NightResult, 'entries' | 'recorded' | 'remaining' | 'remains'> {
  state: Exclude<NightResult['state'], 'no-list'>;
  at: string;
  ours: number;
  /** Null where the list was not read. */
  listed: number | null;
  /** `listed` minus `ours`. */
  difference: number | null;
  /** The day is compared again within a quarter of an hour. */
  isMarked: boolean;
}

/** The last days, the newest first. For staff: they are about every merchant. */
export function searchNights({ nights, clock }: { nights: Pick<Nights, 'since'>; clock: Clock }) {
  return async (): Promise<{ nights: NightRow[] }> => {
    const found = await nights.since(firstShownDay(clock()));
    return { nights: found.reverse().flatMap(rowOf) };
  };
}

export const nightAgainInput = z.object({ day: lisbonDayInput, bankAccount: idInput });

/** Has the next run compare a day again. For staff. */
export function compareAgain({ nights }: { nights: Pick<Nights, 'again'> }) {
  return async ({ day, bankAccount }: z.infer<typeof nightAgainInput>): Promise<{ kind: 'marked' }> => {
    if (!(await nights.again({ day: day.name, bankAccount }))) throw notFound('day');
    return { kind: 'marked' };
  };
}

function rowOf({ day, bankAccount, result, againAt = 0 }: Night): NightRow[] {
  if (bankAccount === ORDERS || !result || result.state === 'no-list') return [];
  const { state, at, entries, recorded, remaining, remains, oursCents, listedCents } = result;
  return [
    {
      ...{ day, bankAccount, state, entries, recorded, remaining, remains },
      at: isoTime(at),
      ours: amountOf(oursCents),
      listed: amountOrNull(listedCents),
      difference: amountOrNull(listedCents === null ? null : listedCents - oursCents),
      isMarked: againAt > at,
    },
  ];
}
