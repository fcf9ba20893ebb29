import { describe, expect } from 'vitest';
import { accountStatusInput } from '../../../functions/dashboard/accounts/account-status.ts';
import { auditInput } from '../../../functions/dashboard/accounts/history-input.ts';
import { historyItem, shownUrl } from '../../../functions/merchants/history/change.ts';
import { seal } from '../../../functions/merchants/keys/seal.ts';
import { BEGIN_MS, FINANCE, OPERATOR, ownerOf, rig, test } from '../../fixtures/dashboard/accounts.ts';
import { KEYRING } from '../../support/wired.ts';

/** Needs the embedded DynamoDB. The clock is moved by hand. */

const ALL = auditInput.parse({});

describe('the audit of an account', () => {
  test('shows who, when, what, before and after, newest first', async () => {
    const { merchantId } = await rig.create('pending', 'https://shop.example/hook');
    const owner = ownerOf(merchantId);
    rig.time.nowMs += 1_000;
    await rig.decide({ merchantId, status: 'active', why: 'papers are in order' }, OPERATOR);
    rig.time.nowMs += 1_000;
    await rig.keys.rotate({ overlapHours: 24 }, owner);
    rig.time.nowMs += 1_000;
    await rig.operator.setWebhook(merchantId, { enabled: false }, { who: 'maria' });
    const { entries, next } = await rig.listAudit(ALL, owner);
    expect(next).toBeNull();
    expect(entries.map(({ number, at, who, action }) => [number, at, who, action])).toEqual([
      [4, '2026-11-20T12:00:03.000Z', 'maria', 'webhook.toggle'],
      [3, '2026-11-20T12:00:02.000Z', 'maria', 'api-key.rotated'],
      [2, '2026-11-20T12:00:01.000Z', 'olga', 'account.status'],
      [1, '2026-11-20T12:00:00.000Z', 'operator', 'account.created'],
    ]);
    expect(entries[0]).toMatchObject({
      before: { webhookUrl: 'https://shop.example/hook', webhookEnabled: true },
      after: { webhookUrl: 'https://shop.example/hook', webhookEnabled: false },
    });
    expect(entries[2]).toMatchObject({
      merchantId,
      before: { accountStatus: 'pending' },
      after: { accountStatus: 'active' },
      why: 'papers are in order',
    });
  });

  test('is listed page by page without a gap or a repeat', async () => {
    const { merchantId } = await rig.create();
    for (let index = 0; index < 6; index += 1) {
      await rig.operator.setStatus(merchantId, index % 2 === 0 ? 'suspended' : 'active');
    }
    const numbers: number[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await rig.listAudit({ limit: 3, before }, ownerOf(merchantId));
      numbers.push(...page.entries.map(({ number }) => number));
      if (page.next === null) break;
      before = page.next;
    }
    expect(numbers).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await rig.listAudit({ limit: 3, before: 1 }, ownerOf(merchantId))).toEqual({ entries: [], next: null });
  });

  test('of concurrent changes has each once, with the state before it', async () => {
    const { merchantId } = await rig.create();
    const statuses = ['suspended', 'active', 'suspended', 'active', 'suspended'] as const;
    await Promise.all(statuses.map((status) => rig.operator.setStatus(merchantId, status)));
    const { entries } = await rig.listAudit(ALL, ownerOf(merchantId));
    const changes = entries.filter(({ action }) => action === 'account.status').reverse();
    let status: unknown = 'active';
    for (const { before, after } of changes) {
      expect(before.accountStatus).toBe(status);
      status = after.accountStatus;
    }
    expect((await rig.merchants.read(merchantId))?.accountStatus).toBe(status);
  });

  test('has no entry for a request that changed nothing', async () => {
    const { merchantId } = await rig.create('active', 'https://shop.example/hook');
    await rig.operator.setStatus(merchantId, 'active');
    await rig.operator.setWebhook(merchantId, { url: 'https://shop.example/hook' });
    await rig.keys.endOld(ownerOf(merchantId));
    expect((await rig.listAudit(ALL, ownerOf(merchantId))).entries).toHaveLength(1);
  });

  test('is written together with the change or not at all', async () => {
    const { merchantId, apiKey } = await rig.create();
    const seen = await rig.merchants.read(merchantId);
    if (!seen) throw new Error('no merchant');
    const entry = { action: 'account.status', by: { who: 'olga' }, at: BEGIN_MS } as const;
    // A key item that is not there: the complete transaction is refused.
    const keys = [{ kind: 'update', hash: 'none', fields: { accountStatus: 'suspended' } }] as const;
    expect(await rig.merchants.change(seen, { set: { accountStatus: 'suspended' }, keys, entry })).toBe(false);
    expect((await rig.listAudit(ALL, ownerOf(merchantId))).entries).toHaveLength(1);
    expect(await rig.merchants.read(merchantId)).toEqual(seen);
    expect(await rig.authorizer()(apiKey)).toBe('Allow');
  });
});

describe('no secret is in the audit (invariant 7)', () => {
  test('after reveals, rotations and a change of the webhook URL', async () => {
    const { merchantId, apiKey, webhookSecret } = await rig.create('active', 'https://shop.example/hook?token=hidden');
    const owner = ownerOf(merchantId);
    await rig.keys.reveal({ which: 'current' }, owner);
    await rig.keys.rotate({ overlapHours: 1 }, owner);
    await rig.keys.reveal({ which: 'old' }, owner);
    await rig.operator.setWebhook(merchantId, { url: 'https://shop.example/new?token=hidden' });
    const { apiKey: next } = await rig.operator.show(merchantId);
    await rig.keys.endOld(owner);
    const entries = (await rig.everything()).filter(({ id }) => String(id).startsWith(`audit#${merchantId}`));
    expect(entries).toHaveLength(6);
    const text = JSON.stringify(entries);
    for (const secret of [apiKey, next, webhookSecret, 'hidden', 'k1.']) expect(text).not.toContain(secret);
  });

  test('an entry with a secret is not written', () => {
    const sealed = seal(KEYRING, { merchantId: 'mer_1', field: 'apiKey' }, 'x');
    for (const secret of [`sk_${'a'.repeat(43)}`, 'whsec_abc', sealed]) {
      const by = { who: 'maria' };
      expect(() => historyItem('mer_1', 1, { action: 'api-key.rotated', by, at: 1, after: { key: secret } })).toThrow(
        'would hold a secret',
      );
      expect(() => historyItem('mer_1', 1, { action: 'api-key.rotated', by: { who: secret }, at: 1 })).toThrow();
    }
  });

  test('a webhook URL is shown without its query', () => {
    expect(shownUrl('https://shop.example:8443/a?t=1')).toBe('https://shop.example:8443/a?…');
    expect(shownUrl('https://shop.example/a')).toBe('https://shop.example/a');
    expect(shownUrl(undefined)).toBeNull();
  });
});

describe('an operator’s decision on an account', () => {
  test('applies from the next API call, and the history shows who and why', async () => {
    const { merchantId, apiKey } = await rig.create('pending');
    const ask = rig.authorizer();
    expect(await ask(apiKey)).toBe('Deny');
    expect(await rig.decide({ merchantId, status: 'active', why: 'approved' }, OPERATOR)).toEqual({
      kind: 'changed',
      status: 'active',
    });
    expect(await ask(apiKey)).toBe('Allow');
    await rig.decide({ merchantId, status: 'suspended', why: 'chargebacks' }, OPERATOR);
    expect(await ask(apiKey)).toBe('Deny');
    const { status, history, isComplete } = await rig.history({ merchantId }, FINANCE);
    expect([status, isComplete]).toEqual(['suspended', true]);
    expect(history.map(({ who, why, after }) => [who, why, after.accountStatus])).toEqual([
      ['olga', 'chargebacks', 'suspended'],
      ['olga', 'approved', 'active'],
      ['operator', null, 'pending'],
    ]);
  });

  test.each([
    ['pending', 'suspended'],
    ['active', 'refused'],
    ['suspended', 'refused'],
    ['refused', 'suspended'],
  ] as const)('cannot make a %s account %s', async (from, status) => {
    const { merchantId } = await rig.create(from);
    expect(await rig.decide({ merchantId, status, why: 'x' }, OPERATOR)).toMatchObject({
      kind: 'refused',
      field: 'status',
    });
    expect((await rig.merchants.read(merchantId))?.accountStatus).toBe(from);
  });

  test('for the current status changes nothing, and for an unknown account is refused', async () => {
    const { merchantId } = await rig.create('active');
    expect(await rig.decide({ merchantId, status: 'active', why: 'x' }, OPERATOR)).toEqual({
      kind: 'unchanged',
      status: 'active',
    });
    await expect(rig.decide({ merchantId: 'mer_nobody', status: 'active', why: 'x' }, OPERATOR)).rejects.toThrow(
      'merchant not found',
    );
  });

  test('needs a reason', () => {
    for (const why of [undefined, '', '   ', 'x'.repeat(201)]) {
      const parsed = accountStatusInput.safeParse({ merchantId: 'mer_1', status: 'active', why });
      expect(parsed.error?.issues[0]?.message).toContain('why');
    }
  });
});
