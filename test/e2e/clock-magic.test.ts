import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../functions/runtime/durations.ts';
import { CHECKOUT_AMOUNTS, REFERENCE_AMOUNTS } from '../../functions/simulator/payments/amounts.ts';
import { MAGIC_PHONES } from '../../functions/simulator/payments/customers.ts';
import { type HostedService, loadBank, startHostedService } from '../support/hosted-service.ts';
import { payloads } from './support/hook-receiver.ts';
import type { Shop } from './support/shop.ts';

let hosted: HostedService;
beforeAll(async () => {
  hosted = await startHostedService();
  await loadBank(hosted);
});
afterAll(() => hosted.stop());

/** One account of each provider. */
const ACCOUNTS = ['sandbox', 'sandbox-ifthenpay'] as const;
type Account = (typeof ACCOUNTS)[number];

interface Seen {
  /** Status code of the call that starts the payment. */
  started: number;
  status: unknown;
  events: string[];
  exceptions: string[];
}

const seenAs = (status: string, ...events: string[]): Seen => ({ started: 200, status, events, exceptions: [] });
const PENDING = seenAs('pending');
const PAID = seenAs('paid', 'payment.success');
const CANCELLED = seenAs('cancelled', 'payment.cancelled');
const FAILED = seenAs('failed', 'payment.failed');
const LATE = { ...seenAs('paid', 'payment.cancelled', 'payment.success'), exceptions: ['late'] };
const UNDERPAID = { ...PENDING, exceptions: ['underpaid'] };
const OVERPAID = { ...PAID, exceptions: ['overpaid'] };
const PAID_TWICE = { ...PAID, exceptions: ['paid-twice'] };

/** What the merchant sees after three days, and after every reference has ended. */
type Story = [afterThreeDays: Seen, atTheEnd: Seen];
const immediately = (seen: Seen): Story => [seen, seen];
/** At the end of the reference, or after it. */
const later = (seen: Seen): Story => [PENDING, seen];
/** Nothing is live at the bank: open for another start for 30 days (`sweep.test.ts`). */
const refused = (started: number): Story => immediately({ ...PENDING, started });

/** SIBS has generated a reference whose number was lost, and reports it when queried at its end. */
const GENERATED_UNSEEN: Story = [
  { ...PENDING, started: 502 },
  { ...CANCELLED, started: 502 },
];

/** What a merchant sees, by docs/simulator.md. */
const STORIES: Record<string, Story> = {
  '910000000': immediately(PAID),
  '910000001': immediately(FAILED),
  '910000002': immediately(CANCELLED),
  '910000003': refused(400),
  '910000004': refused(502),
  '910000005': immediately({ ...PAID, started: 502 }),
  '910000006': immediately(FAILED),
  '910000007': immediately(PAID),
  '910000008': immediately(LATE),
  '910000009': immediately(PAID),
  '910000010': immediately(PAID),
  '910000011': immediately(PAID),
  '910000012': immediately(PAID),
  '910000013': immediately(PAID),
  '910000014': immediately(PAID),
  '910000015': immediately(PAID),
  '910000016': immediately(UNDERPAID),
  '910000017': immediately(UNDERPAID),
  '910000018': immediately(CANCELLED),
  '910000019': immediately(CANCELLED),
  '910000020': immediately(FAILED),
  '910000021': immediately(PAID),
  '910000022': refused(502),
  '910000023': refused(502),
  '910000024': refused(502),
  '910000025': refused(502),
  '77101': immediately(PAID),
  '77102': later(PAID),
  '77103': immediately(CANCELLED),
  '77104': immediately(UNDERPAID),
  '77105': immediately(OVERPAID),
  '77106': immediately(PAID_TWICE),
  '77107': later(PAID),
  '77108': later(LATE),
  '77109': later(PAID),
  '77110': immediately(PAID),
  '77111': immediately(PAID),
  '77112': immediately(PAID),
  '77113': immediately(PAID),
  '77114': immediately(PAID),
  '77115': immediately(UNDERPAID),
  ...Object.fromEntries(['77301', '77302', '77303'].map((name) => [name, refused(502)])),
  ...Object.fromEntries(['77304', '77305'].map((name) => [name, GENERATED_UNSEEN])),
  ...Object.fromEntries(
    CHECKOUT_AMOUNTS.flatMap(({ cents }) => [`${cents} push`, `${cents} reference`]).map((name) => [
      name,
      refused(name.startsWith('77208') ? 400 : 502),
    ]),
  ),
};

/** A start with an unknown outcome at ifthenpay is queried, and not found once the window is over. */
const FOUND_MISSING = immediately({ ...CANCELLED, started: 502 });
const AT_IFTHENPAY: Record<string, Story> = {
  '910000004': FOUND_MISSING,
  '910000022': FOUND_MISSING,
  '910000023': FOUND_MISSING,
  '910000025': FOUND_MISSING,
  '77304': refused(502),
  '77305': refused(502),
  // Its references end at midnight.
  '77103': later(CANCELLED),
};

interface Row {
  /** As in the table of docs/simulator.md. */
  name: string;
  account: Account;
  amount: number;
  phone?: string;
}

const ROWS: Row[] = ACCOUNTS.flatMap((account) =>
  [
    ...MAGIC_PHONES.map(({ phone }): Row => ({ name: phone, account, amount: 5.1, phone })),
    ...REFERENCE_AMOUNTS.map(({ cents }): Row => ({ name: String(cents), account, amount: cents / 100 })),
    ...CHECKOUT_AMOUNTS.flatMap(({ cents }): Row[] => [
      { name: `${cents} push`, account, amount: cents / 100, phone: '910000000' },
      { name: `${cents} reference`, account, amount: cents / 100 },
    ]),
  ].filter(({ name }) => account === 'sandbox' || !name.startsWith('772')),
);

const storyOf = ({ name, account }: Row): Story | undefined =>
  (account === 'sandbox-ifthenpay' ? AT_IFTHENPAY[name] : undefined) ?? STORIES[name];

interface Played extends Row {
  shop: Shop;
  transactionId: string;
  started: number;
  /** Of a reference, in milliseconds since the epoch. */
  expiresAtMs: number;
}

async function start(row: Row): Promise<Played> {
  const shop = await hosted.shop('active', row.account);
  const transactionId = await shop.init(row.amount, row.name);
  const { status, json } = row.phone
    ? await shop.mbway(transactionId, row.phone)
    : await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
  return { ...row, shop, transactionId, started: status, expiresAtMs: Date.parse(String(json.expiresAt)) };
}

async function seen({ shop, transactionId, started }: Played): Promise<Seen> {
  const { status, exceptions } = await hosted.detail(transactionId);
  return {
    started,
    status,
    events: payloads(shop.hook).map(({ event }) => event),
    exceptions: exceptions.map(({ kind }) => kind),
  };
}

/** How many rows start concurrently. More would exceed the 20 s that a call shares with the bank. */
const CONCURRENT = 4;
/** Their calls take 20 s of real time. */
const SILENT = ['910000005', '77304', '77206 push', '77206 reference'];

async function startAll(): Promise<Played[]> {
  const silent = ROWS.filter(({ name }) => SILENT.includes(name)).map(start);
  const others = ROWS.filter(({ name }) => !SILENT.includes(name));
  const played: Played[] = [];
  const waiting = others.values();
  const lane = async () => {
    for (const row of waiting) played.push(await start(row));
  };
  await Promise.all(Array.from({ length: CONCURRENT }, lane));
  return [...played, ...(await Promise.all(silent))];
}

describe('what a merchant sees by the tables of docs/simulator.md', { timeout: 600_000 }, () => {
  let played: Played[];
  const found = async () =>
    Object.fromEntries(await Promise.all(played.map(async (row) => [`${row.account} ${row.name}`, await seen(row)])));
  const wanted = (which: 0 | 1) =>
    Object.fromEntries(ROWS.map((row) => [`${row.account} ${row.name}`, storyOf(row)?.[which]]));

  // In order: they share the clock.
  test('begins at both providers', async () => {
    played = await startAll();
    expect(played).toHaveLength(ROWS.length);
  });

  test('holds over a jump of 3 days', async () => {
    expect(await hosted.host.advance(3 * DAY_MS)).toMatchObject({ quiet: true });
    expect(await found()).toEqual(wanted(0));
  });

  test('holds over one of 36 hours more, each outcome at its time', async () => {
    expect(await hosted.host.advance(36 * HOUR_MS)).toMatchObject({ quiet: true });
    expect(await found()).toEqual(wanted(1));

    for (const [name, afterEndMs] of [
      ['77102', -60_000],
      ['77108', HOUR_MS],
    ] as const) {
      for (const { shop, expiresAtMs, account } of played.filter((row) => row.name === name)) {
        const settledAtMs = Date.parse(payloads(shop.hook).at(-1)?.timestamp ?? '');
        expect(settledAtMs - expiresAtMs, `${account} ${name}`).toBeGreaterThanOrEqual(afterEndMs);
        expect(settledAtMs - expiresAtMs, `${account} ${name}`).toBeLessThan(afterEndMs + MINUTE_MS);
      }
    }
  });
});
