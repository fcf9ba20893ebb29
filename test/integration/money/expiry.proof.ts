import { expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { BankStart, Money } from '../../bank/bank.ts';
import { endOfLisbonDay } from '../../bank/lisbon.ts';
import { chosen } from '../../chaos/world/seeded.ts';
import { type Provider, rig, type Seen, test } from '../../fixtures/money.ts';
import { exceptionsOf } from '../../support/stored-payments.ts';

/**
 * Needs the embedded table. Money and its notices to the millisecond around the end of a push and of a reference and
 * around the grace after it, while the bank's clock is ahead of our clock or behind it, on days with a change of the
 * clock too. The oracle knows when the customer paid, what the bank reported when, and what the status call answered.
 */

const GRACE_MS = { MBWAY: MINUTE_MS, REFERENCE: 15 * MINUTE_MS };
const CENTS = 1_234;

/**
 * Midday, the last seconds of a day in Lisbon, and days from which three lead to a change of the clock, into it or
 * past it.
 */
const PUSH_STARTS = ['2026-02-12T19:08:00.000Z', '2026-02-12T19:08:00.001Z', '2026-02-12T19:08:59.999Z'];
const REFERENCE_STARTS = [
  ...['2026-02-12T12:00:00.000Z', '2026-02-12T23:59:30.000Z', '2026-07-01T22:59:30.000Z'],
  ...['2026-03-25T12:00:00.000Z', '2026-03-26T12:00:00.000Z', '2026-03-26T23:59:45.000Z', '2026-03-28T23:58:59.000Z'],
  ...['2026-10-21T12:00:00.000Z', '2026-10-22T12:00:00.000Z', '2026-10-22T22:59:45.000Z', '2026-10-24T22:58:59.000Z'],
];

interface Case {
  provider: Provider;
  method: 'MBWAY' | 'REFERENCE';
  start: string;
  /** When the customer pays, relative to our end; null when never. */
  paidAfterMs: number | null;
  /** How long after the payment the bank reports it; null when the notification is lost. */
  notifiedAfterMs: number | null;
  aheadMs: number;
  windowLongerMs: number;
}

const CASES: Case[] = (['sibs', 'ifthenpay'] as const).flatMap((provider) =>
  (['MBWAY', 'REFERENCE'] as const).flatMap((method) =>
    (method === 'MBWAY' ? PUSH_STARTS : REFERENCE_STARTS).flatMap((start) =>
      [null, -90_000, -1, 0, 1, ...[-1, 0, 1].map((offset) => GRACE_MS[method] + offset)].flatMap((paidAfterMs) =>
        (paidAfterMs === null ? [null] : [0, 1, GRACE_MS[method], DAY_MS, null]).flatMap((notifiedAfterMs) =>
          [-90_000, 0, 90_000].flatMap((aheadMs) =>
            (method === 'MBWAY' ? [0, 90_000] : [0]).map(
              (windowLongerMs): Case => ({
                ...{ provider, method, start, paidAfterMs, notifiedAfterMs, aheadMs, windowLongerMs },
              }),
            ),
          ),
        ),
      ),
    ),
  ),
);

const SEED = 20_261_122;
const counts = { payments: 0, late: 0, cancelled: 0, unseen: 0 };

test('paid ends paid, unpaid ends cancelled, and only money after the cancellation is late', {
  timeout: 900_000,
}, async () => {
  const wrong: string[] = [];
  const cases = chosen(CASES, 45, SEED);
  for (const each of cases) {
    rig.begin(Date.parse(each.start));
    rig.time.bankAheadMs = each.aheadMs;
    rig.banks[each.provider].windowMs += each.windowLongerMs;
    const problem = await play(each);
    if (problem) wrong.push(`${JSON.stringify(each)}: ${problem}`);
  }
  expect(wrong).toEqual([]);
  expect(counts.payments).toBeGreaterThan(25);
});

async function play(each: Case): Promise<string | undefined> {
  const { provider, method, paidAfterMs, notifiedAfterMs } = each;
  const authorizer = { merchantId: 'mer_a', bankAccount: provider, remaining: '29', reset: '60' };
  const { body } = await rig.calls.init({ orderId: 'ORDER-1', amount: CENTS / 100 }, { authorizer });
  const id = String(body.transactionId);
  const call = (phone = '912345678') =>
    method === 'MBWAY' ? rig.calls.mbway(id, phone, { authorizer }) : rig.calls.multibanco(id, { authorizer });
  const startedAtMs = rig.time.nowMs;
  const begun = await call();
  const { starts } = rig.banks[provider];
  const [start] = starts;
  if (begun.statusCode !== 200 || !start) return `the start was answered ${begun.statusCode}`;
  const endMs = method === 'MBWAY' ? startedAtMs + 4 * MINUTE_MS : Date.parse(String(begun.body.expiresAt));
  if (method === 'REFERENCE' && !isRightEnd(endMs, start)) return `expiresAt ${begun.body.expiresAt}`;

  const seen: Seen[] = [];
  let early: string | undefined;
  let movement: Money | undefined;
  const check = async () => {
    const status = String((await rig.calls.status(id, { authorizer })).body.status);
    if (status === 'cancelled' && !movement && rig.isOpen(start)) early ??= 'cancelled, and the customer can still pay';
    seen.push({ atMs: rig.time.nowMs, status });
  };
  if (paidAfterMs !== null) {
    await rig.advanceTo(id, endMs + paidAfterMs, check);
    // Another call at this time, with the same phone or another, starts nothing.
    await call();
    await call('923456789');
    if (starts.length > 1) return `${starts.length} starts at the bank`;
    await check();
    movement = rig.pay(provider, start);
    counts.payments += 1;
    if (
      notifiedAfterMs !== null &&
      !(await sentUntilAccepted({ provider, id, start, movement }, notifiedAfterMs, check))
    )
      return 'the notice is never acknowledged';
  }
  await rig.advanceTo(id, endMs + 2 * DAY_MS, check);
  await check();
  await rig.end(id);
  return early ?? judge(id, { seen, movement, isNotified: notifiedAfterMs !== null, provider });
}

/** The end is the last second of a day in Lisbon, and it is the bank's. */
function isRightEnd(endMs: number, { endsAtMs }: BankStart): boolean {
  return endMs === endOfLisbonDay(endMs) && endMs === endsAtMs;
}

async function sentUntilAccepted(
  { provider, id, start, movement }: { provider: Provider; id: string; start: BankStart; movement: Money },
  afterMs: number,
  check: () => Promise<void>,
): Promise<boolean> {
  await rig.advanceTo(id, rig.time.nowMs + afterMs, check);
  for (let tries = 0; tries < 5; tries += 1) {
    const status = await rig.notify(provider, start, movement);
    await check();
    if (status === 200) return true;
    await rig.advanceTo(id, rig.time.nowMs + 5 * MINUTE_MS, check);
  }
  return false;
}

async function judge(
  id: string,
  {
    seen,
    movement,
    isNotified,
    provider,
  }: { seen: Seen[]; movement: Money | undefined; isNotified: boolean; provider: Provider },
): Promise<string | undefined> {
  const { status, settlements, paidAt = 0 } = await rig.stored(id);
  const kinds = (await exceptionsOf(rig, id)).map(({ kind }) => kind);
  const statuses = seen.map((each) => each.status);
  const wasCancelled = statuses.includes('cancelled');
  if (wasCancelled && statuses.lastIndexOf('pending') > statuses.indexOf('cancelled')) return 'pending after cancelled';
  if (!movement || (wasCancelled && !isNotified)) {
    if (movement) counts.unseen += 1;
    counts.cancelled += 1;
    const isOver = status === 'cancelled' && settlements.length === 1 && kinds.length === 0;
    return isOver ? undefined : `nothing notified: ${status} with ${kinds}`;
  }
  if (wasCancelled) counts.late += 1;
  const expected = wasCancelled ? ['late'] : [];
  if (status !== 'paid' || statuses.at(-1) !== 'paid') return `paid at the bank, and the status is ${status}`;
  if (settlements.filter((each) => each.status === 'paid').length !== 1) return 'not one payment.success';
  if (kinds.join() !== expected.join()) return `exceptions ${kinds} instead of ${expected}`;
  // An inquiry at SIBS has no time; ifthenpay gives whole seconds, and its list whole minutes.
  const slackMs = provider === 'ifthenpay' ? 999 : 0;
  const isBanks = movement.atMs - paidAt >= 0 && movement.atMs - paidAt <= slackMs;
  const isListed = provider === 'ifthenpay' && paidAt === Math.floor(movement.atMs / MINUTE_MS) * MINUTE_MS;
  const isOurs = settlements.at(-1)?.settledAt === paidAt;
  if (isNotified && !isBanks && !isListed && !isOurs) return `paidAt ${paidAt} of a payment at ${movement.atMs}`;
  return undefined;
}
