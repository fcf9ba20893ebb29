import { describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../functions/runtime/durations.ts';
import { readDocument } from '../support/documents/blocks.ts';
import { eventually } from '../support/eventually.ts';
import { payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Shop } from './support/shop.ts';

/** One account of each provider. */
const ACCOUNTS = ['sandbox', 'sandbox-ifthenpay'] as const;
type Account = (typeof ACCOUNTS)[number];

interface Seen {
  /** Status code of the call that starts the payment. */
  started: number;
  status: unknown;
  events: string[];
  /** Open ones: kind, and the cents that came or were reported. */
  exceptions: [kind: string, cents: number | null][];
  refunds: (number | null)[];
}

const seenAs = (status: string, ...events: string[]): Seen => ({
  started: 200,
  status,
  events,
  exceptions: [],
  refunds: [],
});
const PENDING = seenAs('pending');
const PAID = seenAs('paid', 'payment.success');
const CANCELLED = seenAs('cancelled', 'payment.cancelled');
const FAILED = seenAs('failed', 'payment.failed');
const late = (cents: number): Seen => ({
  ...seenAs('paid', 'payment.cancelled', 'payment.success'),
  exceptions: [['late', cents]],
});
const underpaid = (cents: number): Seen => ({ ...PENDING, exceptions: [['underpaid', cents]] });

/** What the merchant sees after three days, and after every reference has ended. */
type Story = [afterThreeDays: Seen, atTheEnd: Seen];
const immediately = (seen: Seen): Story => [seen, seen];
/** At the end of the reference, or after it. */
const later = (seen: Seen): Story => [PENDING, seen];
/** Nothing is live at the bank: open for another start for 30 days (`sweep.test.ts`). */
const refused = (started: number): Story => immediately({ ...PENDING, started });

/** What a merchant sees, by docs/simulator.md. */
const STORIES: Record<string, Story> = {
  '910000000': immediately(PAID),
  '910000001': immediately(FAILED),
  '910000002': immediately(CANCELLED),
  '910000003': refused(400),
  '910000004': refused(502),
  '910000005': immediately({ ...PAID, started: 502 }),
  '910000006': immediately(FAILED),
  '910000008': immediately(late(510)),
  '910000016': immediately(underpaid(509)),
  '910000019': immediately(CANCELLED),
  '910000020': immediately(FAILED),
  '77101': immediately(PAID),
  '77103': immediately(CANCELLED),
  '77104': immediately(underpaid(77_004)),
  '77105': immediately({ ...PAID, exceptions: [['overpaid', 77_205]] }),
  '77106': immediately({ ...PAID, exceptions: [['paid-twice', 77_106]] }),
  '77108': later(late(77_108)),
  '77201': refused(502),
  '77203': refused(502),
  '77208': refused(400),
  // Any other reference: nobody pays it.
  '510': later(CANCELLED),
};

const AT_IFTHENPAY: Record<string, Story> = {
  // A start with an unknown outcome is queried, and not found once the window is over.
  '910000004': immediately({ ...CANCELLED, started: 502 }),
  // Its references end at midnight.
  '77103': later(CANCELLED),
};

interface Row {
  /** A phone, or the cents of a reference; after cents, `push` if it is one. */
  name: string;
  account: Account;
  amount: number;
  phone?: string;
}

function rowsOf(name: string, account: Account): Row[] {
  if (name.startsWith('91')) return [{ name, account, amount: 5.1, phone: name }];
  const reference = { name, account, amount: Number(name) / 100 };
  if (!name.startsWith('772')) return [reference];
  // Those of the checkout, which only SIBS has: it comes before either method.
  if (account !== 'sandbox') return [];
  return name === '77201' ? [reference, { ...reference, name: '77201 push', phone: '910000000' }] : [reference];
}

const ROWS = ACCOUNTS.flatMap((account) => Object.keys(STORIES).flatMap((name) => rowsOf(name, account)));

const storyOf = ({ name, account }: Row): Story | undefined =>
  (account === 'sandbox-ifthenpay' ? AT_IFTHENPAY[name] : undefined) ?? STORIES[name.replace(' push', '')];

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
  const { status, exceptions, refunds } = await hosted.detail(transactionId);
  return {
    started,
    status,
    events: payloads(shop.hook).map(({ event }) => event),
    exceptions: exceptions
      .filter(({ state }) => state === 'open')
      .map(({ kind, receivedCents, reportedCents = null }) => [kind, receivedCents ?? reportedCents]),
    refunds: refunds.map(({ amount }) => amount),
  };
}

/** How many rows start concurrently. On a slow machine more would exceed the 20 s that a call shares with the bank. */
const CONCURRENT = 2;
/** Its call takes 20 s of real time. */
const SILENT = ['910000005'];
/** Played first: what takes days, and a payment that the bank must remember. */
const LONG = [...SILENT, '77103', '77108', '510', '910000000'];

async function startAll(rows: readonly Row[]): Promise<Played[]> {
  const silent = rows.filter(({ name }) => SILENT.includes(name)).map(start);
  const waiting = rows.filter(({ name }) => !SILENT.includes(name)).values();
  const played: Played[] = [];
  const lane = async () => {
    for (const row of waiting) played.push(await start(row));
  };
  await Promise.all(Array.from({ length: CONCURRENT }, lane));
  return [...played, ...(await Promise.all(silent))];
}

const byName = async (rows: readonly Row[], of: (row: never) => unknown) =>
  Object.fromEntries(
    await Promise.all(rows.map(async (row) => [`${row.account} ${row.name}`, await of(row as never)])),
  );
const found = (rows: readonly Played[]) => byName(rows, seen);
const wanted = (rows: readonly Row[], which: 0 | 1) => byName(rows, (row: Row) => storyOf(row)?.[which]);

async function advance(byMs: number): Promise<void> {
  expect(await hosted.host.advance(byMs)).toMatchObject({ quiet: true });
}

describe('the stories of docs/simulator.md', { timeout: 600_000 }, () => {
  test('are all that the document lists', () => {
    const listed = [...readDocument('docs/simulator.md').matchAll(/^\| (?:(91\d{7})|.* (\d{3}\.\d\d) EUR) \| /gm)];
    const names = listed.map(([, phone, euros = '']) => phone ?? euros.replace('.', ''));
    expect(names.toSorted()).toEqual(
      Object.keys(STORIES)
        .filter((name) => name !== '510')
        .toSorted(),
    );
  });

  // In order: they share the clock.
  let long: Played[];
  test('that take days begin at both providers; of a silent bank with 502 before it answers, and one push (D6, D8)', async () => {
    const rows = ROWS.filter(({ name }) => LONG.includes(name));
    long = await startAll(rows);
    expect(long).toHaveLength(rows.length);
    for (const { account, transactionId } of long.filter(({ name }) => name === '910000005')) {
      const { json } = await hosted.control('GET', `/payments/${transactionId}`);
      expect([account, json.pushes]).toEqual([account, 1]);
    }
  });

  test('that take days hold over a jump of 3 days', async () => {
    await advance(3 * DAY_MS);
    expect(await found(long)).toEqual(await wanted(long, 0));
  });

  // Whole days: what comes after on the same service is as far from midnight as the machine's clock is.
  test('that take days hold over one of 2 days more, each outcome at its time', async () => {
    await advance(2 * DAY_MS);
    expect(await found(long)).toEqual(await wanted(long, 1));

    for (const [name, afterEndMs] of [
      ['77108', HOUR_MS],
      // D10: the grace of a reference.
      ['510', 15 * MINUTE_MS],
    ] as const) {
      for (const { shop, expiresAtMs, account } of long.filter((row) => row.name === name)) {
        const settledAtMs = Date.parse(payloads(shop.hook).at(-1)?.timestamp ?? '');
        expect(settledAtMs - expiresAtMs, `${account} ${name}`).toBeGreaterThanOrEqual(afterEndMs);
        expect(settledAtMs - expiresAtMs, `${account} ${name}`).toBeLessThan(afterEndMs + 90_000);
      }
    }
  });

  test('are known to the bank days later: it can still return their money', async () => {
    for (const { transactionId } of long.filter(({ name }) => name === '910000000')) {
      expect(await hosted.control('POST', `/payments/${transactionId}/refund`)).toMatchObject({ status: 200 });
      await eventually(async () => (await hosted.detail(transactionId)).refunds.length === 1);
    }
  });

  test('that take minutes hold at both providers', async () => {
    const short = await startAll(ROWS.filter(({ name }) => !LONG.includes(name)));
    // The window, its grace, and two minutes by which the bank's clock may differ.
    await advance(8 * MINUTE_MS);
    expect(await found(short)).toEqual(await wanted(short, 1));
  });
});
