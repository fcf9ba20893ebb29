import { describe, expect } from 'vitest';
import { START_IN_FLIGHT_MS } from '../../../../functions/payments/times.ts';
import { DAY_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import {
  AMOUNT_REFUSED,
  ANSWERS,
  BANK_503,
  ISSUED_REFERENCE,
  REFERENCE_OUT,
  startsSeen,
} from '../../../rig/banks/bank-script.ts';
import { json, NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { beginAnother, calls, rig, pendingTest as test, transactionId } from '../../../rig/payments.ts';
import { expectRefused } from '../../../rig/refused.ts';
import { stored } from '../../../rig/stored-payments.ts';

const ENDS_AT = Date.parse('2026-02-15T23:59:59.000Z');
const ANSWER = { entity: '24000', reference: '123456789', amount: 10, expiresAt: '2026-02-15T23:59:59.000Z' };

describe('§4.3: multibanco', () => {
  test('issues one reference and returns exactly entity, reference, amount and expiresAt', async () => {
    const answered = await calls.multibanco(transactionId);
    expect([answered.statusCode, answered.body]).toEqual([200, ANSWER]);
    expect(startsSeen(rig.sibs)).toEqual({ pushes: 0, references: 1 });
  });

  test('returns the bank’s expiry, not the requested one (D10)', async () => {
    const expireDate = '2026-02-14T12:00:00.000Z';
    rig.sibs.script(
      'generate',
      json({ paymentStatus: 'Pending', paymentReference: { ...ISSUED_REFERENCE, expireDate } }),
    );
    expect((await calls.multibanco(transactionId)).body.expiresAt).toBe(expireDate);
    expect(await stored(rig, transactionId)).toMatchObject({
      mb: { expiresAt: Date.parse(expireDate) },
      dueAt: Date.parse(expireDate) + 15 * MINUTE_MS,
    });
  });

  test('records the reference, live, due after its end and a grace of 15 minutes (D10), and no phone', async () => {
    await calls.multibanco(transactionId);
    const transaction = await stored(rig, transactionId);
    expect(transaction).toMatchObject({
      status: 'pending',
      paymentMethod: 'REFERENCE',
      liveAttempt: 0,
      mb: { entity: '24000', reference: '123456789', expiresAt: ENDS_AT },
      dueAt: ENDS_AT + 15 * MINUTE_MS,
    });
    expect(transaction.attempts).toEqual([
      { method: 'REFERENCE', bankId: expect.any(String), state: 'live', startedAt: NOW_MS, endsAt: ENDS_AT },
    ]);
  });
});

describe('D6: the same call again', () => {
  test('returns the same reference and issues nothing new, also on the last day', async () => {
    const first = await calls.multibanco(transactionId);
    for (const laterMs of [0, 60_000, 3 * DAY_MS]) {
      rig.time.nowMs = NOW_MS + laterMs;
      const again = await calls.multibanco(transactionId);
      expect([again.statusCode, again.text]).toEqual([200, first.text]);
    }
    expect(startsSeen(rig.sibs).references).toBe(1);
  });
});

describe('D7: refused before a reference was issued', () => {
  test('the amount, at the checkout or the generation, is 400 naming amount, and a push can be tried', async () => {
    for (const route of ['checkout', 'generate'] as const) {
      await beginAnother();
      rig.reset();
      rig.sibs.script(route, AMOUNT_REFUSED);
      expectRefused(await calls.multibanco(transactionId), 400, /^amount was refused/);
      rig.reset();
      expect((await calls.mbway(transactionId)).statusCode).toBe(200);
    }
  });
});

describe('D8: a generation with an unknown outcome', () => {
  test('is queried again while the bank gives no reference, and is returned once it does', async () => {
    rig.sibs.script('generate', BANK_503);
    expect((await calls.multibanco(transactionId)).statusCode).toBe(502);
    rig.time.nowMs = NOW_MS + START_IN_FLIGHT_MS;
    rig.sibs.script('generate', REFERENCE_OUT);
    rig.sibs.script('status', ANSWERS.waitingForAReferenceItDoesNotName);
    expect((await calls.multibanco(transactionId)).statusCode).toBe(502);
    rig.sibs.script('status', ANSWERS.waitingReference);
    const answered = await calls.multibanco(transactionId);
    expect([answered.statusCode, answered.body]).toEqual([200, ANSWER]);
    const { amount: _, ...mb } = ANSWER;
    expect((await calls.status(transactionId)).body.mb).toEqual(mb);
    expect(startsSeen(rig.sibs).references).toBe(1);
  });
});
