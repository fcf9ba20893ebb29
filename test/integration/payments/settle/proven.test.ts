import { describe, expect } from 'vitest';
import { checkoutId } from '../../../../functions/banking/sibs/wire.ts';
import { EXCEPTION_LINE } from '../../../../functions/payments/exceptions/exception.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import type { NotificationFacts } from '../../../bank/sibs-notification.ts';
import { ANSWERS, BANK_503, sibsNotification } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { notify, receive } from '../../../rig/payment-calls.ts';
import { issued, pushed, sweep } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { exceptionsOf, moneyOf, openExceptionIds, stored } from '../../../rig/stored-payments.ts';
import { keyOf } from '../../../rig/transactions.ts';
import { paymentsIn } from '../../../rig/wired.ts';

/** A notification that proves itself settles or is recorded, and is acknowledged, whatever the bank answers. */

type Facts = Partial<NotificationFacts>;
const S1 = { operationId: 'S1' };
const S2 = { operationId: 'S2' };
const CARD = { paymentType: 'PURS', method: 'CARD' as 'MBWAY' };

async function report(transaction: Transaction, facts: Facts, index = 0) {
  expect((await notify(dependencies, transaction, facts, index)).statusCode).toBe(200);
}
const money = ({ transactionId }: Transaction) => moneyOf(rig, transactionId);
const paid = (received: number, ...beside: string[]) => ({ status: 'paid', received, beside });
const pending = (...beside: string[]) => ({ status: 'pending', received: undefined, beside });

const at = (paidAt: string) => ({ paidAt: `2026-02-12T${paidAt}Z` });

describe('of a start of 10.00 whose bank is silent', () => {
  const of = (euros: number, name: Facts = S1) => ({ ...name, euros });
  const dollars = { ...S1, currency: 'USD' };
  test.each<[string, Facts[], number, object]>([
    ['exactly that', [S1, S1], 0, paid(1_000)],
    ['more, twice', [of(15), of(15)], 1, paid(1_500, 'overpaid')],
    ['less', [of(4), of(4)], 1, pending('underpaid 400')],
    ['a part', [{ ...of(4), status: 'Partial' }], 1, pending('underpaid 400')],
    ['a part that is called one', [{ ...S1, status: 'Partial' }], 1, pending('underpaid 1000')],
    ['two equal parts', [of(3), of(3, S2)], 2, pending('underpaid 300', 'underpaid 300')],
    ['less, then the rest', [of(4), S2, of(4)], 1, paid(1_000, 'underpaid 400')],
    ['a second payment', [S1, S2, S1, S2], 0, paid(1_000, 'paid-twice 1000')],
    ['a second one of less', [S1, of(4, S2)], 1, paid(1_000, 'paid-twice 400')],
    ['without an id, by its time as written', [at('19:00:00.000'), at('19:00:00.000')], 0, paid(1_000)],
    ['without an id, at two times', [at('19:00:00.000'), at('19:00:00.001')], 0, paid(1_000, 'paid-twice 1000')],
    ['other cents of the payment', [S1, of(9.99)], 1, paid(1_000, 'unclear-payment')],
    ['other cents of a part', [of(4), of(3)], 2, pending('unclear-payment', 'underpaid 400')],
    ['other cents of a part, which pay', [of(4), S1, S1], 1, paid(1_000)],
    ['other cents of a part, which are more', [of(4), of(15)], 2, paid(1_500, 'overpaid')],
    ['dollars', [dollars, dollars], 2, pending('unclear-payment')],
    ['a card', [{ ...S1, ...CARD }], 1, pending('unclear-payment')],
  ])('%s', async (_, reports, inquiries, expected) => {
    const transaction = await pushed();
    for (const facts of reports) await report(transaction, facts);
    expect(await money(transaction)).toMatchObject(expected);
    expect(rig.sibs.seenAt('status')).toHaveLength(inquiries);
  });

  test('a question about an overpaid one has its words, and the payload its amount', async () => {
    const transaction = await pushed();
    await report(transaction, { ...S1, euros: 15 });
    const words = { expectedCents: 1_000, reportedCents: 1_500, receivedCents: null, noticeId: 'notice-1' };
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([words]);
    expect((await calls.status(transaction.transactionId)).body.amount).toBe(10);
  });

  test('other money is logged for the alarm when it is recorded, and not when it is reported again', async () => {
    const transaction = await pushed();
    for (const notificationId of ['notice-1', 'notice-2']) await report(transaction, { euros: 9, notificationId });
    expect(dependencies.lines.filter(({ message }) => message === EXCEPTION_LINE)).toHaveLength(1);
    const known = { merchantId: 'mer_a', bankAccount: 'main', bankId: transaction.attempts[0]?.bankId, state: 'open' };
    const first = { noticeId: 'notice-1', expectedCents: 1_000, openedAt: NOW_MS, paymentMethod: 'MBWAY' };
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([{ ...known, ...first }]);
  });
});

describe('another amount is asked about once', () => {
  test.each([
    ['4 of a push, and the bank says 10', 'MBWAY', { euros: 4 }, ANSWERS.paid(10), paid(1_000)],
    ['15 of a push, and the bank says 10', 'MBWAY', { euros: 15 }, ANSWERS.paid(10), paid(1_000)],
    ['15 of a push, which waits', 'MBWAY', { euros: 15 }, ANSWERS.waiting, paid(1_500, 'overpaid')],
    ['15 of a push, which was refused', 'MBWAY', { euros: 15 }, ANSWERS.declined, paid(1_500, 'overpaid')],
    ['4 of a push, and the bank says 4', 'MBWAY', { euros: 4 }, ANSWERS.paid(4), pending('underpaid 400')],
    ['4 of a reference, and the bank says 10', 'REFERENCE', { euros: 4 }, ANSWERS.paid(10, 'REFERENCE'), [1_000, 400]],
    [
      '15 of a reference, and the bank says 15',
      'REFERENCE',
      { euros: 15 },
      ANSWERS.paid(15, 'REFERENCE'),
      paid(1_500, 'overpaid'),
    ],
    ['dollars of a push, and the bank says 10', 'MBWAY', { currency: 'USD' }, ANSWERS.paid(10), paid(1_000)],
  ] as const)('%s', async (_, method, facts, answer, expected) => {
    const transaction = method === 'MBWAY' ? await pushed() : await issued();
    rig.sibs.script('status', answer);
    await report(transaction, { ...S1, method, ...facts });
    expect(rig.sibs.seenAt('status')).toHaveLength(1);
    if (!Array.isArray(expected)) return expect(await money(transaction)).toMatchObject(expected);
    const { received, beside } = await money(transaction);
    expect([received, ...beside.map((each) => Number(each.split(' ')[1]))]).toEqual(expected);
  });
});

describe('a reference that an inquiry found paid', () => {
  const reference = { method: 'REFERENCE' as const };
  /** Found by the sweep at 19:08 of the seventeenth. */
  async function found() {
    const transaction = await issued();
    rig.time.nowMs = NOW_MS + 5 * DAY_MS;
    rig.sibs.script('status', ANSWERS.paid(10, 'REFERENCE'));
    await sweep();
    const foundAt = rig.time.nowMs;
    rig.time.nowMs += DAY_MS;
    expect(await money(transaction)).toMatchObject(paid(1_000));
    return {
      transaction,
      notifiedAfter: (ms: number) => ({ ...reference, paidAt: new Date(foundAt + ms).toISOString() }),
    };
  }

  test('takes the name of the first notification of it, and another name is a second payment', async () => {
    const { transaction, notifiedAfter } = await found();
    for (const name of [S1, S1, S2, S1, S2]) await report(transaction, { ...notifiedAfter(-MINUTE_MS), ...name });
    expect(await money(transaction)).toMatchObject(paid(1_000, 'paid-twice 1000'));
    expect((await stored(rig, transaction.transactionId)).paidOperation).toBe('S1');
  });

  test('takes no name of a notification of a later payment', async () => {
    const { transaction, notifiedAfter } = await found();
    await report(transaction, { ...notifiedAfter(2 * MINUTE_MS + 1), ...S2 });
    await report(transaction, { ...notifiedAfter(-DAY_MS), ...S1 });
    expect(await money(transaction)).toMatchObject(paid(1_000, 'paid-twice 1000'));
    expect((await stored(rig, transaction.transactionId)).paidOperation).toBe('S1');
  });

  test('takes one name of two at one moment', async () => {
    const { transaction, notifiedAfter } = await found();
    await Promise.all([S1, S2].map((name) => report(transaction, { ...notifiedAfter(-MINUTE_MS), ...name })));
    expect(await money(transaction)).toMatchObject(paid(1_000, 'paid-twice 1000'));
  });
});

test('less than the amount that an inquiry found takes the time of its notification', async () => {
  const transaction = await issued();
  rig.time.nowMs = NOW_MS + 5 * DAY_MS;
  rig.sibs.script('status', ANSWERS.paid(4, 'REFERENCE'));
  await sweep();
  const paidAt = rig.time.nowMs - DAY_MS;
  await report(transaction, { ...S1, method: 'REFERENCE', euros: 4, paidAt: new Date(paidAt).toISOString() });
  expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
    { kind: 'underpaid', receivedCents: 400, operationId: 'S1', paidAt },
  ]);
});

test('the note of a person stays when the bank corrects less than the amount to the payment', async () => {
  const transaction = await pushed();
  await report(transaction, { ...S1, euros: 4 });
  const { transactionId } = transaction;
  const { exceptionWrites } = paymentsIn(rig.client);
  const [part] = await exceptionWrites.ofTransaction(transactionId);
  if (part) await exceptionWrites.note(part, { text: 'I called', by: 'ana' });
  await report(transaction, S1);
  expect(await money(transaction)).toMatchObject(paid(1_000, 'underpaid'));
  expect(await exceptionsOf(rig, transactionId)).toMatchObject([{ notes: [{ text: 'I called' }], reportedCents: 400 }]);
});

describe('two starts', () => {
  test.each([[[0, 1]], [[1, 0]]])('a push and a reference, both paid, in the order %j', async (order) => {
    const push = await pushed();
    const { transactionId } = push;
    await dependencies.transactions.free(transactionId, keyOf(push));
    await calls.multibanco(transactionId);
    const both = await stored(rig, transactionId);
    const methods = ['MBWAY', 'REFERENCE'] as const;
    for (const index of [...order, ...order]) {
      await report(both, { method: methods[index] ?? 'MBWAY', operationId: `S${index}` }, index);
    }
    const [first = 0, second = 0] = order;
    expect(await money(both)).toMatchObject(paid(1_000, 'paid-twice 1000'));
    const { paidBy, settlements } = await stored(rig, transactionId);
    expect([paidBy, settlements.length]).toEqual([first, 1]);
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([{ bankId: both.attempts[second]?.bankId }]);
  });
});

test.each([
  ['declined', { status: 'Declined', statusCode: 'E0500' }, 'failed'],
  ['timed out', { status: 'Timeout' }, 'cancelled'],
] as const)('paid after %s settles once more and asks one question', async (_, facts, before) => {
  const transaction = await pushed();
  await report(transaction, facts);
  for (const notificationId of ['notice-2', 'notice-3']) await report(transaction, { ...S1, notificationId });
  expect(await money(transaction)).toMatchObject(paid(1_000, 'late'));
  const { settlements } = await stored(rig, transaction.transactionId);
  expect(settlements.map(({ status }) => status)).toEqual([before, 'paid']);
});

describe('invariant 9: money that is not for one of our transactions', () => {
  const foreign = (bankId: string, facts: Facts = {}) =>
    receive(
      dependencies,
      sibsNotification({ merchantTransactionId: 'TERMINAL-SALE-7', bankId, euros: 42.5, ...facts }),
    );

  test('is recorded once, under no merchant', async () => {
    for (const _ of [1, 2]) expect((await foreign('s2foreign')).statusCode).toBe(200);
    expect(await exceptionsOf(rig, 'foreign_main_s2foreign')).toMatchObject([
      { kind: 'unknown-payment', merchantId: '-', bankId: 's2foreign', receivedCents: 4_250, expectedCents: null },
    ]);
    expect(await openExceptionIds(rig)).toContain('foreign_main_s2foreign');
  });

  test.each([
    ['no money', { status: 'Declined' }, []],
    ['dollars', { currency: 'USD' }, ['unclear-payment']],
  ] as const)('with %s', async (name, facts, expected) => {
    expect((await foreign(`s2${name}`, facts)).statusCode).toBe(200);
    expect((await moneyOf(rig, `foreign_main_s2${name}`)).beside).toEqual(expected);
  });

  test('under our transaction with an unknown bank id is recorded with the transaction', async () => {
    const transaction = await pushed();
    const merchantTransactionId = checkoutId(transaction.transactionId);
    await foreign('s2nobody', { merchantTransactionId, euros: 10 });
    expect(await money(transaction)).toMatchObject(pending('unknown-payment 1000'));
    await report(transaction, S1);
    expect(await money(transaction)).toMatchObject(paid(1_000, 'unknown-payment 1000'));
  });
});

describe('many reports at one moment', () => {
  const rounds = [...Array(8).keys()];
  test.each([
    ['one of exactly the amount', [S1, S1, S1], paid(1_000)],
    ['one of less', [1, 2, 3].map(() => ({ ...S1, euros: 4 })), pending('underpaid 400')],
    ['one of more', [1, 2, 3].map(() => ({ ...S1, euros: 15 })), paid(1_500, 'overpaid')],
    ['two of the amount', [S1, S2, S1, S2], paid(1_000, 'paid-twice 1000')],
    ['less and exactly', [{ ...S1, euros: 4 }, S2, S2, { ...S1, euros: 4 }], { status: 'paid', received: 1_000 }],
  ])('%s', async (_, reports, expected) => {
    for (const __ of rounds) {
      const transaction = await pushed();
      rig.sibs.script('status', BANK_503);
      await Promise.all(reports.map((facts) => report(transaction, facts)));
      for (const facts of reports) await report(transaction, facts);
      const found = await money(transaction);
      expect(found).toMatchObject(expected);
      expect(found.beside.length).toBeLessThan(2);
    }
  });
});
