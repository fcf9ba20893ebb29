import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { refusingForgedCursor } from '../../../functions/dashboard/cursor.ts';
import { movementsInput } from '../../../functions/dashboard/finance/movements/movements.ts';
import { undeliveredInput } from '../../../functions/dashboard/finance/undelivered.ts';
import { listInput } from '../../../functions/dashboard/transactions/transactions-input.ts';
import { Refusal } from '../../../functions/http/refusal.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { MAIN_ITEM } from '../../../functions/payments/tables.ts';
import { dashboardTest, merchantCaller, NOON_MS, rig } from '../../rig/lists.ts';
import { putRefund } from '../../rig/stored-money.ts';
import { paidWith, putListed } from '../../rig/stored-rows.ts';

const OWN = 'mer_own';
const FOREIGN = 'mer_foreign';
// Whatever of the foreign merchant's leaks carries one of these.
const MARKS = ['mer_foreign', 'FOREIGN-ORDER', '77.77', '77,77', '7777', 'foreign-bank'];
const DAYS = { from: '2026-11-01', to: '2026-11-30' };

let foreignId: string;

const test = dashboardTest([OWN, FOREIGN]);
test.beforeAll(async ({ rig }) => {
  const foreign = {
    merchantId: FOREIGN,
    externalOrderId: 'FOREIGN-ORDER',
    amountCents: 7_777,
    bankAccount: 'foreign-bank',
  };
  foreignId = await putListed(rig, { ...paidWith(NOON_MS - 600_000, foreign, { state: 'not_delivered' }) });
  // The same order id at both, which must not make them siblings.
  await putListed(rig, { ...foreign, externalOrderId: 'ORDER-1', createdAt: NOON_MS });
  const refund = { merchantId: FOREIGN, refundId: 'foreign-bank', returnedCents: 7_777, atMs: NOON_MS };
  await putRefund(rig.client, { transactionId: foreignId, ...refund });
  await putListed(rig, { ...paidWith(NOON_MS), merchantId: OWN, externalOrderId: 'ORDER-1' });
});

const caller = merchantCaller(OWN);
const list = (input: object) => rig.list(listInput.parse(input), caller);

async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const result = await answer.catch((error: unknown) => error);
  if (result instanceof Refusal) return result;
  throw new Error(`not refused: ${JSON.stringify(result)}`);
}

describe('another merchant', () => {
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
  const created = { period: { by: 'created', ...DAYS } };
  const lists: Record<string, () => Promise<unknown>> = {
    'list of transactions': () => list({ find: created, cursor: forged }),
    'list with a forged group': () => list({ find: created, cursor: forgedGroup }),
    'list of movements': () => rig.movements(movementsInput.parse({ ...DAYS, cursor: forgedMovement }), caller),
    'list of undelivered': () =>
      rig.undelivered(undeliveredInput.parse({ cursor: cursorOf(positionOfForeign) }), caller),
  };

  test.each(Object.entries(lists))('by a forged position in the %s gets nothing of the other', async (_, ask) => {
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

  test('causes as many calls with a foreign id as with an unknown id', async () => {
    const costOf = async (transactionId: string) => {
      Object.assign(rig.cost, { units: 0, calls: 0 });
      await refusalOf(rig.detail({ transactionId }, caller));
      return rig.cost.calls;
    };
    expect(await costOf(foreignId)).toBe(await costOf(newTransactionId()));
  });
});
