import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../banking/bank.ts';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { Refusal } from '../../http/refusal.ts';
import { amountOf } from '../../payments/amount.ts';
import { STATUSES } from '../../payments/transitions.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { type LisbonDay, lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { ReadCoverage } from '../coverage.table.ts';
import { NOT_LISTED } from '../feed/feed.ts';
import type { Days } from './days.table.ts';

/** After the end of a day: by then a run of the fold has stored it. */
export const READY_AFTER_MS = HOUR_MS;

export const dayInput = z.object({
  day: field('day', (value) => {
    const day = typeof value === 'string' ? lisbonDay(value) : undefined;
    return day ? { ok: true, value: day } : { ok: false, problem: 'must be a date of the calendar, as 2026-11-20' };
  }),
});

/** The unvalidated path. */
export function readDay({ pathParameters }: APIGatewayProxyEvent): unknown {
  return { day: pathParameters?.day };
}

/** The answer of `GET /events/days/{day}`; amounts are in EUR. */
export const dayAnswer = z.object({
  day: z.string(),
  asOf: z.string(),
  count: z.int(),
  sums: z.array(
    z.object({
      status: z.enum(STATUSES),
      paymentMethod: z.nullable(z.enum(PAYMENT_METHODS)),
      count: z.int(),
      amount: z.number(),
    }),
  ),
  digest: z.string(),
});

/** Why a day is not on record, and when to ask. */
export const NO_DAY = {
  notReady: ({ toMs }: Pick<LisbonDay, 'toMs'>) => `day is not ready: ask again at ${isoTime(toMs + READY_AFTER_MS)}`,
  tooEarly: (first: string) => `day is before the first day on record, ${first}`,
  late: 'day is not ready yet, later than usual: ask again in 15 minutes',
} as const;

export interface DayDependencies {
  days: Pick<Days, 'read' | 'end'>;
  readCoverage: ReadCoverage;
  clock: Clock;
}

/** Reads a day of the merchant's events (decision 0051). A day that is not on record is never answered as empty. */
export function day({ days, readCoverage, clock }: DayDependencies) {
  return async (
    { day: asked }: z.infer<typeof dayInput>,
    { merchantId }: Caller,
  ): Promise<z.input<typeof dayAnswer>> => {
    const found = await days.read(merchantId, asked.name);
    if (!found) throw new Refusal('not-found', await whyNot(asked, merchantId));
    const { asOf, sums, ...rest } = found;
    return {
      day: asked.name,
      asOf: isoTime(asOf),
      ...rest,
      sums: sums.map(({ cents, ...sum }) => ({ ...sum, amount: amountOf(cents) })),
    };
  };

  async function whyNot(asked: LisbonDay, merchantId: string): Promise<string> {
    if (asked.toMs + READY_AFTER_MS > clock()) return NO_DAY.notReady(asked);
    const coveredFrom = await readCoverage(merchantId);
    if (coveredFrom === undefined) return NOT_LISTED;
    const first = (await days.end(merchantId, 'first')) ?? lisbonDayName(coveredFrom);
    return asked.name < first ? NO_DAY.tooEarly(first) : NO_DAY.late;
  }
}
