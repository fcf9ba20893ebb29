import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { feedOn } from '../wiring.ts';
import { feed, feedAnswer } from './feed.ts';
import { feedInput, readFeedQuery } from './feed-request.ts';

const { TRANSACTIONS_TABLE: transactions } = parseEnvironment({ TRANSACTIONS_TABLE: z.string() });

/** `GET /events` (decision 0049). */
export const handler = paymentApi({
  input: feedInput,
  read: readFeedQuery,
  answer: feedAnswer,
  run: feed(feedOn({ dynamo, clock }, { transactions })),
});
