import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { applyList } from '../../../../functions/payments/settle/apply-list.ts';
import { ANSWERS } from '../../../rig/banks/bank-script.ts';
import { callbackQuery, listing, recorded } from '../../../rig/banks/scripted-ifthenpay.ts';
import { notify, receive } from '../../../rig/payment-calls.ts';
import { begunOn, issued } from '../../../rig/payment-starts.ts';
import { calls, dependencies, dependenciesOf, rig, test } from '../../../rig/payments.ts';
import { moneyOf, stored } from '../../../rig/stored-payments.ts';

/** How the nth write ends: it is not made, or it is made and the function ends before it knows. */
const ENDS = ['before', 'after'] as const;
type End = (typeof ENDS)[number];

/** The table's client, which ends the function at its nth write. */
function endingAt(nth: number, end: End) {
  let writes = 0;
  const isWrite = (command: object) => /^(Put|Update|Delete|TransactWrite)Item/.test(command.constructor.name);
  const send = async (command: Parameters<DynamoDBClient['send']>[0]) => {
    writes += isWrite(command) ? 1 : 0;
    if (!isWrite(command) || writes !== nth) return rig.client.send(command);
    if (end === 'after') await rig.client.send(command);
    throw new Error('killed');
  };
  const client = new Proxy(rig.client, { get: (own, name) => (name === 'send' ? send : Reflect.get(own, name)) });
  return { client, isReached: () => writes >= nth };
}

/** Ends `report` at each of its writes in turn, and repeats it; the number of writes. */
async function atEachWrite(end: End, begin: () => Promise<{ report: Report; check: () => Promise<void> }>) {
  for (let nth = 1; ; nth += 1) {
    const { report, check } = await begin();
    const { client, isReached } = endingAt(nth, end);
    await report(dependenciesOf(rig, client)).catch((error: Error) => expect(error.message).toBe('killed'));
    await report(dependencies);
    await check();
    if (!isReached()) return nth - 1;
  }
}
type Report = (on: typeof dependencies) => Promise<unknown>;

/** The sums of a partition and the number of its records of money. */
async function sums(transactionId: string) {
  const { status, received = 0, beside, returned } = await moneyOf(rig, transactionId);
  const other = beside.flatMap((each) => each.split(' ').slice(1).map(Number)).sort((left, right) => left - right);
  return { status, received, other, returned, questions: beside.filter((each) => !each.includes(' ')) };
}

describe.each(ENDS)('a report whose function ends %s a write loses and doubles nothing when it is repeated:', (end) => {
  test.each([
    ['more than requested', { euros: 15 }, [], { status: 'paid', received: 1_500, other: [], questions: ['overpaid'] }],
    ['a second payment', { operationId: 'S2' }, [{}], { status: 'paid', received: 1_000, other: [1_000] }],
    ['a part that is corrected', {}, [{ euros: 4 }], { status: 'paid', received: 1_000, other: [] }],
  ])('SIBS, %s', async (_, facts, before, expected) => {
    const writes = await atEachWrite(end, async () => {
      const transaction = await issued();
      const send = (on: typeof dependencies, each: object) =>
        notify(on, transaction, { method: 'REFERENCE', operationId: 'S1', ...each });
      rig.sibs.script('status', ANSWERS.waiting);
      for (const each of before) await send(dependencies, each);
      return {
        report: (on) => send(on, facts),
        check: async () => expect(await sums(transaction.transactionId)).toMatchObject(expected),
      };
    });
    expect(writes).toBeGreaterThan(0);
  });

  test.each(['callback', 'night'] as const)('ifthenpay, a list of three by the %s', async (by) => {
    const writes = await atEachWrite(end, async () => {
      rig.provider.script('payments', recorded('payments-none'));
      const transactionId = await begunOn();
      await calls.multibanco(transactionId);
      const bankId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
      const query = callbackQuery('multibanco', { orderId: bankId, amount: '4.00' });
      if (by !== 'callback') await receive(dependencies, { query }, 'ifthenpay-1');
      const amounts = [4, 4, 10];
      rig.provider.script(
        'payments',
        listing(...amounts.map((amount) => ({ amount, paymentDate: '12-02-2026 19:08:00' }))),
      );
      const listed = amounts.map((amount) => ({ bankId, amountCents: amount * 100, atMs: rig.time.nowMs }));
      const reports: Record<typeof by, Report> = {
        callback: (on) => receive(on, { query }, 'ifthenpay-1'),
        night: (on) => applyList(on, { transactionId, bankAccount: 'ifthenpay-1' }, bankId, listed),
      };
      return {
        report: reports[by],
        check: async () => {
          expect(await sums(transactionId)).toMatchObject({ status: 'paid', received: 1_000, other: [400, 400] });
          // The same once more changes nothing.
          const before = await moneyOf(rig, transactionId);
          await reports.night(dependencies);
          expect(await moneyOf(rig, transactionId)).toEqual(before);
        },
      };
    });
    expect(writes).toBeGreaterThan(2);
  });

  test('SIBS, a refund of an unpaid transaction', async () => {
    await atEachWrite(end, async () => {
      const transaction = await issued();
      rig.sibs.script('status', ANSWERS.paid(10, 'REFERENCE'));
      const refund = { bankId: 's2refund', paymentType: 'RFND', operationId: 'R1', euros: 10 };
      const originalBankId = transaction.attempts[0]?.bankId ?? '';
      return {
        report: (on) => notify(on, transaction, { ...refund, originalBankId }),
        check: async () => {
          const expected = { status: 'paid', received: 1_000, other: [], returned: [1_000], questions: [] };
          expect(await sums(transaction.transactionId)).toEqual(expected);
        },
      };
    });
  });
});
