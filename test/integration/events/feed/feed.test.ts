import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeEach, describe, expect } from 'vitest';
import type * as z from 'zod/mini';
import { feed, feedAnswer } from '../../../../functions/events/feed/feed.ts';
import { feedInput, readFeedQuery } from '../../../../functions/events/feed/feed-request.ts';
import { feedOn } from '../../../../functions/events/wiring.ts';
import { paymentApi } from '../../../../functions/http/endpoint.ts';
import type { Settling } from '../../../../functions/payments/settle/settle.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { apiEvent, CALLER_CONTEXT, LAMBDA_CONTEXT } from '../../../rig/api-event.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { dependencies, rig, sweepTest as test } from '../../../rig/payments.ts';
import { putTransaction, stored } from '../../../rig/stored-payments.ts';
import { TABLES } from '../../../rig/tables.ts';
import { attemptWith, failedSettlement } from '../../../rig/transactions.ts';
import { webhooksIn } from '../../../rig/wired.ts';
import { bodyBy } from '../../../support/payload.ts';

/** By the documents; how it comes about is in decision 0049. */
const CERTAIN_AFTER_MS = 35_000;

type Query = Record<string, string | string[]>;
type Page = z.infer<typeof feedAnswer>;

/** Calls the route as `merchantId`. */
async function called(query: Query, merchantId = 'mer_a', client = rig.client) {
  const dependencies = feedOn({ dynamo: client, clock: () => rig.time.nowMs }, TABLES);
  const handler = paymentApi({ input: feedInput, read: readFeedQuery, answer: feedAnswer, run: feed(dependencies) });
  const lists = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()]));
  const authorizer = { ...CALLER_CONTEXT, merchantId };
  const event = apiEvent({ method: 'GET', path: '/v1/events', query: lists, authorizer });
  const answer = (await handler(event, LAMBDA_CONTEXT)) as APIGatewayProxyResult;
  return { status: answer.statusCode, headers: answer.headers, json: JSON.parse(answer.body) };
}

async function page(query: Query = {}, merchantId?: string): Promise<Page> {
  const { status, json } = await called(query, merchantId);
  expect(json).toEqual(status === 200 ? expect.anything() : undefined);
  return json;
}

beforeEach(async () => {
  rig.time.nowMs = NOW_MS + 60_000;
});

const live = (fields: Partial<Transaction> = {}) =>
  putTransaction(rig, { attempts: [attemptWith()], liveAttempt: 0, paymentMethod: 'MBWAY', ...fields });
const settled = async (transactionId: string, cause: 'bank-confirmed' | 'customer-refused', fields = {}) => {
  const paid = cause === 'bank-confirmed' && { paid: { amountCents: 1_000, paidAtMs: null } };
  const attempt = { index: 0, bankId: 'bank-0', method: 'MBWAY' };
  const judged = { bankAccount: 'main', from: 'pending', liveAttempt: 0 };
  const settling = { transactionId, ...judged, cause, attempt, ...paid, ...fields };
  expect(await dependencies.settle(settling as Settling)).toEqual({ kind: 'written' });
  rig.time.nowMs += 1_000;
};

describe('GET /events', () => {
  test('lists each settled transaction at its newest event, in order, and nothing else', async () => {
    const [refused, paid, late, ofOther] = [
      await live(),
      await live(),
      await live(),
      await live({ merchantId: 'mer_b' }),
    ];
    await live();
    await settled(late.transactionId, 'customer-refused');
    await settled(refused.transactionId, 'customer-refused');
    await settled(ofOther.transactionId, 'bank-confirmed');
    await settled(paid.transactionId, 'bank-confirmed');
    await settled(late.transactionId, 'bank-confirmed', { from: 'failed', liveAttempt: undefined });
    await webhooksIn(rig.client, () => rig.time.nowMs).sendTestEvent('mer_a');
    const facts = { refundId: 'R1', kind: 'refund', type: 'RFND', returnedCents: 1_000, noticeId: 'N1' } as const;
    await dependencies.recordRefund(
      {
        ...{ ...facts, transactionId: paid.transactionId, bankAccount: 'main', originalBankId: 'bank-0' },
        ...{ returnedAt: null, recordedAt: rig.time.nowMs },
      },
      paid,
    );
    const uncertain = await page();
    rig.time.nowMs += CERTAIN_AFTER_MS;
    const { events, ...rest } = await page();
    // The same events, in the same form, before they were certain.
    expect(uncertain).toMatchObject({ events: [], recent: events, more: false });
    expect(events.map(({ transactionId }) => transactionId)).toEqual(
      [refused, paid, late].map(({ transactionId }) => transactionId),
    );
    const newest = (await stored(rig, late.transactionId)).settlements[1];
    expect(events[2]).toEqual({
      ...{ eventId: newest?.eventId, transactionId: late.transactionId, delivery: 'pending' },
      body: bodyBy(
        { transactionId: late.transactionId, externalOrderId: 'ORDER-1', amountCents: 1_000 },
        { status: 'paid', settledAt: NOW_MS + 64_000, paymentMethod: 'MBWAY', paidAt: NOW_MS + 64_000 },
      ),
    });
    expect(rest).toEqual({
      ...{ next: expect.any(String), more: false },
      completeUntil: new Date(rig.time.nowMs - CERTAIN_AFTER_MS).toISOString(),
      recent: [],
    });
    expect((await page({}, 'mer_b')).events.map(({ transactionId }) => transactionId)).toEqual([ofOther.transactionId]);
  });

  test('pages through what is certain, also of one millisecond; the last page has what is recent', async () => {
    const AT = NOW_MS + 60_000;
    const put = (settledAt: number) => {
      const settlements = [failedSettlement({ eventId: `evt_${settledAt}`, settledAt })];
      return putTransaction(rig, { status: 'failed', settledAt, settlements });
    };
    const idsOf = (events: Page['events']) => events.map(({ transactionId }) => transactionId);
    const certain = await Promise.all(Array.from({ length: 10 }, async () => (await put(AT)).transactionId));
    const recent: string[] = [];
    for (let number = 1; number <= 120; number += 1) recent.push((await put(AT + number)).transactionId);
    rig.time.nowMs = AT + CERTAIN_AFTER_MS;
    const first = await page({ limit: '5' });
    expect(first).toMatchObject({ more: true, recent: [] });
    const last = await page({ limit: '5', after: first.next });
    expect([...idsOf(first.events), ...idsOf(last.events)]).toEqual(certain.sort());
    // The oldest hundred; the others follow.
    expect([last.more, idsOf(last.recent)]).toEqual([false, recent.slice(0, 100)]);
    const { next: after } = last;
    const again = await page({ after });
    expect(again).toEqual({ ...last, events: [] });
    rig.time.nowMs += 20;
    const later = await page({ after });
    expect([idsOf(later.events), idsOf(later.recent)]).toEqual([recent.slice(0, 20), recent.slice(20)]);
    // Another merchant's cursor is a position among the caller's own events.
    expect(await page({ after }, 'mer_b')).toMatchObject({ events: [], recent: [] });
    // What other languages take for no time; a program stores its `next`.
    const ancient = await page({ from: '0001-01-01T00:00:00Z' }, 'mer_b');
    expect(await page({ after: ancient.next }, 'mer_b')).toMatchObject({ events: [] });
    const from = new Date(AT + 11).toISOString();
    expect(idsOf((await page({ from })).events)).toEqual(recent.slice(10, 20));
  });
});

test.each<[Query, string]>([
  [{ limit: ['1', '2'] }, 'limit must be given once'],
  [{ from: '2099-01-01T00:00:00Z' }, 'from must not be in the future'],
])('400: %o', async (query, error) => {
  const { status, json, headers } = await called(query);
  expect([status, json]).toEqual([400, { error }]);
  expect(headers).toMatchObject({ 'X-Request-Id': 'request-1', 'X-RateLimit-Remaining': '29' });
});
