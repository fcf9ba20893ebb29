import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { dayOn } from '../wiring.ts';
import { day, dayAnswer, dayInput, readDay } from './day.ts';

const { MERCHANTS_TABLE: merchants, TOTALS_TABLE: totals } = parseEnvironment({
  MERCHANTS_TABLE: z.string(),
  TOTALS_TABLE: z.string(),
});

/** `GET /events/days/{day}` (decision 0051). */
export const handler = paymentApi({
  input: dayInput,
  read: readDay,
  answer: dayAnswer,
  run: day(dayOn({ dynamo, clock }, { merchants, totals })),
});
