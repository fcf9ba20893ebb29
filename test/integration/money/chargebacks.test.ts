import { QueryCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { expect } from 'vitest';
import { fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { rig, test } from '../../fixtures/money.ts';
import { TABLES } from '../../support/created-tables.ts';

/**
 * Needs the embedded table. Chargebacks, reversals, annulments and refunds of any type, complete and in part,
 * before and after the payment's own notification, reported twice, of unknown payments. The oracle knows what was
 * paid and what went back; every cent of it must be on record, once.
 */

const SEED = 20_261_122;
const RUNS = process.env.KINDS === 'all' ? 1_500 : 80;
const CENTS = 3_000;

/** SIBS publishes no list of its types. */
const WORDS: Record<string, string> = {
  ...{ CHBK: 'chargeback', CHBK01: 'chargeback', CHBKP: 'chargeback', CHARGEBACK: 'chargeback', chbk: 'chargeback' },
  ...{ RVRS: 'reversal', RVSL: 'reversal', REVERSAL: 'reversal', RFND: 'refund', REFUND: 'refund' },
  ...{ CANC: 'annulment', ANUL: 'annulment', VOID: 'annulment', XYZW: 'other' },
};

interface Return {
  word: string;
  cents: number;
  /** Of our payment, of an unknown one, or of one that is ours only by SIBS's id of the original. */
  of: 'ours' | 'unknown' | 'original';
  /** Reported under its own id, or under the payment's. */
  isOwnId: boolean;
  times: 1 | 2 | 3;
  isBefore: boolean;
}

const returns: fc.Arbitrary<Return[]> = fc.array(
  fc.record({
    word: fc.constantFrom(...Object.keys(WORDS)),
    cents: fc.constantFrom(1, 500, 500, 1_500, 2_999, CENTS),
    of: fc.constantFrom('ours', 'ours', 'ours', 'unknown', 'original'),
    isOwnId: fc.boolean(),
    times: fc.constantFrom(1, 2, 3),
    isBefore: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

let count = 0;
let notified = 0;

test('every return of money is recorded once, to the cent, and the payment does not change', {
  timeout: 900_000,
}, async () => {
  const property = fc.asyncProperty(returns, fc.boolean(), play);
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  console.log(`${RUNS} payments, ${count} returns of money notified ${notified} times, by seed ${SEED}`);
});

async function play(drawn: Return[], isPaid: boolean): Promise<void> {
  rig.begin();
  const authorizer = { merchantId: 'mer_a', bankAccount: 'sibs', remaining: '29', reset: '60' };
  const { body } = await rig.calls.init({ orderId: 'ORDER-1', amount: CENTS / 100 }, { authorizer });
  const id = String(body.transactionId);
  await rig.calls.mbway(id, '912345678', { authorizer });
  const [start] = rig.banks.sibs.starts;
  if (!start) throw new Error('no start');
  const movement = rig.pay('sibs', start);
  // No more can be returned than was paid.
  let left = CENTS;
  const possible = drawn.filter(({ of, cents }) => {
    if (of !== 'ours') return true;
    if (cents > left) return false;
    left -= cents;
    return true;
  });
  const at = (each: Return) => each.isBefore || !isPaid;
  const partitions: string[] = [];
  for (const each of possible.filter(at)) partitions.push(await notifyReturn(each));
  if (isPaid) expect(await rig.notify('sibs', start, movement)).toBe(200);
  for (const each of possible.filter((one) => !at(one))) partitions.push(await notifyReturn(each));

  const { refunds, unknown } = await recorded([id, ...partitions.filter((partition) => partition !== '')]);
  const ours = possible.filter(({ of }) => of === 'ours');
  const foreign = possible.filter(({ of }) => of !== 'ours');
  const wordOf = ({ word, cents }: Return) => `${WORDS[word]} ${cents}`;
  expect(refunds.map(({ kind, amountCents }) => `${kind} ${amountCents}`).sort()).toEqual(ours.map(wordOf).sort());
  expect(unknown.map(({ receivedCents }) => receivedCents).sort()).toEqual(foreign.map(({ cents }) => cents).sort());
  // A return proves the payment, also where its notification was lost.
  const { status } = (await rig.calls.status(id, { authorizer })).body;
  expect(status).toBe(isPaid || ours.length > 0 ? 'paid' : 'pending');
  await rig.end(id);

  /** Returns the partition of a return without a transaction. */
  async function notifyReturn({ word, cents, of, isOwnId, times }: Return): Promise<string> {
    count += 1;
    rig.time.nowMs += 1_000;
    const operationId = `R${SEED}${count}`;
    const bankId =
      of === 'unknown' ? `stranger-${count}` : isOwnId ? `${start?.bankId}r${count}` : (start?.bankId ?? '');
    const back = { id: operationId, cents, atMs: rig.time.nowMs };
    const named = of === 'ours' ? {} : { merchantTransactionId: '' };
    const original = of === 'unknown' ? 'stranger' : start?.bankId;
    for (let n = 0; n < times; n += 1) {
      const facts = { bankId, paymentType: word, ...named, ...(original && { originalBankId: original }) };
      expect(await rig.notify('sibs', start as NonNullable<typeof start>, back, facts)).toBe(200);
      notified += 1;
    }
    return of === 'ours' ? '' : `foreign_${bankId}.${operationId}`;
  }
}

async function recorded(partitions: readonly string[]) {
  const found: Record<string, unknown>[] = [];
  for (const transactionId of partitions) {
    const { Items = [] } = await rig.client.send(
      new QueryCommand({
        TableName: TABLES.transactions,
        KeyConditionExpression: 'transactionId = :id',
        ExpressionAttributeValues: toAttributes({ ':id': transactionId }),
        ConsistentRead: true,
      }),
    );
    found.push(...Items.map(fromAttributes));
  }
  const of = (prefix: string) => found.filter(({ item }) => String(item).startsWith(prefix));
  return { refunds: of('refund#'), unknown: of('exception#').filter(({ kind }) => kind === 'unknown-refund') };
}
