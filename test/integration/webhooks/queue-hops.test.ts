import { beforeEach, describe, expect } from 'vitest';
import { ifthenpay } from '../../../functions/simulator/ifthenpay/ifthenpay.ts';
import type { Action } from '../../../functions/simulator/notify/actions.ts';
import { queueDueActions } from '../../../functions/simulator/notify/due.ts';
import { type SendAction, scheduleWith } from '../../../functions/simulator/notify/schedule.ts';
import { dueKeys } from '../../../functions/simulator/notify/waiting-item.ts';
import { REFERENCE_AMOUNTS } from '../../../functions/simulator/payments/amounts.ts';
import { MAGIC_PHONES } from '../../../functions/simulator/payments/customers.ts';
import type { WebRequest } from '../../../functions/simulator/web.ts';
import { deliver } from '../../../functions/webhooks/deliver/deliver.ts';
import type { DeliveryMessage } from '../../../functions/webhooks/delivery-queue.ts';
import { freshRigTest } from '../../fixtures/rig-test.ts';
import { rig, test } from '../../fixtures/simulator.ts';
import { devTemplates, functionNamesById, idOf, type Resource } from '../../infra/templates.ts';
import { startIfthenpayRig } from '../../support/ifthenpay-rig.ts';
import { issue, make, push, referencePart } from '../../support/simulator-rig.ts';
import { httpsServer } from '../../support/webhook-servers.ts';
import {
  deliveryIn,
  dependenciesOf,
  eventOf,
  merchantAt,
  putEvent,
  readMain,
  startRig as startDeliveryRig,
} from './deliver-rig.ts';

const ifthenpayTest = freshRigTest(startIfthenpayRig);
const deliveryTest = freshRigTest(startDeliveryRig);

/**
 * Lambda ends a chain of about 16 invocations that hand each other messages through queues; four are left in reserve.
 */
const MOST_HOPS = 12;
const MINUTE_MS = 60_000;

interface Message {
  action: Action;
  atMs: number;
  /** How many messages its chain has, this one included; a call over HTTP and a schedule's begin with the first. */
  hops: number;
}

describe('the simulated bank’s chains of messages', () => {
  let waiting: Message[];
  let hops: number;
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
    waiting = [];
    hops = 0;
  });

  const send: SendAction = async (action, delayS) => {
    expect(delayS).toBeLessThanOrEqual(900);
    waiting.push({ action, atMs: rig.time.nowMs + delayS * 1000, hops: hops + 1 });
  };

  /**
   * As AWS plays it: messages at their times, the schedule at each minute at which something is due. Answers the
   * longest chain.
   */
  async function playToTheEnd(): Promise<number> {
    const { table, clock, logger } = rig.dependencies;
    let longest = 0;
    for (;;) {
      waiting.sort((left, right) => left.atMs - right.atMs);
      const [due] = await dueKeys(table, Number.MAX_SAFE_INTEGER, 1);
      const minuteMs = due ? Math.ceil(due.dueAtMs / MINUTE_MS) * MINUTE_MS : Number.POSITIVE_INFINITY;
      const next = waiting[0];
      if (!next && !due) return longest;
      if (!next || minuteMs < next.atMs) {
        rig.time.nowMs = Math.max(rig.time.nowMs, minuteMs);
        hops = 0;
        await queueDueActions({ table, send, clock, logger });
        continue;
      }
      waiting.shift();
      rig.time.nowMs = Math.max(rig.time.nowMs, next.atMs);
      hops = next.hops;
      longest = Math.max(longest, hops);
      await rig.act(next.action);
      hops = 0;
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
      const day = (days: number) => new Date(rig.time.nowMs + days * 24 * 60 * MINUTE_MS).toISOString();
      const terms = { initialDatetime: day(0), finalDatetime: day(3), minAmount: amount, maxAmount: amount };
      await issue(rig, await make(rig, { ...referencePart(terms), amount }));
      const issued = { mbKey: KEYS.mbKey, orderId: String(cents), amount: amount.value.toFixed(2), expiryDays: 3 };
      await atIfthenpay('/multibanco/reference/init', issued).catch(() => undefined);
    }
  }

  test('are short for every magic row, the longest waits included', async () => {
    rig.receiver.state.acknowledge = (id) => ({
      status: 200,
      body: JSON.stringify({ statusCode: '000', notificationID: id }),
    });
    await startEveryRow();
    // All but those whose call is refused: at each provider 20 phones with one or two decisions each, and 16
    // references.
    expect(waiting.length).toBeGreaterThan(100);
    const startedMs = rig.time.nowMs;
    expect(await playToTheEnd()).toBeLessThanOrEqual(MOST_HOPS);
    // An hour after the end of a reference.
    expect(rig.time.nowMs - startedMs).toBeGreaterThan(3 * 24 * 60 * MINUTE_MS);
  });

  test('are short when no notification is acknowledged, on every tier until the provider gives up', async () => {
    rig.receiver.state.acknowledge = () => ({ status: 500, body: '' });
    await push(rig, await make(rig), '910000000');
    const pushed = { mbWayKey: KEYS.mbWayKey, orderId: 'tiers', amount: '5.10', mobileNumber: '351#910000000' };
    await atIfthenpay('/spg/payment/mbway', pushed);
    const before = rig.receiver.received.length;
    expect(await playToTheEnd()).toBeLessThanOrEqual(MOST_HOPS);
    // 44 retries of SIBS, 12 of ifthenpay, and the first of each; of the former's tiers two months leave out the last
    // few.
    expect(rig.receiver.received.length - before).toBeGreaterThan(45);
  });
});

ifthenpayTest('the polls of a live push are a short chain, although the provider never decides', async ({ rig }) => {
  rig.reset();
  const transactionId = await rig.newTransaction();
  await rig.calls.mbway(transactionId);
  let hops = 0;
  for (let next = rig.sent.shift(); next; next = rig.sent.shift()) {
    hops++;
    rig.time.nowMs += next.delayS * 1_000;
    await rig.poll(next.message);
  }
  expect(hops).toBeGreaterThan(5);
  expect(hops).toBeLessThanOrEqual(MOST_HOPS);
});

deliveryTest('a webhook that no endpoint accepts is a short chain, the retry queue included', async ({ rig }) => {
  const server = await httpsServer((_request, response) => void response.writeHead(500).end());
  const merchant = merchantAt(server.url);
  const time = { nowMs: Date.now() };
  merchant.endpoint = { ...merchant.endpoint, slowUntilMs: time.nowMs + MINUTE_MS };
  const sent: { message: DeliveryMessage; delayMs: number }[] = [];
  const { dependencies } = dependenciesOf(rig, merchant, {
    clock: () => time.nowMs,
    sleep: async (ms) => {
      time.nowMs += ms;
    },
    retries: { send: async (message, delayMs) => void sent.push({ message, delayMs }) },
  });
  const first = await putEvent(rig);
  // The relay's own message, whose chain begins with the stream.
  let hops = 1;
  await deliver(
    eventOf([{ MessageId: 'm', Body: JSON.stringify(first) }], 'deliveries'),
    rig.urls.retries,
    dependencies,
  );
  for (let next = sent.shift(); next; next = sent.shift()) {
    hops++;
    time.nowMs += next.delayMs;
    const Body = JSON.stringify(next.message);
    await deliver(eventOf([{ MessageId: 'm', Body }], 'retries'), rig.urls.retries, dependencies);
  }
  const delivery = deliveryIn(await readMain(rig, first.transactionId), first.eventId);
  await server.stop();
  expect(delivery).toMatchObject({ state: 'not_delivered' });
  expect(hops).toBeGreaterThan(2);
  expect(hops).toBeLessThanOrEqual(MOST_HOPS);
});

/** The functions that a queue calls and that may themselves send to a queue: only these can be part of a long chain. */
function links(
  stage: string,
  resourcesOf: (part: 'service' | 'simulator') => Resource[],
  parts: readonly ('service' | 'simulator')[],
) {
  return parts.flatMap((part) => {
    const resources = resourcesOf(part);
    const queues = new Set(resources.filter(({ type }) => type === 'AWS::SQS::Queue').map(({ id }) => id));
    const consumers = resources
      .filter(
        ({ type, properties }) =>
          type === 'AWS::Lambda::EventSourceMapping' && queues.has(idOf(properties.EventSourceArn) ?? ''),
      )
      .map(({ properties }) => idOf(properties.FunctionName) ?? '');
    const names = functionNamesById(resources, stage);
    return [...new Set(consumers)].filter((id) => sends(resources, id)).map((id) => names.get(id));
  });
}

function sends(resources: readonly Resource[], functionId: string): boolean {
  const role = idOf(resources.find(({ id }) => id === functionId)?.properties.Role);
  return resources.some(
    ({ type, properties }) =>
      type === 'AWS::IAM::Policy' &&
      (properties.Roles as unknown[]).some((each) => idOf(each) === role) &&
      JSON.stringify(properties.PolicyDocument).includes('sqs:SendMessage'),
  );
}

test('no other function in the templates can lengthen a chain', () => {
  const dev = devTemplates();
  expect(links('dev', dev.resources, ['service', 'simulator']).sort()).toEqual([
    'payments-poll',
    'simulator-act',
    'webhooks-deliver',
  ]);
});
