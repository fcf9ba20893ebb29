import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import type { DashboardCaller } from '../../../functions/dashboard/caller.ts';
import { refusingForgedCursor } from '../../../functions/dashboard/cursor.ts';
import { exceptionsInput } from '../../../functions/dashboard/finance/exceptions-list.ts';
import { movementsInput } from '../../../functions/dashboard/finance/movements/movements.ts';
import { undeliveredInput } from '../../../functions/dashboard/finance/undelivered.ts';
import { exportInput } from '../../../functions/dashboard/transactions/transactions-export.ts';
import { listInput } from '../../../functions/dashboard/transactions/transactions-input.ts';
import { Refusal } from '../../../functions/http/refusal.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { MAIN_ITEM } from '../../../functions/payments/tables.ts';
import {
  dashboardTest,
  exportedParts,
  merchantCaller,
  NOON_MS,
  paidWith,
  putTransaction,
  rig,
} from '../../fixtures/dashboard/lists.ts';
import { putRefund } from '../../support/stored-money.ts';

const OWN = 'mer_own';
const FOREIGN = 'mer_foreign';
// Whatever of the foreign merchant's leaks carries one of these.
const MARKS = ['mer_foreign', 'FOREIGN-ORDER', '77.77', '77,77', '7777', 'foreign-bank'];
const DAYS = { from: '2026-11-01', to: '2026-11-30' };

let foreignId: string;
let ownId: string;

const test = dashboardTest([OWN, FOREIGN]);
test.beforeAll(async ({ rig }) => {
  const foreign = {
    merchantId: FOREIGN,
    externalOrderId: 'FOREIGN-ORDER',
    amountCents: 7_777,
    bankAccount: 'foreign-bank',
  };
  foreignId = await putTransaction(rig, { ...paidWith(NOON_MS - 600_000, foreign, { state: 'not_delivered' }) });
  // The same order id at both, which must not make them siblings.
  await putTransaction(rig, { ...foreign, externalOrderId: 'ORDER-1', createdAt: NOON_MS });
  const refund = { merchantId: FOREIGN, refundId: 'foreign-bank', returnedCents: 7_777, atMs: NOON_MS };
  await putRefund(rig.client, { transactionId: foreignId, ...refund });
  ownId = await putTransaction(rig, { ...paidWith(NOON_MS), merchantId: OWN, externalOrderId: 'ORDER-1' });
});

const list = (input: object, caller: DashboardCaller) => rig.list(listInput.parse(input), caller);

async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const result = await answer.catch((error: unknown) => error);
  if (result instanceof Refusal) return result;
  throw new Error(`not refused: ${JSON.stringify(result)}`);
}

describe('another merchant', () => {
  const caller = merchantCaller(OWN);

  /** Every function, without naming anyone or with a forged position. */
  const after = { timeMs: NOON_MS + 1_000, merchantId: FOREIGN, transactionId: 'tx_x' };
  const cursorOf = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url');
  const forged = cursorOf({ after });
  const forgedMovement = cursorOf({ after: { ...after, item: 'refund#foreign-bank' } });
  const positionOfForeign = {
    key: `not_delivered#2026-11-01T00:00:00.000Z#${FOREIGN}`,
    transactionId: 'tx_x',
    item: MAIN_ITEM,
  };
  const forgedGroup = cursorOf({ from: '', through: '~', after });
  const unnamed: Record<string, () => Promise<unknown>> = {
    'list by creation': () => list({ find: { period: { by: 'created', ...DAYS } } }, caller),
    'list by payment': () => list({ find: { period: { by: 'paid', ...DAYS } } }, caller),
    'list with a forged cursor': () => list({ find: { period: { by: 'created', ...DAYS } }, cursor: forged }, caller),
    'list with a forged group': () =>
      list({ find: { period: { by: 'created', ...DAYS } }, cursor: forgedGroup }, caller),
    'list by order': () => list({ find: { orderId: 'ORDER-1' } }, caller),
    'list by the foreign order': () => list({ find: { orderId: 'FOREIGN-ORDER' } }, caller),
    'list by the foreign id': () => list({ find: { transactionId: foreignId } }, caller),
    'list of movements': () => rig.movements(movementsInput.parse(DAYS), caller),
    'list of movements with a forged cursor': () =>
      rig.movements(movementsInput.parse({ ...DAYS, cursor: forgedMovement }), caller),
    'list of undelivered': () => rig.undelivered(undeliveredInput.parse({}), caller),
    'list of undelivered with a forged cursor': () =>
      rig.undelivered(undeliveredInput.parse({ cursor: cursorOf(positionOfForeign) }), caller),
    'detail of its own transaction, with siblings': () => rig.detail({ transactionId: ownId }, caller),
    export: () => exportedParts({ period: { by: 'created', ...DAYS } }, caller),
    'export with a forged cursor': () =>
      rig.exportPart(exportInput.parse({ period: { by: 'created', ...DAYS }, cursor: forged }), caller),
  };

  test.each(Object.entries(unnamed))('%s: gets its own and nothing of the other', async (_, ask) => {
    const text = JSON.stringify(await ask());
    for (const mark of [...MARKS, foreignId]) expect(text).not.toContain(mark);
  });

  test('a cursor that DynamoDB itself refuses is refused as invalid', async () => {
    // As AWS words it; the embedded engine answers with nothing instead.
    const message = 'The provided starting key is outside query boundaries based on provided conditions';
    const error = new DynamoDBServiceException({
      name: 'ValidationException',
      message,
      $fault: 'client',
      $metadata: {},
    });
    expect((await refusalOf(refusingForgedCursor({ cursor: 'x' }, Promise.reject(error)))).kind).toBe('invalid');
  });

  test('gets its own transactions', async () => {
    const page = await list({ find: { period: { by: 'created', ...DAYS } } }, caller);
    expect(page.transactions.map(({ transactionId }) => transactionId)).toEqual([ownId]);
    expect((await rig.detail({ transactionId: ownId }, caller)).siblings).toEqual([]);
  });

  test('causes as many calls with a foreign id as with an unknown id', async () => {
    const costOf = async (transactionId: string) => {
      Object.assign(rig.cost, { units: 0, calls: 0 });
      await refusalOf(rig.detail({ transactionId }, caller));
      return rig.cost.calls;
    };
    expect(await costOf(foreignId)).toBe(await costOf(newTransactionId()));
  });

  test('gets 404 for closed exceptions, also about itself', async () => {
    for (const merchantId of [undefined, OWN]) {
      const closed = exceptionsInput.parse({ merchantId, state: 'closed' });
      expect((await refusalOf(rig.exceptionList(closed, caller))).kind).toBe('not-found');
    }
  });
});
