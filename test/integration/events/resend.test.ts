import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeEach, describe, expect } from 'vitest';
import { resendAnswer, resendEvents, resendInput } from '../../../functions/events/resend/resend.ts';
import { paymentApi } from '../../../functions/http/endpoint.ts';
import { jsonBody } from '../../../functions/http/json-body.ts';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { resendOn } from '../../../functions/webhooks/wiring.ts';
import {
  dependenciesOf,
  handleOnce,
  merchantAt,
  rig,
  freshResendTest as test,
} from '../../fixtures/webhooks/queues.ts';
import { apiEvent, LAMBDA_CONTEXT } from '../../support/api-event.ts';
import { TABLES } from '../../support/created-tables.ts';
import { itemsWith } from '../../support/stored-payments.ts';
import { deliveryWith, SETTLED_AT } from '../../support/webhook-records.ts';
import { SILENT, webhooksIn } from '../../support/wired.ts';
import { deliveryIn, putPaid, readMain } from '../webhooks/stored-deliveries.ts';

/** Needs the embedded DynamoDB and SQS. */

const UNKNOWN = `tx_${'0'.repeat(24)}`;
const DELIVERED = { state: 'delivered' } as const;
const FAILED = { state: 'not_delivered', outcome: 'not_attempted' } as const;

beforeEach(() => {
  rig.time.nowMs = SETTLED_AT + HOUR_MS;
});

/** The endpoint as its handler wires it, for a merchant whose webhooks are on unless `state` says otherwise. */
function endpoint(state = { hasEndpoint: true, isEnabled: true }) {
  const tables = resendOn(
    { ...rig, clock: () => rig.time.nowMs, logger: SILENT },
    { ...TABLES, deliveriesUrl: rig.urls.deliveries },
  );
  const now = { reading: 0, most: 0 };
  const read: typeof tables.deliveries.read = async (...key) => {
    now.most = Math.max(now.most, ++now.reading);
    return tables.deliveries.read(...key).finally(() => void now.reading--);
  };
  const dependencies = { ...tables, deliveries: { read }, endpointState: async () => state };
  const handler = paymentApi({
    input: resendInput,
    read: jsonBody,
    answer: resendAnswer,
    run: resendEvents(dependencies),
  });
  const post = async (body: unknown) => {
    const answer = await handler(apiEvent({ path: '/v1/events/resend', body }), LAMBDA_CONTEXT);
    const { statusCode, body: text } = answer as APIGatewayProxyResult;
    return { statusCode, body: JSON.parse(text) };
  };
  return { post, now };
}

/** The ids of the events that the shop gets from the queue. */
async function received(): Promise<string[]> {
  const ids: string[] = [];
  const { dependencies } = dependenciesOf(merchantAt('https://shop.example/hook'), {
    clock: () => rig.time.nowMs,
    send: async ({ headers }) => {
      ids.push(headers['webhook-id'] ?? '');
      return { kind: 'delivered', statusCode: 200, durationMs: 1 };
    },
  });
  while ((await handleOnce('deliveries', dependencies)).received > 0);
  return ids;
}

describe('POST /events/resend', () => {
  test('answers for each id in the order asked, and sends the newest event of the caller’s own alone', async () => {
    const { post } = endpoint();
    const [failed, delivered, fresh, foreign, open] = [
      await putPaid(FAILED),
      await putPaid(DELIVERED),
      await putPaid({}, { settledAt: rig.time.nowMs }),
      await putPaid(FAILED, { merchantId: 'mer_b' }),
      await putPaid({}, { settlements: [] }),
    ];
    const late = await putPaid(
      {},
      {
        settlements: [
          { eventId: 'evt_old', status: 'cancelled', paidAt: null, delivery: deliveryWith(DELIVERED) },
          { eventId: 'evt_new', delivery: deliveryWith(FAILED) },
        ],
      },
    );
    const testId = await webhooksIn(rig.dynamo, () => SETTLED_AT).sendTestEvent('mer_a');
    const wanted = [
      [foreign.transactionId, null, 'not_found'],
      [late.transactionId, 'evt_new', 'queued'],
      [open.transactionId, null, 'no_event'],
      [failed.transactionId, failed.eventId, 'queued'],
      [testId, null, 'not_found'],
      [fresh.transactionId, fresh.eventId, 'in_progress'],
      ['no id of ours', null, 'not_found'],
      [delivered.transactionId, delivered.eventId, 'queued'],
      [UNKNOWN, null, 'not_found'],
    ].map(([transactionId, eventId, result]) => ({ transactionId, eventId, result }));
    const answer = await post({ transactionIds: wanted.map(({ transactionId }) => transactionId), why: 'ignored' });
    expect(answer).toEqual({ statusCode: 200, body: { results: wanted } });
    const sent = await received();
    expect(sent.toSorted()).toEqual([failed.eventId, delivered.eventId, 'evt_new'].toSorted());
    expect(deliveryIn(await readMain(foreign.transactionId), foreign.eventId)).toMatchObject({ series: 1 });

    rig.time.nowMs += MINUTE_MS - 1;
    const again = { transactionIds: [failed.transactionId] };
    const [eventId, transactionId] = [failed.eventId, failed.transactionId];
    expect((await post(again)).body).toEqual({ results: [{ transactionId, eventId, result: 'too_soon' }] });
    rig.time.nowMs += 1;
    expect((await post(again)).body).toEqual({ results: [{ transactionId, eventId, result: 'queued' }] });
    const series = await itemsWith({ client: rig.dynamo }, transactionId, 'series#');
    expect(series.map(({ who, why }) => [who?.S, why?.S])).toEqual(
      Array(2).fill(['API key sk_…Ab_1', 'POST /events/resend']),
    );
  });

  test.each([
    [{ hasEndpoint: true, isEnabled: false }, 'webhooks are off: turn them on in the dashboard, then repeat the call'],
    [{ hasEndpoint: false, isEnabled: true }, 'webhooks have no URL: set it in the dashboard, then repeat the call'],
  ])('with %j is refused as a whole, and changes nothing', async (state, error) => {
    const event = await putPaid(FAILED);
    const { post } = endpoint(state);
    expect(await post({ transactionIds: [event.transactionId] })).toEqual({ statusCode: 400, body: { error } });
    expect(deliveryIn(await readMain(event.transactionId), event.eventId)).toMatchObject({ ...FAILED, series: 1 });
    expect(await received()).toEqual([]);
  });

  test('refuses a list that is missing, empty, too long, or holds an id twice or what is no id', async () => {
    const { post } = endpoint();
    const error = 'transactionIds must be an array of 1 to 100 transaction ids, each a string, none twice';
    const many = Array.from({ length: 101 }, (_, index) => `tx_${index}`);
    for (const transactionIds of [null, 'tx_1', {}, [], many, ['tx_1', 'tx_1'], [1], [null], ['']]) {
      expect(await post({ transactionIds })).toEqual({ statusCode: 400, body: { error } });
    }
    expect(await post({})).toEqual({ statusCode: 400, body: { error: 'transactionIds is required' } });
  });
});
