import { expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { BankStart, Money } from '../../bank/bank.ts';
import { rig, test } from '../../fixtures/money.ts';
import { CREDENTIALS, NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { exceptionsOf } from '../../support/stored-payments.ts';

/**
 * Needs the embedded table. SIBS changes its token and its notification key while payments are under way; the secret
 * is changed before that, after it, or by an operator who saves half of it first. Every payment meanwhile ends
 * paid, once.
 */

const authorizer = { merchantId: 'mer_a', bankAccount: 'sibs', remaining: '29', reset: '60' };
const OLD_KEY = Buffer.from(CREDENTIALS.notificationKey, 'base64');
const NEW_KEY = Buffer.alloc(32, 5);
const CHANGED = { ...CREDENTIALS, token: 'token-changed', notificationKey: NEW_KEY.toString('base64') };
const CUT = JSON.stringify(CHANGED).slice(0, 60);

/** When the bank and the secret change, in seconds from the beginning; a payment starts and one is paid every 20 s. */
const STORIES = [
  { name: 'the secret a minute and a half late', bankS: 60, secrets: [[150, JSON.stringify(CHANGED)]] },
  {
    name: 'a secret that is truncated first',
    bankS: 60,
    secrets: [
      [60, CUT],
      [180, JSON.stringify(CHANGED)],
    ],
  },
] as const;

const PAYMENTS = 13;
const EVERY_S = 20;

test.each(STORIES)(
  '$name: calls fail with 5xx at most, and every payment ends paid, once',
  async ({ bankS, secrets }) => {
    rig.begin();
    rig.banks.sibs.token = CREDENTIALS.token;
    let key = OLD_KEY;
    const begun: { id: string; start: BankStart }[] = [];
    const payments: { id: string; start: BankStart; movement: Money }[] = [];
    const answers: number[] = [];
    for (let n = 0; n < PAYMENTS; n += 1) {
      const atS = n * EVERY_S;
      rig.time.nowMs = NOW_MS + atS * 1_000;
      if (atS >= bankS) {
        rig.banks.sibs.token = CHANGED.token;
        key = NEW_KEY;
      }
      for (const [fromS, text] of secrets) if (atS >= fromS) rig.secrets.sibs = text;
      const { body } = await rig.calls.init({ orderId: `ORDER-${n}`, amount: 5 }, { authorizer });
      const id = String(body.transactionId);
      const known = rig.banks.sibs.starts.length;
      const { statusCode } = await rig.calls.mbway(id, '912345678', { authorizer });
      answers.push(statusCode);
      const start = rig.banks.sibs.starts[known];
      if (statusCode === 200 && start) begun.push({ id, start });
      else expect(start && Number.isFinite(start.outFromMs)).not.toBe(true);
      // The customer of the push before last confirms it.
      const paid = begun[payments.length];
      if (!paid || begun.length < 3) continue;
      const movement = rig.pay('sibs', paid.start);
      await rig.notify('sibs', paid.start, movement, { key }).catch(() => undefined);
      payments.push({ ...paid, movement });
    }
    expect(answers.filter((status) => status !== 200 && status < 500)).toEqual([]);
    expect(payments.length).toBeGreaterThan(2);
    // No notification is resent: the sweep must find the refused ones.
    for (const { id } of payments) await rig.advanceTo(id, rig.time.nowMs + 10 * MINUTE_MS);
    for (const { id } of payments) {
      await rig.advanceTo(id, rig.time.nowMs + DAY_MS / 24);
      const { status, settlements } = await rig.stored(id);
      expect([status, settlements.length, await exceptionsOf(rig, id)]).toEqual(['paid', 1, []]);
      await rig.end(id);
    }
  },
);
