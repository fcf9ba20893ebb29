import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect } from 'vitest';
import { auditReport } from '../../../functions/dashboard/finance/audit.ts';
import { foldDay } from '../../../functions/events/days/fold-day.ts';
import { foldOn } from '../../../functions/events/wiring.ts';
import { audit } from '../../../functions/finance/audit/audit.ts';
import { fileMovements } from '../../../functions/finance/audit/file-movements.ts';
import { nightlyAudit } from '../../../functions/finance/audit/nightly.ts';
import { newState } from '../../../functions/finance/audit/state.ts';
import { addViolation, newTally } from '../../../functions/finance/audit/tally.ts';
import { VIOLATION_KINDS, type Violation, type ViolationKind } from '../../../functions/finance/audit/violation.ts';
import type { BankLine } from '../../../functions/finance/reconciliation/records.ts';
import { EXCEPTION_PREFIX, type PaymentException } from '../../../functions/payments/exceptions/exception.ts';
import { newRefund } from '../../../functions/payments/money/refund.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { type Attribute, type Attributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { type LisbonDay, lisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { beginAnother, merchantId, auditRig as rig, auditTest as test } from '../../fixtures/finance.ts';
import { PLANTS, type Plant, putMain } from '../../support/audit-plants.ts';
import { NOON_MS, settled, TODAY } from '../../support/booked-records.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { metered } from '../../support/measures/consumed-units.ts';
import { financeIn, paymentsIn, recordingLogger } from '../../support/wired.ts';

beforeEach(() => {
  rig.lists(10);
  rig.time.nowMs = NOON_MS + 20 * HOUR_MS;
});

const paid = (fields: Partial<Transaction> = {}) =>
  settled([{ status: 'paid', atMs: NOON_MS }], { merchantId, ...fields });
const failed = () => settled([{ status: 'failed', atMs: NOON_MS }], { merchantId });
const HERE: Plant[] = [
  ...PLANTS,
  ['totals', 'an amount that has changed', (right) => ({ ...right, amountCents: 1_001 })],
  ['movement', 'paid with another sum than the bank lists', (right) => ({ ...right, amountCents: 1_001 })],
  ['unlisted', 'paid with a sum that the bank does not list', (right) => ({ ...right, amountCents: 1_001 })],
];

describe('the audit of a day', () => {
  test('finds no violation where there is none, and counts what it checked', async () => {
    const payments = [paid(), paid()];
    await rig.book(...payments, failed());
    await rig.book(
      settled([{ status: 'cancelled', atMs: NOON_MS, method: null }], {
        merchantId,
        attempts: [],
        createdAt: NOON_MS - 30 * DAY_MS,
      }),
    );
    rig.listsByOrder(Object.fromEntries(payments.map(({ attempts }) => [attempts[0]?.bankId ?? '', [10]])));
    const { state, violations } = await rig.audit(merchantId, { movements: rig.dependenciesOf(merchantId).movements });
    expect(violations).toEqual([]);
    expect(state.tally).toMatchObject({ checked: 4, payments: 2, totals: 1, violations: 0, notChecked: 0 });
  });

  test('leaves the last hour to the sweep and the books: a pending delivery, and a payment not counted yet', async () => {
    rig.time.nowMs = NOON_MS + 50 * MINUTE_MS;
    const right = paid();
    const delivery = { state: 'pending' as const, series: 1, done: 0, attempts: [] };
    const settlements = right.settlements.map((each) => ({ ...each, delivery }));
    await rig.book({ ...right, settlements, dueAt: rig.clock() });
    await putMain(rig.client, paid());
    expect((await rig.audit(merchantId)).violations).toEqual([]);
    rig.time.nowMs = NOON_MS + 2 * HOUR_MS;
    const { violations } = await rig.audit(merchantId);
    expect(violations.map(({ kind }) => kind).sort()).toEqual(['event', 'totals']);
    await putMain(rig.client, right);
  });

  test('checks what is due also where nothing of it was on the day', async () => {
    const earlier = settled([{ status: 'paid', atMs: NOON_MS - 48 * HOUR_MS }], { merchantId });
    await putMain(rig.client, { ...earlier, liveAttempt: 0, dueAt: rig.clock() - HOUR_MS });
    const { violations, state } = await rig.audit(merchantId);
    await putMain(rig.client, earlier);
    const { transactionId } = earlier;
    expect(violations).toContainEqual(expect.objectContaining({ kind: 'start', transactionId, merchantId }));
    expect(state.tally.checked).toBe(0);
  });

  test('finds each stored sum that is not that of its items', async () => {
    const { transactionId, ...right } = paid({ paidCents: 1_300 });
    const [{ bankId } = { bankId: '' }] = right.attempts;
    rig.lists(13);
    await rig.book({ transactionId, ...right });
    const about = { transactionId, merchantId, bankAccount: 'main', bankId, noticeId: null, expectedCents: 1_000 };
    await paymentsIn(rig.client, rig.clock).recordException({ ...about, kind: 'overpaid', receivedCents: 1_300 });
    const recordRefund = paymentsIn(rig.client, rig.clock).recordRefund;
    for (const [index, cents] of [200, 400].entries()) {
      const notice = {
        returnId: `r-${index}`,
        kind: 'refund',
        type: 'RFND',
        amountCents: cents,
        noticeId: 'n',
      } as const;
      const times = { transactionId, originalBankId: bankId, returnedAtMs: NOON_MS + index };
      await recordRefund(newRefund({ ...notice, ...times }, { transactionId, bankAccount: 'main' }, NOON_MS + index));
    }
    const found = async () => {
      const { violations } = await rig.audit(merchantId);
      return violations.filter(({ kind }) => kind === 'sums').map(({ detail }) => detail);
    };
    expect(await found()).toEqual([]);
    const set = (item: string, name: string, value: Attribute) =>
      rig.client.send(
        new UpdateItemCommand({
          TableName: TABLES.transactions,
          Key: toAttributes({ transactionId, item }),
          UpdateExpression: 'SET #name = :value',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: toAttributes({ ':value': value }),
        }),
      );
    const sums = { count: 2, cents: 300, excessCents: 300 };
    for (const [item, name, wrong, is, detail] of [
      ['main', 'refunds', { ...sums, count: 3 }, sums, 'the transaction has 3 refunds, its refunds 2'],
      ['main', 'refunds', { ...sums, cents: 400 }, sums, 'the transaction has 400 cents, its refunds 300'],
      [
        'main',
        'refunds',
        { ...sums, excessCents: 200 },
        sums,
        'the transaction has 200 cents beyond the payment, its refunds 300',
      ],
      ['refund#r-1', 'excessCents', 101, 100, 'refund r-1 has 101 cents beyond the payment, should have 100'],
      ['refund#r-0', 'excessCents', 0, 200, 'refund r-0 has 0 cents beyond the payment, should have 200'],
      ['main', 'paidCents', 1_200, 1_300, 'received 1200 cents, and its exception says 1300'],
    ] as const) {
      await set(item, name, wrong);
      expect(await found()).toContain(detail);
      await set(item, name, is);
    }
    expect(await found()).toEqual([]);
  });

  test('a refund is recorded once, whatever characters the bank’s id of it has', async () => {
    const right = paid({});
    await rig.book(right);
    const { transactionId } = right;
    const { recordRefund } = paymentsIn(rig.client, rig.clock);
    const facts = { kind: 'refund', type: 'RFND', amountCents: 100, noticeId: 'n', transactionId } as const;
    const times = { originalBankId: null, returnedAtMs: NOON_MS };
    for (const returnId of ['r', '~', '\u{ff5e}', '\u{1f600}']) {
      const refund = newRefund({ ...facts, ...times, returnId }, { transactionId, bankAccount: 'main' }, NOON_MS);
      expect(await recordRefund(refund), returnId).toEqual({ kind: 'recorded', isBeyond: false });
      expect(await recordRefund(refund), returnId).toEqual({ kind: 'repeat', isBeyond: false });
    }
    const { violations } = await rig.audit(merchantId);
    expect(violations.filter(({ kind }) => kind === 'sums')).toEqual([]);
  });

  test('counts several amounts of one movement once, and finds more returned than received', async () => {
    const right = paid({ paidOperation: 'S1' });
    const [{ bankId } = { bankId: '' }] = right.attempts;
    await rig.book(right);
    const { transactionId } = right;
    const about = { transactionId, merchantId, bankAccount: 'main', bankId, noticeId: null, expectedCents: 1_000 };
    const { recordException, recordRefund } = paymentsIn(rig.client, rig.clock);
    await recordException({ ...about, kind: 'underpaid', receivedCents: 300, operationId: 'S1' });
    const refund = async (returnId: string, amountCents: number) => {
      const notice = { returnId, kind: 'refund', type: 'RFND', amountCents, noticeId: 'n' } as const;
      const facts = { transactionId, originalBankId: bankId, returnedAtMs: NOON_MS };
      await recordRefund(newRefund({ ...notice, ...facts }, { transactionId, bankAccount: 'main' }, NOON_MS));
    };
    const found = async () =>
      (await rig.audit(merchantId)).violations
        .filter(({ kind }) => kind === 'sums' || kind === 'exception')
        .map(({ detail }) => detail);
    await refund('r-1', 1_000);
    expect(await found()).toEqual([]);
    await refund('r-2', 1);
    expect(await found()).toEqual(['more returned than received']);
    await recordException({ ...about, kind: 'unknown-refund', bankId: 'r-2', receivedCents: 1 });
    expect(await found()).toEqual([]);
    // One exception does not explain another refund.
    await refund('r-3', 50_000);
    expect(await found()).toEqual(['more returned than received']);
  });

  test.each(HERE)('finds %s: %s', async (kind, _what, wrong) => {
    const right = paid();
    await rig.book(right);
    expect((await rig.audit(merchantId)).state.tally).toMatchObject({ checked: 1, movements: 1, violations: 0 });
    await putMain(rig.client, wrong(right, rig.clock()));
    const { violations, state } = await rig.audit(merchantId);
    expect(violations.map((each) => each.kind)).toContain(kind);
    expect(violations.find((each) => each.kind === kind)).toMatchObject({
      ...(kind === 'totals' ? { transactionId: null } : { transactionId: right.transactionId }),
    });
    expect(state.tally.byKind[kind]).toBeGreaterThan(0);
    await putMain(rig.client, right);
    expect((await rig.audit(merchantId)).violations).toEqual([]);
  });

  test('finds an order paid twice without its exception, and not with it', async () => {
    const [first, second] = [paid({ externalOrderId: 'ONE' }), paid({ externalOrderId: 'ONE', paidAt: NOON_MS })];
    await rig.book(first);
    await putMain(rig.client, second);
    const { violations } = await rig.audit(merchantId);
    const later = [first, second].map(({ transactionId }) => transactionId).sort()[1];
    expect(violations.filter(({ kind }) => kind === 'order')).toMatchObject([{ transactionId: later }]);
    await rig.book(second);
    expect((await rig.audit(merchantId)).violations).toEqual([]);
  });

  test.each([
    ['totals-above', 'a counter that counted one too many', async () => addToCounter(1)],
    ['totals', 'a counter that is gone', async () => rig.forgetCounter(merchantId)],
  ] as const)('finds wrong %s: %s', async (kind, _what, spoil) => {
    await rig.book(paid());
    await spoil();
    expect((await rig.audit(merchantId)).violations).toMatchObject([{ kind, merchantId, transactionId: null }]);
  });

  describe('of the digest of a day', () => {
    const DAY = lisbonDay(TODAY) as LisbonDay;
    const folded = (at = merchantId) => foldDay(foldOn({ dynamo: rig.client, clock: rig.clock }, TABLES))(at, DAY);
    const Key = () => toAttributes({ day: `digest#${merchantId}`, item: TODAY });
    const set = async (name: string, value: Attribute) => {
      const { Item } = await rig.client.send(new GetItemCommand({ TableName: TABLES.totals, Key: Key() }));
      const planted = { ...Item, ...toAttributes({ [name]: value }) };
      await rig.client.send(new PutItemCommand({ TableName: TABLES.totals, Item: planted }));
    };
    const digestFaults = async () => {
      const { violations, state } = await rig.audit(merchantId);
      const details = violations.filter(({ kind }) => kind === 'digest').map(({ detail }) => detail);
      return [...details, ...Object.keys(state.tally.byReason)];
    };

    test('finds each difference from the transactions, and none where there is none', async () => {
      const payments = [paid({ settledAt: NOON_MS }), paid({ settledAt: NOON_MS })];
      const late = settled(
        [
          { status: 'cancelled', atMs: NOON_MS },
          { status: 'paid', atMs: NOON_MS + 19 * HOUR_MS },
        ],
        { merchantId, settledAt: NOON_MS + 19 * HOUR_MS },
      );
      await rig.book(...payments, { ...late, settlements: late.settlements.slice(0, 1), settledAt: NOON_MS } as never);
      rig.time.nowMs = NOON_MS + 13 * HOUR_MS;
      const { digest, asOf, count, sums } = await folded();
      expect(count).toBe(3);
      // Paid on the next day: the day as of its fold has it still.
      await rig.book(late);
      rig.time.nowMs = NOON_MS + 20 * HOUR_MS;
      expect(await digestFaults()).toEqual([]);
      for (const [name, wrong, is, detail] of [
        ['digest', 'f'.repeat(64), digest, /^stored f+, transactions [0-9a-f]+$/],
        ['count', 4, count, /^stored 4 events, .*; transactions 3 events, /],
        ['sums', [{ ...sums[0], cents: 1 }, ...sums.slice(1)], sums, /paid by \w+ 2 \(1 cents\)/],
        ['asOf', DAY.toMs - 1, asOf, /before the end of the day$/],
        ['asOf', 'x', asOf, /not in our form$/],
      ] as const) {
        await set(name, wrong as never);
        expect(await digestFaults()).toEqual([expect.stringMatching(detail)]);
        await set(name, is as never);
      }
      expect(await digestFaults()).toEqual([]);
      expect((await folded()).count).toBe(2);
      expect(await digestFaults()).toEqual([]);
      // An event that the fold did not see, as one that its index had not yet.
      const [{ attempts: _, ...unseen }] = [paid({ settledAt: NOON_MS })] as const;
      await rig.book({ ...unseen, attempts: [] } as never);
      expect(await digestFaults()).toEqual([expect.stringMatching(/^stored 2 events, .*; transactions 3 events/)]);
      await folded();
      await set('digest', digest);
      expect((await rig.audit(merchantId)).violations.map(({ kind }) => kind)).toContain('digest');
    });

    test('finds a day that is missing after days on record, and asks for none before', async () => {
      await rig.book(paid({ settledAt: NOON_MS }));
      expect(await digestFaults()).toEqual([]);
      const before = { day: `digest#${merchantId}`, item: lisbonDayName(DAY.fromMs - 1), asOf: 1 };
      await rig.client.send(new PutItemCommand({ TableName: TABLES.totals, Item: toAttributes(before) }));
      expect(await digestFaults()).toEqual(['the day is not on record']);
    });

    test('compares what a run of another process began from its beginning', async () => {
      await rig.book(paid({ settledAt: NOON_MS }), paid({ settledAt: NOON_MS }));
      await folded();
      const { state } = await rig.audit(merchantId);
      const begun = newState(TODAY, rig.clock());
      let left = 3;
      const ends = { ...rig.dependenciesOf(merchantId), clock: () => rig.clock() + (left-- > 0 ? 0 : 1) };
      await audit(ends)(begun, rig.clock() + 1);
      expect(begun.position?.lines).toBe(2);
      await audit(rig.dependenciesOf(merchantId))(begun, Number.POSITIVE_INFINITY);
      expect(begun.tally).toEqual(state.tally);
    });

    test('does not take the lines of another merchant for its own, where there are as many', async () => {
      const other = merchantId;
      await rig.book(paid({ settledAt: NOON_MS }), paid({ settledAt: NOON_MS }));
      beginAnother();
      await rig.book(paid({ settledAt: NOON_MS }), paid({ settledAt: NOON_MS }));
      for (const each of [other, merchantId]) await folded(each);
      const begun = newState(TODAY, rig.clock());
      let left = 3;
      const ends = { ...rig.dependenciesOf(merchantId), clock: () => rig.clock() + (left-- > 0 ? 0 : 1) };
      await audit(ends)(begun, rig.clock() + 1);
      if (begun.position) Object.assign(begun.position, { pass: 'digest', rounds: 1 });

      const digests: string[] = [];
      const report = ({ kind, detail }: Violation) => void (kind === 'digest' && digests.push(detail));
      let ids = [other];
      const second = audit({ ...rig.dependenciesOf(other), merchantIds: async () => ids, report });
      await second(newState(TODAY, rig.clock()), Number.POSITIVE_INFINITY);
      ids = [merchantId];
      await second(begun, Number.POSITIVE_INFINITY);
      expect([begun.phase, digests]).toEqual(['done', []]);
    });
  });

  test('finds a second movement of the same sum, until an exception is kept for it', async () => {
    const right = paid();
    await rig.book(right);
    rig.lists(10, 10);
    expect((await rig.audit(merchantId)).violations).toMatchObject([
      { kind: 'movement', detail: 'payment of 1000 cents' },
    ]);
    await paymentsIn(rig.client, rig.clock).recordException(paidTwice(right));
    expect((await rig.audit(merchantId)).violations).toEqual([]);
  });

  test.each([
    ['REMOVE exceptionKey', undefined],
    ['SET #state = :closed', 'closed'],
  ])('finds an exception that is missing from its list: %s', async (update, closed) => {
    const right = paid();
    await rig.book(right);
    rig.lists(10, 10);
    await paymentsIn(rig.client, rig.clock).recordException(paidTwice(right));
    expect((await rig.audit(merchantId)).violations).toEqual([]);
    const [stored] = await paymentsIn(rig.client).readExceptions(right.transactionId);
    const item = EXCEPTION_PREFIX + stored?.exceptionId;
    await rig.client.send(
      new UpdateItemCommand({
        TableName: TABLES.transactions,
        Key: toAttributes({ transactionId: right.transactionId, item }),
        UpdateExpression: update,
        ...(closed && {
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':closed': { S: closed } },
        }),
      }),
    );
    expect((await rig.audit(merchantId)).violations).toMatchObject([
      { kind: 'exception', transactionId: right.transactionId },
    ]);
  });

  test('queries the bank about every start: money on another start than the paid one is found', async () => {
    const right = paid();
    const [first] = right.attempts;
    if (!first) throw new Error('no start');
    const second = { ...first, bankId: 'w-second' };
    await rig.book({ ...right, amountCents: 477, attempts: [first, second], paidBy: 0 });
    rig.listsByOrder({ [first.bankId]: [4.77] });
    expect((await rig.audit(merchantId)).violations).toEqual([]);
    // Its callback was lost, and the list has it only now.
    rig.listsByOrder({ [first.bankId]: [4.77], [second.bankId]: [4.77] });
    const { violations, state } = await rig.audit(merchantId);
    expect(violations).toMatchObject([
      { kind: 'movement', transactionId: right.transactionId, detail: 'payment of 477 cents' },
    ]);
    expect(state.tally.movements).toBe(2);
  });

  test('finds a payment on our record that the bank’s list of its order lacks, and not where the list need not have it', async () => {
    const right = paid();
    await rig.book(right);
    rig.lists();
    const found = async () => {
      const { violations, state } = await rig.audit(merchantId);
      return [violations.map(({ kind, detail }) => `${kind}: ${detail}`), state.tally.byReason];
    };
    expect(await found()).toEqual([['unlisted: payment of 1000 cents'], {}]);
    // Beside it, money that was recorded as an exception.
    await paymentsIn(rig.client, rig.clock).recordException(paidTwice(right));
    rig.lists(10);
    const recordedAt = rig.clock();
    expect(await found()).toEqual([[], { 'beyond-list': 1 }]);
    rig.time.nowMs += 2 * HOUR_MS;
    expect(await found()).toEqual([['unlisted: payment of 1000 cents'], {}]);
    // No document says how long the list has a payment.
    rig.time.nowMs = recordedAt + 91 * DAY_MS;
    expect(await found()).toEqual([[], { 'beyond-list': 1 }]);
  });

  test('counts as not checked, never as correct, what the bank has no list of or answers no list for', async () => {
    await rig.book(paid({ bankAccount: 'sibs' }));
    expect((await rig.audit(merchantId)).state.tally).toMatchObject({
      violations: 0,
      notChecked: 1,
      byReason: { 'no-list': 1 },
    });
    beginAnother();
    await rig.book(paid());
    rig.failLists();
    expect((await rig.audit(merchantId)).state.tally).toMatchObject({ notChecked: 1, byReason: { 'list-failed': 1 } });
  });

  test('uses a bank’s file as the list: a line without a record is found, one with a record is not', async () => {
    const right = paid({ bankAccount: 'sibs' });
    await rig.book(right);
    const { movements, table } = rig.dependenciesOf(merchantId);
    const line = (fields: Partial<BankLine>): BankLine => ({ ...LINE, transactionId: right.transactionId, ...fields });
    const withFile = (...lines: BankLine[]) =>
      rig.audit(merchantId, { movements: fileMovements(movements, { account: 'sibs', lines }, table) });
    expect((await withFile(line({}))).state.tally).toMatchObject({ violations: 0, movements: 1, notChecked: 0 });
    // A file without lines, of another day, or that ends before the payment does not show that the bank has it.
    const other = line({ transactionId: null, bankId: null, merchantTransactionId: 'SHOP-1' });
    for (const lines of [[], [line({ day: '2020-01-01', transactionId: 'tx_other' })], [other]]) {
      expect((await withFile(...lines)).state.tally).toMatchObject({ notChecked: 1, byReason: { 'no-list': 1 } });
    }
    // A reference alone, as a spreadsheet writes it.
    const mb = { entity: '24000', reference: '012345678' };
    const referred = { transactionId: null, bankId: null, merchantTransactionId: null, entity: null };
    await rig.book({ ...right, mb: { ...mb, expiresAt: NOON_MS } });
    const found = await withFile(line({ ...referred, reference: '12345678' }));
    expect(found.violations.filter(({ kind }) => kind === 'movement')).toEqual([]);
    expect(found.state.tally).toMatchObject({ movements: 1, notChecked: 0 });
    await rig.book(right);
    const { violations } = await withFile(
      line({}),
      line({ lineNumber: 3 }),
      line({ transactionId: null, bankId: 'foreign', lineNumber: 4 }),
    );
    expect(violations.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['movement', right.transactionId],
      ['movement', null],
    ]);
  });

  test('finds an old transaction by the marker of its refund when that of its event has expired', async () => {
    const steps = [{ status: 'cancelled', atMs: NOON_MS }] as const;
    const old = settled(steps, { merchantId, bankAccount: 'sibs', createdAt: NOON_MS - 60 * DAY_MS });
    await rig.book(old);
    const { transactionId, settlements } = old;
    const notice = { returnId: 'r', kind: 'refund', type: 'RFND', amountCents: 400, noticeId: 'n' } as const;
    const times = { transactionId, originalBankId: null, returnedAtMs: NOON_MS };
    const refund = newRefund({ ...notice, ...times }, { transactionId, bankAccount: 'sibs' }, NOON_MS);
    await paymentsIn(rig.client, rig.clock).recordRefund(refund);
    const about = { transactionId, merchantId, bankAccount: 'sibs', bankId: 'r', noticeId: 'n', expectedCents: null };
    await paymentsIn(rig.client, rig.clock).recordException({ ...about, kind: 'unknown-refund', receivedCents: 400 });
    const keyOf = (item = '') => toAttributes({ day: `counted#${TODAY}#${merchantId}`, item });
    const marker = { ...keyOf(`refund#${transactionId}#r`), ...toAttributes({ transactionId }) };
    await rig.client.send(new PutItemCommand({ TableName: TABLES.totals, Item: marker }));
    await rig.client.send(new DeleteItemCommand({ TableName: TABLES.totals, Key: keyOf(settlements[0]?.eventId) }));
    const { violations, state } = await rig.audit(merchantId);
    expect([violations, state.tally]).toMatchObject([[], { checked: 1, totals: 1 }]);
  });

  test('reports only what a strong read confirms: a write between two reads is no violation', async () => {
    const right = paid();
    await rig.book(right);
    const { table } = rig.dependenciesOf(merchantId);
    const stale = { ...right, status: 'pending' as const };
    const items = async (id: string, consistent: boolean) => {
      if (!consistent) await putMain(rig.client, stale);
      const read = await table.items(id, consistent);
      await putMain(rig.client, right);
      return read;
    };
    expect((await rig.audit(merchantId, { table: { ...table, items } })).violations).toEqual([]);
  });

  describe('of 40 payments', () => {
    const many = merchantWith(40);

    test('continues where it ended: page by page it finds the same as in one run', async () => {
      await addToCounter(1, many.id);
      const complete = await rig.audit(many.id);
      let state = newState(TODAY, rig.clock());
      let ticks = 0;
      const dependencies = { ...rig.dependenciesOf(many.id), clock: () => rig.clock() + ticks++ };
      let runs = 0;
      for (; state.phase !== 'done' && runs < 200; runs += 1) {
        // As it is stored between two runs.
        state = JSON.parse(JSON.stringify(state));
        await audit(dependencies)(state, rig.clock() + ticks + 1);
      }
      expect(runs).toBeGreaterThan(5);
      expect(complete.state.tally).toMatchObject({ checked: 40, violations: 1 });
      expect(state.tally).toEqual(complete.state.tally);
    });
  });

  test('has a planted case for every kind of violation', () => {
    const elsewhere: ViolationKind[] = ['order', 'totals-above', 'digest'];
    expect(new Set([...HERE.map(([kind]) => kind), ...elsewhere])).toEqual(new Set(VIOLATION_KINDS));
  });
});

describe('the nightly audit', () => {
  test('audits yesterday once, writes its result and its state, and nothing else', async () => {
    await rig.book(paid());
    const before = await everything();
    const results = financeIn(rig.client).auditResults;
    const { logger, lines } = recordingLogger();
    const run = nightlyAudit({ results, audit: audit(rig.dependenciesOf(merchantId)), clock: rig.clock, logger });
    await run(Number.POSITIVE_INFINITY);
    await run(Number.POSITIVE_INFINITY);
    expect((await results.newest(1))[0]).toMatchObject({ day: TODAY, tally: { checked: 1, violations: 0 } });
    expect(lines.filter(({ message }) => message === 'audit finished')).toHaveLength(1);
    expect((await everything()).filter(({ day }) => day?.S !== 'audit')).toEqual(before);
  });

  test('continues a run as the table has it', async () => {
    await rig.book(paid(), paid(), failed());
    const state = {
      ...{ day: TODAY, startedAt: NOON_MS, finishedAt: null, phase: 'merchants', lastMerchantId: 'mer_' },
      // The page before this position had one transaction of 500 cents, which is not there any more.
      place: {
        ...{ merchantId, pass: 'first', rounds: 0, source: 0, version: 0, unreadable: [] },
        after: toAttributes({ transactionId: 'tx_1', item: 'main', merchantId, createdAt: NOON_MS - 60_001 }),
        figures: { 'paid.MBWAY.paid': { count: 1, cents: 500 } },
      },
      ...{ shard: 0, dueAfter: null, tally: { ...newTally(), checked: 1 } },
    };
    const Item = toAttributes({ day: 'audit', item: 'state', state: JSON.stringify(state), version: 7 });
    await rig.client.send(new PutItemCommand({ TableName: TABLES.totals, Item }));
    const results = financeIn(rig.client).auditResults;
    const { logger } = recordingLogger();
    const run = nightlyAudit({ results, audit: audit(rig.dependenciesOf(merchantId)), clock: rig.clock, logger });
    await run(Number.POSITIVE_INFINITY);
    expect((await results.newest(1))[0]).toMatchObject({ startedAt: NOON_MS, tally: { checked: 4, totals: 1 } });
    const { Item: stored } = await rig.client.send(
      new GetItemCommand({ TableName: TABLES.totals, Key: toAttributes({ day: 'audit', item: 'state' }) }),
    );
    const { tally, ...end } = JSON.parse(stored?.state?.S ?? '');
    expect(end).toMatchObject({ phase: 'done', place: null, lastMerchantId: merchantId, shard: 9 });
    expect(Object.keys(end).sort()).toEqual(Object.keys(state).sort().slice(0, -1));
  });

  test('is shown by its newest result and every night of the 30 before it with violations', async () => {
    const results = financeIn(rig.client).auditResults;
    const days = Array.from({ length: 40 }, (_, index) => lisbonDayName(NOON_MS - index * DAY_MS));
    const cleanDays = days.filter((_, index) => index === 0 || index === 3);
    for (const day of days) {
      const tally = newTally();
      // As much as a result may hold, so that the nights do not fit into one page of the engine.
      const violation = { kind: 'totals' as const, transactionId: null, merchantId, detail: 'é'.repeat(300) };
      if (!cleanDays.includes(day)) for (let n = 0; n < 60; n += 1) addViolation(tally, violation, day);
      await results.saveResult({ day, startedAt: 1, finishedAt: 2, tally });
    }
    const { result, earlier } = await auditReport(results)({}, { userId: 'ana', roles: ['finance'] });
    expect(result).toMatchObject({ day: TODAY, violations: 0 });
    expect(earlier.map(({ day }) => day)).toEqual(days.slice(1, 31).filter((day) => !cleanDays.includes(day)));
    expect(earlier[0]).toMatchObject({ violations: 60, listed: { length: 50 } });
  });

  describe('of 150 payments', () => {
    const many = merchantWith(150);

    test('costs the documented units for each payment', async () => {
      const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
      const cost = metered(client);
      const state = newState(TODAY, rig.clock());
      await audit(rig.dependenciesOf(many.id, client))(state, Number.POSITIVE_INFINITY);
      client.destroy();
      expect(state.tally).toMatchObject({ checked: 150, violations: 0 });
      expect(cost.written).toBe(0);
      // Its items 0.5 and once more for each index that has it too, its order 0.5; and the indexes themselves.
      expect(cost.units / 150).toBeLessThanOrEqual(2.1);
    });
  });
});

const LINE: BankLine = {
  lineNumber: 2,
  kind: 'payment',
  day: TODAY,
  atMs: NOON_MS,
  bankId: null,
  merchantTransactionId: null,
  transactionId: null,
  entity: null,
  reference: null,
  grossCents: 1_000,
  feeCents: null,
  netCents: null,
};

function paidTwice({ transactionId, attempts }: Transaction): PaymentException {
  const bankId = attempts[0]?.bankId ?? '';
  const sums = { expectedCents: 1_000, receivedCents: 1_000 };
  return { kind: 'paid-twice', transactionId, merchantId, bankAccount: 'main', bankId, noticeId: null, ...sums };
}

/** A merchant whose payments are there before the tests of a group: on a slow machine they take longer than a test. */
function merchantWith(payments: number): { id: string } {
  const many = { id: '' };
  test.beforeAll(async ({ rig }) => {
    beginAnother();
    many.id = merchantId;
    await rig.book(...Array.from({ length: payments }, () => paid()));
  });
  return many;
}

async function addToCounter(count: number, item = merchantId): Promise<void> {
  await rig.client.send(
    new UpdateItemCommand({
      TableName: TABLES.totals,
      Key: toAttributes({ day: TODAY, item }),
      UpdateExpression: 'ADD #n :n',
      ExpressionAttributeNames: { '#n': 'paid.MBWAY.paid.n' },
      ExpressionAttributeValues: toAttributes({ ':n': count }),
    }),
  );
}

async function everything() {
  const scans = [TABLES.transactions, TABLES.totals].map((TableName) =>
    rig.client.send(new ScanCommand({ TableName })),
  );
  const items = (await Promise.all(scans)).flatMap(({ Items = [] }) => Items);
  const keyOf = ({ day, transactionId, item }: Attributes) => [day?.S, transactionId?.S, item?.S].join(' ');
  return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
