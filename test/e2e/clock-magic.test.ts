import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REFERENCE_AMOUNTS } from '../../functions/simulator/amounts.ts';
import { MAGIC_PHONES } from '../../functions/simulator/customers.ts';
import { type HostedService, startHostedService } from '../support/hosted-service.ts';
import type { Shop } from './shop.ts';
import { payloads } from './webhook-payload.ts';

let hosted: HostedService;
beforeAll(async () => {
  hosted = await startHostedService();
});
afterAll(() => hosted.stop());

interface Seen {
  /** Status code of the call that starts the payment. */
  started: number;
  status: unknown;
  events: string[];
  exceptions: string[];
}

const PAID = { started: 200, status: 'paid', events: ['payment.success'], exceptions: [] };
const CANCELLED = { started: 200, status: 'cancelled', events: ['payment.cancelled'], exceptions: [] };
const FAILED = { started: 200, status: 'failed', events: ['payment.failed'], exceptions: [] };
const LATE = {
  started: 200,
  status: 'paid',
  events: ['payment.cancelled', 'payment.success'],
  exceptions: ['late'],
};
const NOTHING = { status: 'pending', events: [], exceptions: [] };

/** After ten minutes; 910000005, whose call takes 20 s of real time, has its own tests. */
const AFTER_PUSH: Record<string, Seen> = {
  '910000000': PAID,
  '910000001': FAILED,
  '910000002': CANCELLED,
  '910000003': { ...NOTHING, started: 400 },
  '910000004': { ...NOTHING, started: 502 },
  '910000006': FAILED,
  '910000007': PAID,
  '910000008': LATE,
  '910000009': PAID,
  '910000010': PAID,
  '910000011': PAID,
  '910000012': PAID,
  '910000013': PAID,
  '910000014': PAID,
  '910000015': PAID,
  '910000016': { ...NOTHING, started: 200, exceptions: ['underpaid'] },
  '910000017': { ...NOTHING, started: 200, exceptions: ['underpaid'] },
  '910000018': CANCELLED,
  '910000019': CANCELLED,
  '910000020': FAILED,
  '910000021': PAID,
  '910000022': { ...NOTHING, started: 502 },
  '910000023': { ...NOTHING, started: 502 },
  '910000024': { ...NOTHING, started: 502 },
  '910000025': { ...NOTHING, started: 502 },
};

/**
 * After five days. 773.04, whose call takes 20 s of real time, has its own tests; 771.02 and 771.07 would only repeat
 * the 290 steps of 771.08, a message that waits three days in parts of 15 minutes.
 */
const AFTER_ISSUE: Record<number, Seen> = {
  77101: PAID,
  77102: PAID,
  77103: CANCELLED,
  77104: { ...NOTHING, started: 200, exceptions: ['underpaid'] },
  77105: { ...PAID, exceptions: ['overpaid'] },
  77106: { ...PAID, exceptions: ['paid-twice'] },
  77107: PAID,
  77108: LATE,
  77109: PAID,
  77110: PAID,
  77111: PAID,
  77112: PAID,
  77113: PAID,
  77114: PAID,
  77115: { ...NOTHING, started: 200, exceptions: ['underpaid'] },
  77301: { ...NOTHING, started: 502 },
  77302: { ...NOTHING, started: 502 },
  77303: { ...NOTHING, started: 502 },
  77305: { ...CANCELLED, started: 502 },
};

async function seen(shop: Shop, transactionId: string, started: number): Promise<Seen> {
  const { status, exceptions } = await hosted.detail(transactionId);
  return {
    started,
    status,
    events: payloads(shop.hook).map(({ event }) => event),
    exceptions: exceptions.map(({ kind }) => kind),
  };
}

describe('what the tables of docs/simulator.md say a merchant sees', { timeout: 300_000 }, () => {
  test('magic phones', async () => {
    const phones = MAGIC_PHONES.map(({ phone }) => phone).filter((phone) => phone !== '910000005');
    const calls = await Promise.all(
      phones.map(async (phone) => {
        const shop = await hosted.shop();
        const transactionId = await shop.init(5.1, phone);
        const { status } = await shop.mbway(transactionId, phone);
        return { phone, shop, transactionId, status };
      }),
    );
    const jump = await hosted.host.advance(600_000);
    expect(jump.quiet).toBe(true);
    const found = await Promise.all(
      calls.map(async ({ phone, shop, transactionId, status }) => [phone, await seen(shop, transactionId, status)]),
    );
    expect(Object.fromEntries(found)).toEqual(AFTER_PUSH);
  });

  test('magic amounts of references', async () => {
    const amounts = REFERENCE_AMOUNTS.map(({ cents }) => cents).filter((cents) => cents in AFTER_ISSUE);
    const calls = await Promise.all(
      amounts.map(async (cents) => {
        const shop = await hosted.shop();
        const transactionId = await shop.init(cents / 100, String(cents));
        const { status } = await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
        return { cents, shop, transactionId, status };
      }),
    );
    const jump = await hosted.host.advance(5 * 86_400_000);
    expect(jump.quiet).toBe(true);
    const found = await Promise.all(
      calls.map(async ({ cents, shop, transactionId, status }) => [cents, await seen(shop, transactionId, status)]),
    );
    expect(Object.fromEntries(found)).toEqual(AFTER_ISSUE);
  });
});
