import { beforeEach, describe, expect } from 'vitest';
import type { ProviderName } from '../../../functions/banking/account.ts';
import type {
  Bank,
  BankNotification,
  KnownPayment,
  NotificationRequest,
  PushOutcome,
  ReferenceOutcome,
} from '../../../functions/banking/bank.ts';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { randomText } from '../../../functions/runtime/ids.ts';
import { type SimulatedBank, simulated, simulatedTest } from '../../rig/banks/simulated.ts';

const SECOND_MS = 1_000;
const WINDOW_MS = 4 * MINUTE_MS;

interface Differences {
  /** Whether an inquiry is answered by the provider's list of all payments. */
  listsPayments: boolean;
  /** The status of a live push whose start was not answered in time. */
  lostPushIs: 'waiting' | 'unknown';
  /** Whether refusals and ends are notified, or only money. */
  notifiesRefusals: boolean;
}

/**
 * What the service relies on of any provider, run on its adapter against the simulated bank over HTTP. A provider may
 * differ in how soon it can report, never in what it reports (`docs/adding-a-bank.md`).
 */
export function bankContract(provider: ProviderName, differences: Differences): void {
  const test = simulatedTest(provider);
  const found = (amountCents: number) =>
    differences.listsPayments ? { kind: 'listed', payments: [{ amountCents }] } : { kind: 'paid', amountCents };
  describe(`the port to ${provider}`, () => {
    beforeEach(() => {
      simulated.reset();
      simulated.answering(200, (request) => simulated.bank.acknowledge(noticeIdOf(simulated.bank, request)).body);
    });

    describe('a push', () => {
      test('that is approved is paid in full, and its notification names the same payment', async () => {
        const push = await started(simulated, '910000000');
        expect(push.outcome).toMatchObject({ kind: 'live' });
        expect(await simulated.bank.askStatus(push.bankId, push.known)).toMatchObject({ kind: 'waiting' });
        await simulated.pass(2 * SECOND_MS);
        const paid = { kind: 'paid', method: 'MBWAY', amountCents: 1_050 };
        expect(await simulated.bank.askStatus(push.bankId, push.known)).toMatchObject(found(1_050));
        expect(noticesOf(simulated.bank, simulated.notifications())).toMatchObject([
          { bankId: push.bankId, method: 'MBWAY', status: paid },
        ]);
      });

      test.each([
        ['rejected by the customer', '910000001', { kind: 'refused', by: 'customer' }],
        ['declined for lack of money', '910000006', { kind: 'refused', by: 'bank' }],
        ['found to be unregistered later', '910000020', { kind: 'refused', by: 'bank' }],
        ['abandoned', '910000019', { kind: 'expired' }],
      ])('that is %s is reported within seconds', async (_, phone, expected) => {
        const push = await started(simulated, phone);
        await simulated.pass(2 * SECOND_MS);
        expect(await simulated.bank.askStatus(push.bankId, push.known)).toMatchObject(expected);
        const notices = noticesOf(simulated.bank, simulated.notifications());
        expect(notices.map(({ status }) => status)).toMatchObject(differences.notifiesRefusals ? [expected] : []);
      });

      test('without an answer expires at the end of its window, not before', async () => {
        const push = await started(simulated, '910000002');
        await simulated.pass(WINDOW_MS - SECOND_MS);
        expect(await simulated.bank.askStatus(push.bankId, push.known)).toMatchObject({ kind: 'waiting' });
        await simulated.pass(SECOND_MS);
        expect(await simulated.bank.askStatus(push.bankId, push.known)).toMatchObject({ kind: 'expired' });
      });

      test('to a phone that is not registered is refused for the phone, and nothing is sent', async () => {
        const { outcome, transactionId } = await started(simulated, '910000003');
        expect(outcome).toEqual({ kind: 'refused', field: 'phoneNumber' });
        expect(await simulated.control('GET', `/payments/${transactionId}`)).toMatchObject({ pushes: 0 });
      });

      test('to an unreachable bank is certainly not sent', async () => {
        const { outcome } = await started(simulated, '910000000', await simulated.unreachable());
        expect(outcome.kind).toBe('unreachable');
      });

      test('whose answer is lost is unknown, is found once it is paid, and was sent once', async () => {
        const push = await started(simulated, '910000002', await simulated.unanswered());
        expect(push.outcome.kind).toBe('unknown');
        expect((await simulated.bank.askStatus(push.bankId, push.known)).kind).toBe(differences.lostPushIs);
        await simulated.control('POST', `/payments/${push.transactionId}/approve`);
        expect(await simulated.bank.askStatus(push.bankId, push.known)).toMatchObject(found(1_050));
        expect(await simulated.control('GET', `/payments/${push.transactionId}`)).toMatchObject({ pushes: 1 });
      });

      test('whose answer is lost and which is not paid expires a minute after its window', async () => {
        const push = await started(simulated, '910000002', await simulated.unanswered());
        await simulated.pass(WINDOW_MS + MINUTE_MS);
        expect(await simulated.bank.askStatus(push.bankId, push.known)).toMatchObject({ kind: 'expired' });
      });

      test('is sent only after the claim, and not without it', async () => {
        const transactionId = newTransactionId();
        const request = { transactionId, amountCents: 1_050, phoneNumber: '910000000' };
        expect(await simulated.bank.startPush(request, async () => false)).toEqual({ kind: 'claim-lost' });
        expect(await simulated.control('GET', `/payments/${transactionId}`)).toMatchObject({ pushes: 0 });
      });
    });

    describe('a reference', () => {
      test('is issued with nine digits until a day’s end in Lisbon, and waits', async () => {
        const { outcome, bankId, known } = await issued(simulated);
        expect(outcome).toMatchObject({
          kind: 'issued',
          entity: expect.stringMatching(/^\d{5}$/),
          reference: expect.stringMatching(/^\d{9}$/),
          expiresAtMs: Date.parse('2026-07-04T22:59:59.000Z'),
        });
        expect(await simulated.bank.askStatus(bankId, known)).toMatchObject({ kind: 'waiting' });
      });

      test.each([
        ['in full', undefined, 1_050],
        ['with less', 9.5, 950],
        ['with more', 11, 1_100],
      ])('paid %s reports the amount received, queried and notified', async (_, amount, amountCents) => {
        const { outcome, bankId, known } = await issued(simulated);
        await simulated.control('POST', `/references/${outcome.entity}/${outcome.reference}/pay`, { amount });
        await simulated.pass(SECOND_MS);
        const paid = { kind: 'paid', method: 'REFERENCE', amountCents };
        expect(await simulated.bank.askStatus(bankId, known)).toMatchObject(found(amountCents));
        const notices = noticesOf(simulated.bank, simulated.notifications());
        expect(notices.at(-1)).toMatchObject({ bankId, method: 'REFERENCE', status: paid });
      });

      test('without a payment expires a quarter of an hour after its end', async () => {
        const { outcome, bankId, known } = await issued(simulated);
        const atMs = simulated.time.nowMs;
        await simulated.pass(outcome.expiresAtMs - atMs + 15 * MINUTE_MS);
        expect(await simulated.bank.askStatus(bankId, known)).toMatchObject({ kind: 'expired' });
        simulated.time.nowMs = atMs;
      });

      test('paid twice is two movements of money', async () => {
        const { outcome } = await issued(simulated);
        const at = `/references/${outcome.entity}/${outcome.reference}`;
        await simulated.control('POST', `${at}/pay`);
        await simulated.pass(5 * MINUTE_MS);
        await simulated.control('POST', `${at}/pay-again`);
        await simulated.pass(SECOND_MS);
        const notices = noticesOf(simulated.bank, simulated.notifications());
        const operations = notices.map(({ status }) => (status.kind === 'paid' ? status.operationId : undefined));
        expect(new Set(operations).size).toBe(2);
      });
    });

    describe('a notification', () => {
      test('is rejected with another account’s keys', async () => {
        await started(simulated, '910000000');
        await simulated.pass(2 * SECOND_MS);
        const [authentic] = simulated.notifications();
        expect(authentic && simulated.other.readNotification(authentic).kind).toBe('rejected');
      });

      test('is resent until it is acknowledged', async () => {
        await started(simulated, '910000000');
        simulated.answering(500);
        await simulated.pass(2 * SECOND_MS);
        expect(simulated.notifications()).toHaveLength(1);
        simulated.answering(200);
        await simulated.pass(6 * MINUTE_MS);
        expect(simulated.notifications()).toHaveLength(1);
        await simulated.pass(HOUR_MS);
        expect(simulated.notifications()).toEqual([]);
      });
    });

    test('with another account’s keys no status is found', async () => {
      const push = await started(simulated, '910000000');
      await simulated.pass(2 * SECOND_MS);
      expect((await simulated.other.askStatus(push.bankId, push.known)).kind).toBe('unknown');
    });
  });
}

function newTransactionId(): string {
  return `tx_${randomText(24)}`;
}

/** Starts a push and returns the facts that the service would record. */
async function started(simulated: SimulatedBank, phoneNumber: string, bank: Bank = simulated.bank) {
  const transactionId = newTransactionId();
  const claimed: string[] = [];
  const endsAtMs = simulated.time.nowMs + WINDOW_MS;
  const outcome: PushOutcome = await bank.startPush(
    { transactionId, amountCents: 1_050, phoneNumber },
    async (bankId) => claimed.push(bankId) > 0,
  );
  const known: KnownPayment = { method: 'MBWAY', expectedCents: 1_050, endsAtMs, ...statusIdOf(outcome) };
  return { transactionId, outcome, bankId: claimed[0] ?? '', known };
}

async function issued(simulated: SimulatedBank) {
  const claimed: string[] = [];
  const outcome = await simulated.bank.issueReference(
    { transactionId: newTransactionId(), amountCents: 1_050, expiresAtMs: Date.parse('2026-07-04T22:59:59.000Z') },
    async (bankId) => claimed.push(bankId) > 0,
  );
  if (outcome.kind !== 'issued') throw new Error('not issued');
  const known = {
    method: 'REFERENCE',
    expectedCents: 1_050,
    endsAtMs: outcome.expiresAtMs,
    ...statusIdOf(outcome),
  } as const;
  return { outcome, bankId: claimed[0] ?? '', known };
}

function statusIdOf(outcome: PushOutcome | ReferenceOutcome): { statusId?: string } {
  return 'statusId' in outcome && outcome.statusId !== undefined ? { statusId: outcome.statusId } : {};
}

/** The notifications among the requests, read by the adapter. */
function noticesOf(bank: Bank, requests: NotificationRequest[]): BankNotification[] {
  return requests.flatMap((request) => {
    const reading = bank.readNotification(request);
    return reading.kind === 'notice' ? [reading.notice] : [];
  });
}

function noticeIdOf(bank: Bank, request: NotificationRequest): string {
  const reading = bank.readNotification(request);
  if (reading.kind === 'rejected') return '';
  return reading.kind === 'irrelevant' ? reading.noticeId : reading.notice.noticeId;
}
