import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { EXCEPTION_LINE } from '../../../functions/payments/exceptions/exception.ts';
import { auditOrders } from '../../../functions/payments/exceptions/order-exceptions.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { exceptionsCommands } from '../../../lib/operator/exceptions/commands.ts';
import { dependenciesOf, rig, test } from '../../fixtures/payments.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { attemptWith } from '../../support/payment-transactions.ts';
import { exceptionsOf, putTransaction, storedItem } from '../../support/stored-payments.ts';
import { paymentsIn } from '../../support/wired.ts';

/** Names of the calls to DynamoDB since the start of the test. */
let called: string[] = [];
let client: DynamoDBClient;
test.beforeAll(({ rig }) => {
  client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      called.push(String(context.commandName));
      return next(args);
    },
    { step: 'initialize' },
  );
});
afterAll(() => client.destroy());
beforeEach(() => {
  called = [];
});

let orders = 0;
const newOrder = () => {
  orders += 1;
  return `ORDER-${orders}`;
};
const paidAfter = (minutes: number, fields: Partial<Transaction> = {}) =>
  putTransaction(rig, {
    status: 'paid',
    attempts: [attemptWith({ bankId: 'bank-0', state: 'ended' })],
    paidBy: 0,
    paidAt: NOW_MS + minutes * MINUTE_MS,
    ...fields,
  });

async function recordOf({ transactionId }: Transaction, sequenceNumber = '1'): Promise<DynamoDBRecord> {
  const NewImage = (await storedItem(rig, transactionId)) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
  return { eventName: 'MODIFY', dynamodb: { SequenceNumber: sequenceNumber, ...(NewImage && { NewImage }) } };
}
const audit = (Records: DynamoDBRecord[], dependencies = dependenciesOf(rig)) =>
  auditOrders({ Records } as DynamoDBStreamEvent, {
    ...dependencies,
    siblings: paymentsIn(client).siblings,
  });
const auditAll = async (...transactions: Transaction[]) => {
  for (const transaction of transactions) {
    expect(await audit([await recordOf(transaction)])).toEqual({ batchItemFailures: [] });
  }
};
const found = async (...transactions: Transaction[]) =>
  Promise.all(
    transactions.map(async ({ transactionId }) =>
      (await exceptionsOf(rig, transactionId)).map(({ kind, siblingId }) => [kind, siblingId]),
    ),
  );

describe('D1, D9: a second paid transaction of one order', () => {
  test('is an exception on the one paid later, which names the one paid first', async () => {
    const externalOrderId = newOrder();
    const first = await paidAfter(1, { externalOrderId });
    const second = await paidAfter(2, { externalOrderId, amountCents: 1_200 });
    await auditAll(first, second);
    expect(await exceptionsOf(rig, first.transactionId)).toEqual([]);
    expect(await exceptionsOf(rig, second.transactionId)).toMatchObject([
      {
        kind: 'order-paid-twice',
        siblingId: first.transactionId,
        ofMerchant: 'mer_a',
        bankAccount: 'main',
        bankId: 'bank-0',
        expectedCents: 1_200,
        receivedCents: 1_200,
        bankTime: second.paidAt,
        state: 'open',
      },
    ]);
  });

  test.each([
    ['in their order', [0, 1, 2]],
    ['repeated and out of order', [1, 0, 1, 2, 0, 2]],
    ['with all but one record lost', [0]],
  ])('is found once for each later one, with the records %s', async (_, sequence) => {
    const externalOrderId = newOrder();
    const paid = [
      await paidAfter(1, { externalOrderId }),
      await paidAfter(2, { externalOrderId }),
      await paidAfter(3, { externalOrderId }),
    ];
    await auditAll(...sequence.flatMap((index) => paid[index] ?? []));
    const twice = [['order-paid-twice', paid[0]?.transactionId]];
    expect(await found(...paid)).toEqual([[], twice, twice]);
  });

  test('paid at the same millisecond is found on the same one by every reader', async () => {
    const externalOrderId = newOrder();
    const both = [await paidAfter(1, { externalOrderId }), await paidAfter(1, { externalOrderId })];
    await auditAll(...both);
    await auditAll(...both.toReversed());
    expect((await found(...both)).flat()).toHaveLength(1);
  });

  test('is logged for the alarm once', async () => {
    const externalOrderId = newOrder();
    const both = [await paidAfter(1, { externalOrderId }), await paidAfter(2, { externalOrderId })];
    const dependencies = dependenciesOf(rig);
    await audit([await recordOf(both[1] as Transaction)], dependencies);
    rig.time.nowMs += HOUR_MS;
    await audit([await recordOf(both[0] as Transaction)], dependencies);
    expect(dependencies.lines.filter(({ message }) => message === EXCEPTION_LINE)).toHaveLength(1);
  });
});

describe('no exception is opened for', () => {
  test('an order that was paid once, whatever the status of its other transactions', async () => {
    const externalOrderId = newOrder();
    const paid = await paidAfter(1, { externalOrderId });
    const others = await Promise.all(
      (['pending', 'failed', 'cancelled'] as const).map((status) => putTransaction(rig, { externalOrderId, status })),
    );
    await auditAll(paid);
    expect((await found(paid, ...others)).flat()).toEqual([]);
  });

  test('the same order id of another merchant, or one with the same beginning', async () => {
    const externalOrderId = newOrder();
    const all = [
      await paidAfter(1, { externalOrderId }),
      await paidAfter(2, { externalOrderId, merchantId: 'mer_b' }),
      await paidAfter(3, { externalOrderId: `${externalOrderId}0` }),
    ];
    await auditAll(...all);
    expect((await found(...all)).flat()).toEqual([]);
  });

  test('an ordinary order, at the cost of one query', async () => {
    await auditAll(await paidAfter(1, { externalOrderId: newOrder() }));
    expect(called).toEqual(['QueryCommand']);
  });
});

describe('the audit’s records', () => {
  test('that fail are returned for a retry; the others are processed', async () => {
    const externalOrderId = newOrder();
    const both = [await paidAfter(1, { externalOrderId }), await paidAfter(2, { externalOrderId })];
    const dependencies = dependenciesOf(rig);
    const Records = [
      { eventName: 'MODIFY', dynamodb: { SequenceNumber: '1', NewImage: { transactionId: { S: 'tx_1' } } } },
      { eventName: 'MODIFY', dynamodb: { SequenceNumber: '2' } },
      await recordOf(both[1] as Transaction, '3'),
    ] as DynamoDBRecord[];
    expect(await audit(Records, dependencies)).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '2' }],
    });
    expect((await found(...both)).flat()).toHaveLength(1);
    expect(dependencies.lines.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  test('that were lost are audited again by the operator, for a period of one merchant', async () => {
    const merchantId = `mer_${newTransactionId()}`;
    const fields = { merchantId, externalOrderId: newOrder() };
    const [, second] = [await paidAfter(1, fields), await paidAfter(2, fields)];
    await paidAfter(3, { merchantId, externalOrderId: newOrder() });
    const commands = exceptionsCommands({
      client: rig.client,
      transactionsTable: TABLES.transactions,
      clock: () => rig.time.nowMs,
    });
    const period = { merchantId, fromMs: NOW_MS, toMs: NOW_MS + HOUR_MS };
    for (const _ of [1, 2]) {
      expect((await commands.audit(period)).json).toEqual({
        scanned: 3,
        found: [second?.transactionId],
        unreadable: [],
      });
    }
    expect((await commands.audit({ ...period, toMs: NOW_MS + MINUTE_MS })).json).toEqual({
      scanned: 0,
      found: [],
      unreadable: [],
    });
    expect(await exceptionsOf(rig, second?.transactionId ?? '')).toHaveLength(1);
  });
});
