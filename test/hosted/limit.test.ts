import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Reply, Sent } from './support/http-call.ts';
import { expectRefusal } from './support/refusals.ts';
import type { Shop } from './support/shop.ts';

const LIMIT = 30;
/** In all that is sent by these calls. */
const MORE = 18;

let shop: Shop;
/** The address whose requests are used up, and what was answered to them. */
let localAddress: string;
let replies: Reply[];
test.beforeAll(async () => {
  shop = await hosted.shop();
  // Warm, so that concurrent calls arrive together: the window slides.
  await shop.call('GET', '/payments/status?transactionId=x');
  localAddress = hosted.nextAddress();
  const other = await hosted.shop();
  const forwarded = (index: number) => ({
    'X-Forwarded-For': `10.0.0.${index}`,
    Forwarded: `for=10.0.0.${index}`,
    'X-Real-IP': `10.0.0.${index}`,
  });
  const calls = [
    () => shop.call('POST', '/payments/init', { localAddress, body: { orderId: 'A-1', amount: 1 } }),
    (index: number) =>
      shop.call('GET', '/payments/status?transactionId=x', { localAddress, headers: forwarded(index) }),
    () => other.call('POST', '/payments/init', { localAddress, body: '{' }),
    () => shop.call('GET', '/payments/status', { localAddress, key: null }),
    () => shop.call('GET', '/payments/status', { localAddress, key: 'wrong' }),
    () => shop.call('DELETE', '/unknown/path', { localAddress }),
  ];
  const all = Array.from({ length: (LIMIT + MORE) / calls.length }, (_, index) => calls.map((call) => call(index)));
  replies = await Promise.all(all.flat());
});

const isOver = ({ status }: Reply) => status === 429;

function expectOverLimit(reply: Reply): number {
  expectRefusal(reply, 429, /^rate limit exceeded: 30 requests per minute/);
  expect(reply.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  const seconds = Number(reply.headers['retry-after']);
  expect(seconds).toBeLessThanOrEqual(60);
  return seconds;
}

// In order: each continues with the address whose requests are used up.
describe('§7 429, §8.1, §8.2, D15: the limit of 30 requests a minute per address', () => {
  test('of 48 concurrent calls of any path, method and key exactly 30 are admitted, whatever X-Forwarded-For says', () => {
    const admitted = replies.filter((reply) => !isOver(reply));
    expect(admitted).toHaveLength(LIMIT);
    const over = replies.filter(isOver);
    expect(over).toHaveLength(MORE);
    for (const reply of over) expectOverLimit(reply);
    for (const { headers } of admitted.filter(({ status }) => status === 200)) {
      expect(headers['x-ratelimit-limit']).toBe('30');
      expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(LIMIT);
    }
  });

  test('another address is unaffected, and each of its calls counts', async () => {
    const another = hosted.nextAddress();
    const remaining = async (path: string) =>
      (await shop.call('GET', path, { localAddress: another })).headers['x-ratelimit-remaining'];
    const path = '/payments/status?transactionId=x';
    expect([await remaining(path), await remaining(path)]).toEqual(['29', '28']);
  });

  test('D16: 429 comes before 401, 403 and every other error', async () => {
    const suspended = await hosted.shop('suspended');
    for (const key of [null, 'wrong', suspended.account.apiKey, shop.account.apiKey]) {
      const sent: Sent = { key, body: '{', localAddress };
      expectRefusal(await hosted.request('PATCH', '/api/v1/unknown', sent), 429, /rate limit/, sent);
    }
  });

  test('does not meter the bank’s notifications and paths outside /api/v1', async () => {
    const notify = () => hosted.request('POST', '/api/bank/sandbox/notifications', { localAddress, body: 'x' });
    expect((await notify()).status).toBe(400);
    expectRefusal(await hosted.request('GET', '/api/v2', { localAddress }), 404);
  });

  test('refused calls do not count: Retry-After only falls, and after it the address is admitted', async () => {
    const ask = () => shop.call('GET', '/payments/status?transactionId=x', { localAddress });
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) waits.push(expectOverLimit(await ask()));
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
    expect(await hosted.host.advance((waits.at(-1) ?? 0) * 1_000)).toMatchObject({ quiet: true });
    expect((await ask()).status).toBe(404);
  });
});
