import { beforeEach, describe, expect } from 'vitest';
import type { BankStatus, KnownPayment } from '../../../../functions/banking/bank.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { provider, ifthenpayTest as test } from '../../../rig/adapters.ts';
import {
  ifthenpayAgainst,
  knownPush,
  listing,
  PUSH_ID,
  REFERENCE_ID,
  recorded,
} from '../../../rig/banks/scripted-ifthenpay.ts';
import type { Reply } from '../../../rig/banks/scripted-server.ts';
import { json, NOW_MS } from '../../../rig/banks/scripted-sibs.ts';

beforeEach(() => provider.script('payments', recorded('payments-none')));

const BANK_ID = 'wabcdefghjkmnpq';
const ask = (known: KnownPayment | undefined, nowMs = NOW_MS, bankId = BANK_ID): Promise<BankStatus> =>
  ifthenpayAgainst(provider, { nowMs }).askStatus(bankId, known);

describe('the status of a push', () => {
  test('is queried by the request id and the key', async () => {
    provider.script('status', recorded('status-paid'));
    await ask(knownPush());
    expect(provider.seenAt('status').map(({ path }) => path)).toEqual([
      `/spg/payment/mbway/status?mbWayKey=ABC-123456&requestId=${PUSH_ID}`,
    ]);
  });

  const expired = { kind: 'expired', abandoned: false };

  test('023, paid and returned, is the payment that the list has, else for a person to check', async () => {
    provider.script('status', recorded('status-rejected', { Status: '023' }));
    expect(await ask(knownPush())).toEqual({ kind: 'odd', detail: 'paid and given back' });
    provider.script('payments', listing({ amount: 10, paymentDate: '12-02-2026 19:09:00' }));
    expect(await ask(knownPush())).toMatchObject({ kind: 'listed', payments: [{ amountCents: 1_000 }] });
  });

  test('of a paid one has the amount of the list of received payments, and the second of the status', async () => {
    provider.script('status', recorded('status-paid'));
    const atMs = Date.parse('2026-02-12T19:08:44Z');
    for (const amountCents of [1_000, 999, 1_001]) {
      provider.script('payments', listing({ amount: amountCents / 100, paymentDate: '12-02-2026 19:08:00' }));
      expect(await ask(knownPush())).toEqual({ kind: 'listed', payments: [{ bankId: BANK_ID, amountCents, atMs }] });
    }
  });

  test('of a paid one that is not in the list stays unknown: the amount is not known', async () => {
    provider.script('status', recorded('status-paid'));
    for (const nowMs of [NOW_MS, NOW_MS + 5 * 24 * HOUR_MS]) {
      expect(await ask(knownPush(), nowMs)).toMatchObject({ kind: 'unknown' });
    }
  });

  test('waiting ten minutes after the window is decided by the list of received payments', async () => {
    provider.script('status', recorded('status-rejected', { Status: '123', Message: 'Pending' }));
    const past = (ms: number) => NOW_MS + 4 * MINUTE_MS + ms;
    expect(await ask(knownPush(), past(10 * MINUTE_MS - 1))).toEqual({ kind: 'waiting' });
    expect(await ask(knownPush(), past(10 * MINUTE_MS))).toEqual(expired);
    provider.script('payments', listing({ amount: 10, paymentDate: '12-02-2026 19:12:00' }));
    expect(await ask(knownPush(), past(10 * MINUTE_MS))).toMatchObject({
      kind: 'listed',
      payments: [{ amountCents: 1_000 }],
    });
  });

  test('is unknown without recorded facts, and makes no inquiry', async () => {
    expect(await ask(undefined)).toMatchObject({ kind: 'unknown' });
    expect(provider.seen).toEqual([]);
  });
});

describe('a push whose answer was lost', () => {
  const lost = knownPush({ statusId: undefined });
  test('is found by its order id among the received payments', async () => {
    provider.script('payments', listing({ amount: '10.00', paymentDate: '12-02-2026 19:09:00' }));
    const atMs = Date.parse('2026-02-12T19:09:00Z');
    expect(await ask(lost)).toEqual({ kind: 'listed', payments: [{ bankId: BANK_ID, amountCents: 1_000, atMs }] });
    expect(JSON.parse(provider.seen[0]?.body ?? '')).toEqual({ boKey: '0000-0000-0000-0000', orderId: BANK_ID });
  });

  test('stays unknown until a minute after its window, then is expired', async () => {
    expect(await ask(lost)).toMatchObject({ kind: 'unknown' });
    expect(await ask(lost, lost.endsAtMs + MINUTE_MS - 1)).toMatchObject({ kind: 'unknown' });
    expect(await ask(lost, lost.endsAtMs + MINUTE_MS)).toEqual({ kind: 'expired', abandoned: false });
  });

  test.each<[string, Reply]>([
    ['refuses the key', recorded('payments-bad-key')],
    ['is away', json({}, 503)],
    ['is garbage', { status: 200, body: '[]' }],
  ])('stays unknown, for any time, when the list %s', async (_, reply) => {
    provider.script('payments', reply);
    expect(await ask(lost, lost.endsAtMs + HOUR_MS)).toMatchObject({ kind: 'unknown' });
  });

  test('is not confused with another order’s payment in the list', async () => {
    provider.script('payments', recorded('payments-listed'));
    expect(await ask(lost)).toMatchObject({ kind: 'unknown' });
  });
});

describe('the status of a reference', () => {
  const endsAtMs = Date.parse('2026-02-15T23:59:59Z');
  const issued: KnownPayment = { method: 'REFERENCE', expectedCents: 1_000, endsAtMs, statusId: REFERENCE_ID };
  const id = 'r0123456789abcdefghjkmnpq';

  test('is paid with the amount and the time of the list, whatever was requested', async () => {
    provider.script('payments', listing({ amount: 9.5, paymentDate: '13-07-2026 15:41:00' }));
    const atMs = Date.parse('2026-07-13T14:41:00Z');
    expect(await ask(issued, NOW_MS, id)).toEqual({
      kind: 'listed',
      payments: [{ bankId: id, amountCents: 950, atMs }],
    });
    expect(provider.seenAt('status')).toEqual([]);
  });

  test('has both of two payments, the first one first', async () => {
    const [late, early] = ['14-02-2026 10:00:00', '13-02-2026 10:00:00'];
    provider.script('payments', listing({ amount: 7, paymentDate: late }, { amount: 10, paymentDate: early }));
    expect(await ask(issued, NOW_MS, id)).toMatchObject({ payments: [{ amountCents: 1_000 }, { amountCents: 700 }] });
  });

  test('is waiting until a quarter of an hour after its end, then expired', async () => {
    expect(await ask(issued, endsAtMs + 15 * MINUTE_MS - 1, id)).toEqual({ kind: 'waiting' });
    expect(await ask(issued, endsAtMs + 15 * MINUTE_MS, id)).toEqual({ kind: 'expired', abandoned: false });
  });

  test('without a number is not started, and expires like any other', async () => {
    const lost = { ...issued, statusId: undefined };
    expect(await ask(lost, NOW_MS, id)).toEqual({ kind: 'not-started' });
    expect(await ask(lost, endsAtMs + 15 * MINUTE_MS, id)).toEqual({ kind: 'expired', abandoned: false });
  });

  test('with an unreadable amount has none', async () => {
    provider.script('payments', listing({ amount: '10.001' }));
    expect(await ask(issued, NOW_MS, id)).toMatchObject({ kind: 'listed', payments: [{ amountCents: null }] });
  });
});
