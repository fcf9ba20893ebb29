import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { hourlyResend } from '../../../../functions/webhooks/hourly/hourly-resend.ts';
import { hourlyResendOn } from '../../../../functions/webhooks/wiring.ts';
import { crashAfter, stepping } from '../../../rig/crash.ts';
import { dependenciesOf, handleOnce, merchantAt } from '../../../rig/deliveries.ts';
import { rig, freshResendTest as test } from '../../../rig/queues.ts';
import { sweeping } from '../../../rig/recovery.ts';
import { putPaid } from '../../../rig/stored-deliveries.ts';
import { TABLES } from '../../../rig/tables.ts';
import { SETTLED_AT } from '../../../rig/webhook-records.ts';
import { accountsIn, SILENT } from '../../../rig/wired.ts';

/** The events ended undelivered from `SETTLED_AT` on, one a second. */

const shops = () => accountsIn(rig.dynamo, () => SETTLED_AT);

async function shop(merchantId: string, isOn: boolean): Promise<void> {
  const account = { merchantId, name: merchantId, status: 'active', bankAccount: 'main' } as const;
  await shops().create({ ...account, webhookUrl: 'https://shop.example/hook' });
  if (isOn) await shops().setHourlyResend(merchantId, true);
}

async function undelivered(merchantId: string, count: number): Promise<string[]> {
  const eventIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const settledAt = rig.time.nowMs + n * 1_000;
    const undeliveredKey = `not_delivered#${new Date(settledAt).toISOString()}#${merchantId}`;
    const attempts = [{ id: 'a', startedAt: settledAt, durationMs: 5, outcome: 'refused' as const }];
    const put = await putPaid({ state: 'not_delivered', done: 4, attempts }, { merchantId, settledAt, undeliveredKey });
    eventIds.push(put.eventId);
  }
  return eventIds;
}

function run(dynamo = rig.dynamo, sqs = rig.sqs) {
  const names = { ...TABLES, deliveriesUrl: rig.urls.deliveries };
  return hourlyResend(hourlyResendOn({ dynamo, sqs, clock: () => rig.time.nowMs, logger: SILENT }, names))(Infinity);
}

/** An endpoint that accepts nothing until it is back, and the events of its requests. */
function endpoint(backAtMs: number, alwaysRefused?: string) {
  const refused: string[] = [];
  const accepted: string[] = [];
  // The delays between attempts pass on the clock of the queues.
  let beganAtMs = rig.now();
  const { dependencies } = dependenciesOf(merchantAt(), {
    clock: () => rig.time.nowMs + rig.now() - beganAtMs,
    send: async ({ headers }) => {
      const event = String(headers['webhook-id']);
      const isBack = rig.time.nowMs >= backAtMs && event !== alwaysRefused;
      (isBack ? accepted : refused).push(event);
      if (!isBack) return { kind: 'refused', durationMs: 1, detail: 'ECONNREFUSED' };
      return { kind: 'delivered', statusCode: 200, durationMs: 1 };
    },
  });
  /** Handles both queues until nothing is left. */
  const deliverAll = async () => {
    beganAtMs = rig.now();
    for (;;) {
      const { received: first } = await handleOnce('deliveries', dependencies);
      const { received: later } = await handleOnce('retries', dependencies, 10);
      if (first + later === 0) return;
    }
  };
  /** Calls as the schedule does, if less often; the sweep hands over what was recorded and not queued. */
  const until = async (endMs: number) => {
    for (; rig.time.nowMs <= endMs; rig.time.nowMs += 20 * MINUTE_MS) {
      await run();
      await sweeping().at(rig.time.nowMs - SETTLED_AT);
      await deliverAll();
    }
  };
  return { refused, accepted, deliverAll, until };
}

describe('the hourly resend', () => {
  test('probes a dead endpoint once an hour, and delivers all within an hour after it is back, each once', async () => {
    await shop('mer_on', true);
    await shop('mer_off', false);
    const events = await undelivered('mer_on', 40);
    await undelivered('mer_off', 3);
    const backAtMs = SETTLED_AT + 3 * HOUR_MS;
    const { refused, accepted, until } = endpoint(backAtMs);
    rig.time.nowMs += MINUTE_MS;
    await until(backAtMs - 1);
    const probed = events.slice(0, 3).flatMap((event) => Array(4).fill(event));
    expect(refused, 'four attempts of one event in each of three hours').toEqual(probed);
    await until(backAtMs + HOUR_MS + 10 * MINUTE_MS);
    expect(accepted.toSorted()).toEqual(events.toSorted());
    await until(backAtMs + 4 * HOUR_MS);
    expect(accepted).toHaveLength(40);
  });

  test('is not held up by an event that the shop always refuses', async () => {
    await shop('mer_on', true);
    const [refusedOne, ...others] = await undelivered('mer_on', 4);
    rig.time.nowMs += MINUTE_MS;
    const { accepted, until } = endpoint(0, refusedOne);
    await until(SETTLED_AT + 2 * HOUR_MS);
    expect(accepted.toSorted()).toEqual(others.toSorted());
  });

  test('waits while webhooks are off, and goes on when they are on again', async () => {
    await shop('mer_on', true);
    const events = await undelivered('mer_on', 2);
    await shops().setWebhook('mer_on', { enabled: false });
    rig.time.nowMs += MINUTE_MS;
    const { accepted, refused, until } = endpoint(0);
    await until(SETTLED_AT + 150 * MINUTE_MS);
    expect([...accepted, ...refused]).toEqual([]);
    await shops().setWebhook('mer_on', { enabled: true });
    // No probe of the last hour is waited for.
    await until(rig.time.nowMs + 20 * MINUTE_MS);
    expect(accepted.toSorted()).toEqual(events.toSorted());
  });

  test('sends at most a hundred an hour, and nothing that is older than a day', async () => {
    await shop('mer_on', true);
    await undelivered('mer_on', 1);
    rig.time.nowMs += 25 * HOUR_MS;
    const events = await undelivered('mer_on', 120);
    rig.time.nowMs += 5 * MINUTE_MS;
    const beganAtMs = rig.time.nowMs;
    const { accepted, until } = endpoint(0);
    await until(beganAtMs + HOUR_MS - 1);
    expect(accepted).toHaveLength(100);
    await until(beganAtMs + HOUR_MS + 40 * MINUTE_MS);
    expect(accepted.toSorted()).toEqual(events.toSorted());
  });

  test.each(['probe', 'rest'])('delivers each once after a crash at any step of the %s', async (part) => {
    let isCrashed = true;
    for (let steps = 0; isCrashed; steps += 1) {
      const merchantId = `mer_${steps}`;
      await shop(merchantId, true);
      const events = await undelivered(merchantId, 2);
      rig.time.nowMs += MINUTE_MS;
      const { accepted, deliverAll, until } = endpoint(0);
      if (part === 'rest') await run();
      await deliverAll();
      isCrashed = await crashAfter(steps, (step) => run(stepping(rig.dynamo, step), stepping(rig.sqs, step)));
      await deliverAll();
      await until(rig.time.nowMs + 2 * HOUR_MS);
      expect(accepted.toSorted(), `after ${steps} steps`).toEqual(events.toSorted());
      await shops().setHourlyResend(merchantId, false);
    }
  });
});
