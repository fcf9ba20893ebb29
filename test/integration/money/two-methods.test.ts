import { expect } from 'vitest';
import type { Status } from '../../../functions/payments/transitions.ts';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { BankStart, Money } from '../../bank/bank.ts';
import { chosen } from '../../chaos/world/seeded.ts';
import { type Provider, rig, test } from '../../fixtures/money.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { exceptionsOf } from '../../support/stored-payments.ts';

/**
 * Needs the embedded table. A push and a reference of one transaction, of which the first was given up by what the
 * bank reported, and the customer pays both all the same: in either order, reported once, twice or late, in the
 * window or days after. The oracle knows what the customer paid, what the bank reported, and what the status call
 * answered.
 */

const SEED = 20_261_122;
const CENTS = 5_000;
const PHONE = '912345678';

interface Case {
  provider: Provider;
  first: 'push' | 'reference';
  /** Its start is refused or its answer lost; inquiries report that nothing was started, and the customer can pay. */
  manner: 'refused-hidden' | 'lost-hidden';
  /** The paid ones, in order. */
  paid: ('first' | 'second')[];
  /** When the bank reports each: immediately, twice, or only at the end. */
  notified: ('once' | 'twice' | 'late')[];
  /** When the customer pays: in the window, or long after the cancellation. */
  when: 'in-window' | 'after-end';
}

const CASES: Case[] = (['sibs', 'ifthenpay'] as const).flatMap((provider) =>
  (['push', 'reference'] as const).flatMap((first) =>
    (first === 'push' ? (['refused-hidden', 'lost-hidden'] as const) : (['lost-hidden'] as const)).flatMap((manner) =>
      [['first', 'second'] as const, ['second', 'first'] as const, ['first'] as const].flatMap((paid) =>
        (['once', 'twice', 'late'] as const).flatMap((one) =>
          (paid.length === 1 ? (['once'] as const) : (['once', 'twice', 'late'] as const)).flatMap((other) =>
            (['in-window', 'after-end'] as const).map(
              (when): Case => ({ provider, first, manner, paid: [...paid], notified: [one, other], when }),
            ),
          ),
        ),
      ),
    ),
  ),
);

/** Both starts of a transaction, or null where the provider's answers leave no second start. */
async function startBoth({ provider, first, manner }: Case): Promise<{ id: string; starts: BankStart[] } | null> {
  const authorizer = { merchantId: 'mer_a', bankAccount: provider, remaining: '29', reset: '60' };
  const { body } = await rig.calls.init({ orderId: 'ORDER-1', amount: CENTS / 100 }, { authorizer });
  const id = String(body.transactionId);
  const call = {
    push: () => rig.calls.mbway(id, PHONE, { authorizer }),
    reference: () => rig.calls.multibanco(id, { authorizer }),
  };
  rig.banks[provider].manner = manner;
  const begun = await call[first]();
  expect([400, 502]).toContain(begun.statusCode);
  rig.banks[provider].manner = 'good';
  rig.time.nowMs += 31_000;
  const { statusCode } = await call[first === 'push' ? 'reference' : 'push']();
  if (statusCode !== 200) return null;
  return { id, starts: rig.banks[provider].starts };
}

async function statusOf(id: string, provider: Provider): Promise<Status> {
  const authorizer = { merchantId: 'mer_a', bankAccount: provider, remaining: '29', reset: '60' };
  return (await rig.calls.status(id, { authorizer })).body.status as Status;
}

let transactions = 0;
let movements = 0;

test('each payment of the two is the settlement or its own exception, to the cent', {
  timeout: 900_000,
}, async () => {
  const wrong: string[] = [];
  const without = new Set<string>();
  for (const each of chosen(CASES, 50, SEED)) {
    rig.begin(NOW_MS);
    const begun = await startBoth(each);
    if (!begun) {
      without.add(`${each.provider} ${each.first} ${each.manner}`);
      continue;
    }
    const problem = await play(each, begun.id, begun.starts);
    if (problem) wrong.push(`${JSON.stringify(each)}: ${problem}`);
    await rig.end(begun.id);
  }
  console.log(
    `${transactions} transactions, ${movements} payments of customers; no second start after ${[...without]}`,
  );
  expect(wrong).toEqual([]);
  expect(transactions).toBeGreaterThan(30);
});

async function play(each: Case, id: string, starts: BankStart[]): Promise<string | undefined> {
  const { provider, paid, notified, when } = each;
  const seen: Status[] = [];
  const check = async () => void seen.push(await statusOf(id, provider));
  const unacknowledged: { start: BankStart; movement: Money }[] = [];
  const notify = async (start: BankStart, movement: Money) => {
    if ((await rig.notify(provider, start, movement)) !== 200) unacknowledged.push({ start, movement });
    await check();
  };
  if (when === 'after-end') await rig.advanceTo(id, rig.time.nowMs + 5 * DAY_MS, check);
  await check();
  for (const [index, which] of paid.entries()) {
    const start = starts[which === 'first' ? 0 : 1];
    if (!start) return 'a start is missing';
    rig.time.nowMs += 10_000;
    const movement = rig.pay(provider, start);
    movements += 1;
    if (notified[index] === 'late') unacknowledged.push({ start, movement });
    else for (let n = 0; n < (notified[index] === 'twice' ? 2 : 1); n += 1) await notify(start, movement);
  }
  // The bank resends unacknowledged notifications for days.
  for (let round = 0; round < 6; round += 1) {
    await rig.advanceTo(id, rig.time.nowMs + (round < 3 ? 3 * MINUTE_MS : 2 * DAY_MS), check);
    for (const { start, movement } of unacknowledged.splice(0)) await notify(start, movement);
  }
  transactions += 1;
  if (unacknowledged.length > 0) return 'a notice is never acknowledged';
  return judge(id, seen, paid.length);
}

async function judge(id: string, seen: readonly Status[], payments: number): Promise<string | undefined> {
  const { settlements, paidAt } = await rig.stored(id);
  const exceptions = await exceptionsOf(rig, id);
  const kinds = exceptions.map(({ kind }) => String(kind));
  const beforePaid = seen.slice(0, seen.indexOf('paid'));
  const wasOver = beforePaid.some((status) => status === 'cancelled' || status === 'failed');
  const expected = [...(wasOver ? ['late'] : []), ...Array.from({ length: payments - 1 }, () => 'paid-twice')].sort();
  if (seen.at(-1) !== 'paid') return `the customer has paid, and the status is ${seen.at(-1)}`;
  if (seen.lastIndexOf('pending') > seen.indexOf('paid')) return 'it was paid and is not';
  if (settlements.filter(({ status }) => status === 'paid').length !== 1) return 'not one payment.success';
  if (kinds.sort().join() !== expected.join()) return `exceptions ${kinds} instead of ${expected}`;
  const twice = exceptions.filter(({ kind }) => kind === 'paid-twice');
  if (twice.some(({ receivedCents }) => receivedCents !== CENTS)) return 'paid-twice of another sum';
  if (paidAt === undefined) return 'paid at no time';
  return undefined;
}
