import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { describe, expect } from 'vitest';
import { day, dayAnswer, dayInput, readDay } from '../../../functions/events/days/day.ts';
import { fold } from '../../../functions/events/days/fold.ts';
import { NOT_LISTED } from '../../../functions/events/feed/feed.ts';
import { dayOn, foldOn } from '../../../functions/events/wiring.ts';
import { paymentApi } from '../../../functions/http/endpoint.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { test as financeTest, rig } from '../../fixtures/finance.ts';
import { apiEvent, CALLER, CALLER_CONTEXT, LAMBDA_CONTEXT, STRANGER } from '../../support/api-event.ts';
import { putMain } from '../../support/audit-plants.ts';
import { settled } from '../../support/booked-records.ts';
import { TABLES } from '../../support/created-tables.ts';
import { recordingLogger } from '../../support/wired.ts';

/** Needs the embedded DynamoDB. */

const at = (text: string) => Date.parse(text);
const CREATED_AT = at('2026-10-24T10:00:00Z');

const clients = () => ({ dynamo: rig.client, clock: () => rig.time.nowMs });

async function answerTo(name: string, merchantId: string = CALLER.merchantId) {
  const handler = paymentApi({ input: dayInput, read: readDay, answer: dayAnswer, run: day(dayOn(clients(), TABLES)) });
  const authorizer = { ...CALLER_CONTEXT, merchantId };
  const path = `/v1/events/days/${name}`;
  const event = apiEvent({ method: 'GET', path, pathParameters: { day: name }, authorizer });
  const { statusCode, body } = (await handler(event, LAMBDA_CONTEXT)) as APIGatewayProxyResult;
  return { statusCode, body: JSON.parse(body) };
}

async function foldAt(text: string) {
  rig.time.nowMs = at(text);
  const { logger, lines } = recordingLogger();
  const merchantIds = async () => [CALLER.merchantId, STRANGER.merchantId, 'mer_old'];
  await fold({ ...foldOn(clients(), TABLES), merchantIds, logger })(rig.time.nowMs + 60_000);
  return lines;
}

const test = financeTest.extend('accounts', { auto: true }, async ({ rig: { client } }) => {
  for (const { merchantId } of [CALLER, STRANGER]) {
    const Item = toAttributes({ id: `merchant#${merchantId}`, eventsFrom: CREATED_AT });
    await client.send(new PutItemCommand({ TableName: TABLES.merchants, Item }));
  }
});

const paid = (time: string) =>
  putMain(rig.client, {
    ...settled([{ status: 'paid', atMs: at(time) }], {
      merchantId: CALLER.merchantId,
      transactionId: newTransactionId(),
    }),
    settledAt: at(time),
  });

describe('GET /events/days/{day}', () => {
  test('answers a folded day, one without events with the digest of nothing, and to no one else', async () => {
    // The first and the last millisecond of a day of 25 hours, and the first of the next.
    await paid('2026-10-24T23:00:00.000Z');
    await paid('2026-10-25T23:59:59.999Z');
    await paid('2026-10-26T00:00:00.000Z');
    expect(await foldAt('2026-10-26T00:15:00Z')).toMatchObject([{ message: 'days folded', day: '2026-10-25' }]);
    // By the state alone.
    expect(await foldAt('2026-10-26T00:30:00Z')).toEqual([]);
    const { statusCode, body } = await answerTo('2026-10-25');
    expect([statusCode, body]).toEqual([
      200,
      {
        ...{ day: '2026-10-25', asOf: '2026-10-26T00:13:35.000Z', count: 2 },
        sums: [{ status: 'paid', paymentMethod: 'MBWAY', count: 2, amount: 20 }],
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const empty = { count: 0, sums: [], digest: nothing };
    expect((await answerTo('2026-10-24')).body).toMatchObject(empty);
    expect((await answerTo('2026-10-25', STRANGER.merchantId)).body).toMatchObject(empty);
  });

  test('of a day that is not on record is 404, and says when', async () => {
    await foldAt('2026-10-26T00:15:00Z');
    rig.time.nowMs = at('2026-10-27T00:15:00Z');
    const refusals = [
      ['2026-10-27', 'day is not ready: ask again at 2026-10-28T01:00:00.000Z'],
      ['2027-03-28', 'day is not ready: ask again at 2027-03-29T00:00:00.000Z'],
      ['2026-10-26', 'day is not ready: ask again at 2026-10-27T01:00:00.000Z'],
      ['2026-10-23', 'day is before the first day on record, 2026-10-24'],
    ] as const;
    for (const [name, error] of refusals) {
      expect(await answerTo(name)).toEqual({ statusCode: 404, body: { error } });
    }
    rig.time.nowMs = at('2026-10-27T01:00:00Z');
    const late = 'day is not ready yet, later than usual: ask again in 15 minutes';
    expect(await answerTo('2026-10-26')).toEqual({ statusCode: 404, body: { error: late } });
    // An account whose events are not in the index.
    expect(await answerTo('2026-10-25', 'mer_old')).toEqual({ statusCode: 404, body: { error: NOT_LISTED } });
  });

  test.each(['2026-02-31', '2026-1-1', 'today', '20261025', '2026-10-25T00:00:00Z', ' 2026-10-25', ''])(
    'of %j is 400',
    async (name) => {
      const error = 'day must be a date of the calendar, as 2026-11-20';
      expect(await answerTo(name)).toEqual({ statusCode: 400, body: { error } });
    },
  );
});
