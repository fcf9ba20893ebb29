import { beforeEach, describe, expect } from 'vitest';
import type { DashboardCaller } from '../../../../functions/dashboard/caller.ts';
import {
  revealWebhookSecret,
  rotateWebhookSecret,
  switchWebhookSecret,
} from '../../../../functions/dashboard/settings/webhook-secret.ts';
import {
  readWebhookSettings,
  saveWebhookUrl,
  toggleWebhooks,
} from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { testAttempts, testAttemptsInput, testWebhook } from '../../../../functions/dashboard/settings/webhook-test.ts';
import { sealedWebhookEndpoints } from '../../../../functions/merchants/accounts/sealed-endpoints.ts';
import { webhookSecretRotation } from '../../../../functions/merchants/accounts/secret-rotation.ts';
import { DAY_MS, HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { recordOf } from '../../../../functions/webhooks/plan.ts';
import { newTestId } from '../../../../functions/webhooks/test-event/test-event.ts';
import { FINANCE, ownerOf } from '../../../rig/accounts.ts';
import { rig, resendTest as test } from '../../../rig/queues.ts';
import { finding } from '../../../rig/recovery.ts';
import { putPaid } from '../../../rig/stored-deliveries.ts';
import { SETTLED_AT } from '../../../rig/webhook-records.ts';
import { accountsIn, KEYRING, merchantsIn, webhooksIn } from '../../../rig/wired.ts';

beforeEach(() => {
  rig.time.nowMs = SETTLED_AT + HOUR_MS;
});

const HOOK = 'https://shop.example/hook';
const clock = () => rig.time.nowMs;
const keyring = async () => KEYRING;
const merchants = () => merchantsIn(rig.dynamo).merchants;
const deliveries = () => webhooksIn(rig.dynamo).deliveries;
const settings = (permitLoopback = false) => {
  const { isRefunded } = webhooksIn(rig.dynamo);
  const dependencies = { merchants: merchants(), find: finding(), isRefunded, clock, permitLoopback };
  return {
    read: readWebhookSettings(dependencies),
    saveUrl: saveWebhookUrl(dependencies),
    toggle: toggleWebhooks(dependencies),
  };
};
const secrets = () => {
  const rotation = webhookSecretRotation({ merchants: merchants(), keyring, clock });
  const reveal = revealWebhookSecret({ merchants: merchants(), keyring, clock });
  return {
    reveal: (caller: DashboardCaller) => reveal({}, caller),
    rotate: (caller: DashboardCaller) => rotateWebhookSecret(rotation)({}, caller),
    switchNow: (caller: DashboardCaller) => switchWebhookSecret(rotation)({}, caller),
  };
};
const pressTest = (caller: DashboardCaller) => {
  const { sendTestEvent: sendTest } = webhooksIn(rig.dynamo, clock);
  return testWebhook({ merchants: merchants(), newTestId, sendTest, clock })({}, caller);
};
const attempts = () => testAttempts({ readEvent: deliveries().read });

async function shop(webhookUrl?: string) {
  const created = await accountsIn(rig.dynamo, clock).create({
    name: 'Shop',
    status: 'active',
    bankAccount: 'main',
    ...(webhookUrl !== undefined && { webhookUrl }),
  });
  return { ...created, owner: ownerOf(created.merchantId) };
}

/** A payment of 10 EUR whose event was skipped, as the consumer records it. */
async function skip(merchantId: string): Promise<string> {
  const { transactionId } = await putPaid({}, { merchantId });
  const record = await deliveries().read(transactionId);
  const settlement = record?.settlements[0];
  if (!record || !settlement) throw new Error('no record');
  const target = { transactionId, index: 0, eventId: settlement.eventId, resends: 0 };
  await deliveries().write({ kind: 'end', target, state: 'skipped' }, record);
  return transactionId;
}

const actions = async (merchantId: string) => {
  const merchant = await merchants().read(merchantId);
  const page = await merchantsIn(rig.dynamo).history(merchant ?? { merchantId, changes: 0 }, { limit: 50 });
  return page.entries.map(({ who, action }) => `${who} ${action}`).reverse();
};

describe('the webhook settings', () => {
  test('show URL, toggle, a hint of the secret, and the rotation', async () => {
    const { merchantId, owner, webhookSecret: secret } = await shop(HOOK);
    await secrets().rotate(owner);
    const hint = (await secrets().reveal(owner)).secret.slice(-4);
    expect(await settings().read({}, owner)).toEqual({
      url: HOOK,
      enabled: true,
      hourlyResend: false,
      nextProbeAt: null,
      secretHint: `whsec_…${hint}`,
      oldSecretUntil: new Date(rig.time.nowMs + DAY_MS).toISOString(),
    });
    expect(JSON.stringify(await settings().read({ merchantId }, FINANCE))).not.toContain(secret.slice(6, 40));
  });
});

describe('saving the URL', () => {
  test('keeps the toggle, and the endpoint has the new URL', async () => {
    const { merchantId, owner } = await shop();
    expect(await settings().saveUrl({ url: ` ${HOOK} ` }, owner)).toEqual({ kind: 'saved', url: HOOK, enabled: false });
    const endpoint = await sealedWebhookEndpoints(merchants(), keyring).read(merchantId);
    expect(endpoint).toMatchObject({ url: HOOK, enabled: false });
    await settings().toggle({ enabled: true }, owner);
    expect(await settings().saveUrl({ url: 'https://new.example/' }, owner)).toMatchObject({ enabled: true });
    expect(await actions(merchantId)).toEqual([
      'operator account.created',
      'maria webhook.url',
      'maria webhook.toggle',
      'maria webhook.url',
    ]);
  });

  test.each([
    ['http://shop.example/hook', 'https://shop.example/webhooks'],
    ['https://localhost/', 'public host name'],
  ])('refuses %s with the field and the solution', async (url, fix) => {
    const { merchantId, owner } = await shop();
    const message = expect.stringContaining(fix);
    await expect(settings().saveUrl({ url }, owner)).rejects.toMatchObject({ field: 'url', message });
    expect((await merchants().read(merchantId))?.webhookUrl).toBeUndefined();
  });
});

describe('D12: the toggle', () => {
  test('turned on sends nothing of what was skipped', async () => {
    const { merchantId, owner } = await shop(HOOK);
    expect(await settings().toggle({ enabled: false }, owner)).toEqual({ kind: 'off' });
    const skipped = await Promise.all([skip(merchantId), skip(merchantId), skip(merchantId)]);
    expect(await settings().toggle({ enabled: true }, owner)).toEqual({ kind: 'on' });
    for (const id of skipped) {
      const record = await deliveries().read(id);
      expect(record?.settlements[0]?.delivery.state).toBe('skipped');
    }
  });

  test('cannot be turned on without a URL', async () => {
    const { merchantId, owner } = await shop();
    await expect(settings().toggle({ enabled: true }, owner)).rejects.toMatchObject({ field: 'url' });
    expect((await merchants().read(merchantId))?.webhookEnabled).toBe(false);
  });
});

describe('D22: the secret', () => {
  test('is revealed, rotated one rotation at a time, and switched', async () => {
    const { merchantId, owner, webhookSecret: first } = await shop(HOOK);
    expect(await secrets().reveal(owner)).toEqual({ secret: first, old: null });
    const until = new Date(rig.time.nowMs + DAY_MS).toISOString();
    expect(await secrets().rotate(owner)).toEqual({ kind: 'rotated', oldSecretUntil: until });
    const problem = { code: 'old-secret-signs', until };
    await expect(secrets().rotate(owner)).rejects.toMatchObject({ problem });
    const { secret, old } = await secrets().reveal(owner);
    expect(old).toEqual({ secret: first, until });
    expect(await secrets().switchNow(owner)).toEqual({ kind: 'switched' });
    expect(await secrets().reveal(owner)).toEqual({ secret, old: null });
    await expect(secrets().switchNow(owner)).rejects.toMatchObject({ field: 'secret' });
    expect(await actions(merchantId)).toEqual([
      'operator account.created',
      'maria webhook.secret-revealed',
      'maria webhook.secret-rotated',
      'maria webhook.secret-revealed',
      'maria webhook.secret-switched',
      'maria webhook.secret-revealed',
    ]);
  });
});

describe('D11: the test button', () => {
  test('sends with the toggle off, and shows each recorded attempt', async () => {
    const { merchantId, owner } = await shop();
    await settings().saveUrl({ url: HOOK }, owner);
    const { testId } = await pressTest(owner);
    expect(await attempts()({ testId }, owner)).toMatchObject({ state: 'pending', isEnded: false, attempts: [] });

    const record = await deliveries().read(testId);
    if (!record) throw new Error('no record');
    const target = { transactionId: testId, index: 0, eventId: record.settlements[0]?.eventId ?? '', resends: 0 };
    const failed = { id: 'a', startedAt: rig.time.nowMs, durationMs: 40, outcome: 'status' } as const;
    const answered = { ...failed, statusCode: 500, answer: '<b>no</b>' };
    await deliveries().write(recordOf(target, 1, answered), record);
    const during = await attempts()({ testId }, owner);
    expect(during.isEnded).toBe(false);
    expect(during.attempts).toEqual([
      {
        number: 1,
        startedAt: new Date(rig.time.nowMs).toISOString(),
        durationMs: 40,
        outcome: 'status',
        statusCode: 500,
        answer: '<b>no</b>',
        headers: expect.objectContaining({
          'X-Service-Event': 'webhook.test',
          'webhook-id': target.eventId,
          'Content-Length': String(during.payload.length),
        }),
      },
    ]);
    expect(JSON.parse(during.payload)).toMatchObject({ event: 'webhook.test', data: { id: testId } });

    const now = await deliveries().read(testId);
    const delivered = { id: 'b', startedAt: rig.time.nowMs + 240, durationMs: 9, outcome: 'delivered' } as const;
    await deliveries().write(recordOf(target, 2, { ...delivered, statusCode: 200 }), now ?? record);
    const ended = await attempts()({ testId }, owner);
    expect([ended.state, ended.isEnded, ended.attempts.length]).toEqual(['delivered', true, 2]);
    expect(await actions(merchantId)).toContain('maria webhook.tested');
  });

  test('sends ten a minute for a merchant, also when pressed at once, and says when the next is possible', async () => {
    const { merchantId, owner } = await shop(HOOK);
    const other = await shop(HOOK);
    const presses: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 3; round += 1) {
      presses.push(...(await Promise.allSettled(Array.from({ length: 4 }, () => pressTest(owner)))));
      rig.time.nowMs += 15_000;
    }
    const refusals = presses.filter(({ status }) => status === 'rejected');
    expect([presses.length, refusals.length]).toEqual([12, 2]);
    // 30 s after the first of them.
    expect(refusals[0]).toMatchObject({ reason: { problem: { code: 'too-many-tests', limit: 10, seconds: 30 } } });
    expect(await pressTest(other.owner)).toMatchObject({ kind: 'sent' });
    expect((await actions(merchantId)).filter((action) => action === 'maria webhook.tested')).toHaveLength(10);
    rig.time.nowMs += 15_000;
    expect(await pressTest(owner)).toMatchObject({ kind: 'sent' });
  });

  test('needs a URL', async () => {
    const { owner } = await shop();
    await expect(pressTest(owner)).rejects.toMatchObject({ field: 'url' });
  });

  test('is read by its merchant and by staff; another merchant gets 404, and payments are not tests', async () => {
    const { merchantId, owner } = await shop(HOOK);
    const { owner: other } = await shop();
    const { testId } = await pressTest(owner);
    expect((await attempts()({ testId }, FINANCE)).state).toBe('pending');
    await expect(attempts()({ testId }, other)).rejects.toThrow('not found');
    const { transactionId } = await putPaid({}, { merchantId });
    await expect(attempts()({ testId: transactionId }, owner)).rejects.toThrow('not found');
    expect(testAttemptsInput.safeParse({ testId: transactionId }).success).toBe(false);
  });
});
