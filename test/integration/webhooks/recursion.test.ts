import { beforeEach, describe, expect } from 'vitest';
import { poll } from '../../../functions/payments/settle/poll.ts';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { ifthenpay } from '../../../functions/simulator/ifthenpay/ifthenpay.ts';
import type { Action } from '../../../functions/simulator/notify/actions.ts';
import { queueDueActions } from '../../../functions/simulator/notify/due.ts';
import { scheduleWith } from '../../../functions/simulator/notify/schedule.ts';
import { dueKeys } from '../../../functions/simulator/notify/waiting-item.ts';
import { REFERENCE_AMOUNTS } from '../../../functions/simulator/payments/amounts.ts';
import { MAGIC_PHONES } from '../../../functions/simulator/payments/customers.ts';
import type { WebRequest } from '../../../functions/simulator/web.ts';
import { deliver } from '../../../functions/webhooks/deliver/deliver.ts';
import type { DeliveryMessage } from '../../../functions/webhooks/delivery-queue.ts';
import { begunOn, dependenciesOf as paymentsOn, startPaymentRig } from '../../fixtures/payments.ts';
import { rig, test } from '../../fixtures/simulator/bank.ts';
import { issue, make, push, referencePart } from '../../fixtures/simulator/payments.ts';
import { freshRigTest } from '../../fixtures/tables.ts';
import { freshTest as deliveryTest, dependenciesOf, eventOf, merchantAt } from '../../fixtures/webhooks/queues.ts';
import {
  devTemplates,
  functionNamesById,
  idOf,
  type Part,
  synthesized,
  type Templates,
} from '../../infra/templates.ts';
import { RecursionModel } from '../../support/measures/recursion-model.ts';
import { httpsServer } from '../../support/network/webhook-servers.ts';
import { paymentCalls } from '../../support/payment-calls.ts';
import { deliveryIn, putEvent, readMain } from './stored-deliveries.ts';

/**
 * Lambda stops an invocation whose chain has about 16 others. A chain is not one message's: in an outage old retries
 * and new ones share invocations, and a chain continues as long as the outage (`recursion-model.ts`). So the functions
 * that send to the queue that invokes them allow it, and their records bound the attempts.
 */

const ifthenpayTest = freshRigTest(startPaymentRig);

const PARTS: Part[] = ['data', 'service', 'simulator', 'dashboard'];

/** A function's settings as deployed: whether it may be part of a loop, and the batches of its queues. */
function deployed(part: Part, name: string) {
  const resources = devTemplates().resources(part);
  const [id] = [...functionNamesById(resources, 'dev')].find(([, each]) => each === name) ?? [];
  const properties = resources.find((resource) => resource.id === id)?.properties ?? {};
  const batches = resources
    .filter(({ type, properties: mapping }) => type.endsWith('EventSourceMapping') && idOf(mapping.FunctionName) === id)
    .map(({ properties: mapping }) => Number(mapping.BatchSize));
  return { isAllowed: properties.RecursiveLoop === 'Allow', batchSize: Math.max(...batches) };
}

describe('the simulated bank', () => {
  let model: RecursionModel<Action>;
  const KEYS = { mbWayKey: 'ABC-123456', mbKey: 'MBK-000000', backofficeKey: '0000-0000-0000-0000' };
  const ifthenpayAccounts = async () => [{ ...KEYS, name: 'ifthenpay' }];

  test.beforeAll(async ({ rig }) => {
    const { table, clock } = rig.dependencies;
    rig.dependencies.schedule = async (...scheduled) => void (await scheduleWith(send, table, clock)(...scheduled));
    const urlCb = `${rig.receiver.baseUrl}/ifthenpay/notifications?id=[ORDER_ID]`;
    for (const [entidade, subentidade] of [
      ['MBWAY', KEYS.mbWayKey],
      ['MB', KEYS.mbKey],
    ]) {
      const activation = { chave: KEYS.backofficeKey, entidade, subentidade, apKey: 'a'.repeat(40), urlCb };
      await atIfthenpay('/endpoint/callback/activation', activation);
    }
  });
  beforeEach(() => {
    model = new RecursionModel(deployed('simulator', 'simulator-act'));
    rig.receiver.received.length = 0;
  });

  const send = async (action: Action, delayS: number) => {
    expect(delayS).toBeLessThanOrEqual(900);
    model.send(action, rig.time.nowMs + delayS * 1_000);
  };

  const acknowledged = (id: unknown) => ({
    status: 200,
    body: JSON.stringify({ statusCode: '000', notificationID: id }),
  });

  /** As AWS runs it: messages at their times, the schedule at each minute at which something is due. */
  async function runUntil(endMs: number): Promise<void> {
    const { table, clock, logger } = rig.dependencies;
    for (;;) {
      const [due] = await dueKeys(table, Number.MAX_SAFE_INTEGER, 1);
      const minuteMs = due ? Math.ceil(due.dueAtMs / MINUTE_MS) * MINUTE_MS : Number.POSITIVE_INFINITY;
      const nextMs = Math.min(minuteMs, model.nextMs);
      if (nextMs === Number.POSITIVE_INFINITY || nextMs > endMs) return;
      rig.time.nowMs = Math.max(rig.time.nowMs, nextMs);
      if (minuteMs < model.nextMs) await queueDueActions({ table, send, clock, logger });
      else await model.invokeNext(async (actions) => void (await Promise.all(actions.map(rig.act))));
    }
  }

  const atIfthenpay = (resource: string, body: object) =>
    ifthenpay(
      {
        method: 'POST',
        resource,
        headers: { 'content-type': 'application/json' },
        query: {},
        pathParameters: {},
        rawBody: JSON.stringify(body),
      } as WebRequest,
      { ...rig.dependencies, accounts: ifthenpayAccounts },
    );

  /** Every row of both tables at both providers; calls that are refused or troubled start no chain. */
  async function startEveryRow(): Promise<void> {
    for (const { phone } of MAGIC_PHONES) {
      await push(rig, await make(rig), phone);
      const pushed = { mbWayKey: KEYS.mbWayKey, orderId: phone, amount: '5.10', mobileNumber: `351#${phone}` };
      await atIfthenpay('/spg/payment/mbway', pushed).catch(() => undefined);
    }
    for (const { cents } of REFERENCE_AMOUNTS) {
      const amount = { value: cents / 100, currency: 'EUR' };
      const day = (days: number) => new Date(rig.time.nowMs + days * 24 * HOUR_MS).toISOString();
      const terms = { initialDatetime: day(0), finalDatetime: day(3), minAmount: amount, maxAmount: amount };
      await issue(rig, await make(rig, { ...referencePart(terms), amount }));
      const issued = { mbKey: KEYS.mbKey, orderId: String(cents), amount: amount.value.toFixed(2), expiryDays: 3 };
      await atIfthenpay('/multibanco/reference/init', issued).catch(() => undefined);
    }
  }

  test('does what every magic row says, the longest waits included', async () => {
    rig.receiver.state.acknowledge = acknowledged;
    await startEveryRow();
    // All but those whose call is refused: at each provider 20 phones with one or two decisions each, and 16
    // references.
    expect(model.sentCount).toBeGreaterThan(100);
    const startedMs = rig.time.nowMs;
    await runUntil(Number.POSITIVE_INFINITY);
    expect(model.stopped).toBe(0);
    // An hour after the end of a reference.
    expect(rig.time.nowMs - startedMs).toBeGreaterThan(3 * 24 * HOUR_MS);
  });

  test('repeats the notification of each payment while a receiver is down for two hours', async () => {
    rig.receiver.state.acknowledge = () => ({ status: 500, body: '' });
    const pauseMs = 5 * MINUTE_MS;
    for (let payment = 0; payment < 24; payment += 1) {
      rig.time.nowMs = Math.ceil((rig.time.nowMs + 1) / pauseMs) * pauseMs;
      await push(rig, await make(rig), '910000000');
      await runUntil(rig.time.nowMs + pauseMs - 1);
    }
    rig.receiver.state.acknowledge = acknowledged;
    await runUntil(rig.time.nowMs + 2 * HOUR_MS);
    expect(model.stopped).toBe(0);
    expect(model.longestChain).toBeGreaterThan(16);
  });

  test('gives up a notification that is never acknowledged, as its provider does', async () => {
    rig.receiver.state.acknowledge = () => ({ status: 500, body: '' });
    await push(rig, await make(rig), '910000000');
    const pushed = { mbWayKey: KEYS.mbWayKey, orderId: 'tiers', amount: '5.10', mobileNumber: '351#910000000' };
    await atIfthenpay('/spg/payment/mbway', pushed);
    await runUntil(Number.POSITIVE_INFINITY);
    // 44 retries of SIBS, 12 of ifthenpay, and the first of each; of the former's tiers two months leave out the last
    // few.
    expect(rig.receiver.received.length).toBeGreaterThan(45);
    expect(model.nextMs).toBe(Number.POSITIVE_INFINITY);
  });
});

ifthenpayTest('the polls of live pushes do not stop, although pushes share invocations', async ({ rig }) => {
  rig.reset();
  const dependencies = paymentsOn(rig);
  const calls = paymentCalls(dependencies);
  const settings = deployed('service', 'payments-poll');
  const model = new RecursionModel<(typeof dependencies.polls)[number]['message']>(settings);
  const polls = new Map<string, number>();
  const queueSent = () => {
    for (const { message, delayS } of dependencies.polls.splice(0))
      model.send(message, rig.time.nowMs + delayS * 1_000);
  };
  for (let push = 0; push < 12; push += 1) {
    await calls.mbway(await begunOn('ifthenpay-1', calls));
    queueSent();
    const untilMs = rig.time.nowMs + MINUTE_MS / 2;
    while (model.nextMs <= untilMs || (push === 11 && model.nextMs < Number.POSITIVE_INFINITY)) {
      rig.time.nowMs = Math.max(rig.time.nowMs, model.nextMs);
      await model.invokeNext(async (messages) => {
        for (const message of messages) {
          polls.set(message.transactionId, (polls.get(message.transactionId) ?? 0) + 1);
          await poll(dependencies, message);
        }
        queueSent();
      });
    }
    rig.time.nowMs = Math.max(rig.time.nowMs, untilMs);
  }
  expect(model.stopped).toBe(0);
  // Until the end of each push's window, which its record has.
  expect(new Set(polls.values())).toEqual(new Set([11]));
});

deliveryTest('each webhook gets its four attempts, although retries share invocations', async ({ rig }) => {
  const server = await httpsServer((_request, response) => void response.writeHead(500).end());
  const merchant = merchantAt(server.origin);
  const time = { nowMs: Date.now() };
  const model = new RecursionModel<DeliveryMessage>(deployed('service', 'webhooks-deliver'));
  const { dependencies } = dependenciesOf(merchant, {
    clock: () => time.nowMs,
    sleep: async (ms) => {
      time.nowMs += ms;
    },
    retries: { send: async (message, delayMs) => model.send(message, time.nowMs + delayMs, 'retries') },
  });
  const events: DeliveryMessage[] = [];
  // One event each second: the last attempt of one is due with the third of a later one.
  for (let index = 0; index < 90; index += 1) {
    const message = await putEvent();
    events.push(message);
    model.send(message, time.nowMs + index * 1_000, 'deliveries');
  }
  while (model.nextMs < Number.POSITIVE_INFINITY) {
    time.nowMs = Math.max(time.nowMs, model.nextMs);
    await model.invokeNext(async (messages, queue) => {
      const batch = messages.map((message, index) => ({ MessageId: `m${index}`, Body: JSON.stringify(message) }));
      await deliver(eventOf(batch, queue === 'retries' ? 'retries' : 'deliveries'), rig.urls.retries, dependencies);
    });
  }
  await server.stop();
  const made = await Promise.all(
    events.map(async ({ transactionId, eventId }) => deliveryIn(await readMain(transactionId), eventId)?.done),
  );
  expect(made).toEqual(events.map(() => 4));
});

/** Functions on a loop: they send to a queue that invokes them, directly or through others. */
function onLoops(templates: Templates) {
  const resources = PARTS.filter((part) => templates.has(part)).flatMap((part) => templates.resources(part));
  const names = functionNamesById(resources, templates.stage);
  const invokedBy = new Map<string, string[]>();
  for (const { type, properties } of resources) {
    if (type !== 'AWS::Lambda::EventSourceMapping') continue;
    const source = idOf(properties.EventSourceArn) ?? '';
    invokedBy.set(source, [...(invokedBy.get(source) ?? []), idOf(properties.FunctionName) ?? '']);
  }
  const next = (id: string) => {
    const role = idOf(resources.find((each) => each.id === id)?.properties.Role);
    const statements = resources
      .filter(
        ({ type, properties: { Roles } }) => type === 'AWS::IAM::Policy' && JSON.stringify(Roles).includes(`"${role}"`),
      )
      .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: unknown[] }).Statement)
      .filter((statement) => JSON.stringify(statement).includes('sqs:SendMessage'));
    const text = JSON.stringify(statements);
    return [...invokedBy].filter(([queue]) => text.includes(`"${queue}"`)).flatMap(([, consumers]) => consumers);
  };
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    next(from).some((id) => id === to || (!seen.has(id) && reaches(id, to, seen.add(id))));
  return [...names].map(([id, name]) => ({
    name,
    isOnLoop: reaches(id, id),
    setting: resources.find((each) => each.id === id)?.properties.RecursiveLoop,
  }));
}

test.each([
  ['dev', devTemplates(), ['payments-poll', 'simulator-act', 'webhooks-deliver']],
  ['prod', synthesized('prod'), ['webhooks-deliver']],
])('stage %s: a function may be part of a loop if and only if its record ends it', (_stage, templates, allowed) => {
  const functions = onLoops(templates);
  expect(
    functions
      .filter(({ isOnLoop }) => isOnLoop)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(allowed);
  for (const { name, isOnLoop, setting } of functions) expect(setting, name).toBe(isOnLoop ? 'Allow' : undefined);
});
