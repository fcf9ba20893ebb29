import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from '../support/hosted-service.ts';
import type { Reply } from './support/http-call.ts';
import { expectRefusal } from './support/refusals.ts';
import type { Shop } from './support/shop.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await hosted.shop();
  // Warm, so that concurrent calls arrive together: the window slides.
  await shop.call('GET', '/payments/status?transactionId=x');
});

const LIMIT = 30;

const withStatus = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status);

function expectOverLimit(replies: Reply[]): void {
  for (const reply of replies) {
    expectRefusal(reply, 429, /^rate limit exceeded: 30 requests per minute/);
    expect(reply.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
  }
}

describe('§7 429, §8.1, §8.2, D15: the limit of 30 requests a minute per address', () => {
  test('of 200 concurrent calls exactly 30 are admitted, the others 429; another address is unaffected', async () => {
    const localAddress = hosted.nextAddress();
    const body = { orderId: 'A-1', amount: 1 };
    const flood = Array.from({ length: 200 }, () => shop.call('POST', '/payments/init', { body, localAddress }));
    const meanwhile = await shop.call('POST', '/payments/init', { body, localAddress: hosted.nextAddress() });
    expect(meanwhile).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '29' } });
    const replies = await Promise.all(flood);
    expect(withStatus(replies, 200)).toHaveLength(LIMIT);
    expect(withStatus(replies, 429)).toHaveLength(170);
    expectOverLimit(withStatus(replies, 429));
    const remaining = withStatus(replies, 200).map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: LIMIT }, (_, index) => LIMIT - 1 - index));
    for (const { headers } of withStatus(replies, 200)) expect(headers['x-ratelimit-limit']).toBe('30');
  });

  test('counts every path, method and key of one address, also wrong and missing keys', async () => {
    const localAddress = hosted.nextAddress();
    const other = await hosted.shop();
    const calls = [
      () => shop.call('GET', '/payments/status?transactionId=x', { localAddress }),
      () => other.call('POST', '/payments/init', { localAddress, body: '{' }),
      () => shop.call('GET', '/payments/status', { localAddress, key: null }),
      () => shop.call('GET', '/payments/status', { localAddress, key: 'wrong' }),
      () => shop.call('DELETE', '/unknown/path', { localAddress }),
      () => shop.call('GET', '', { localAddress }),
    ];
    const admitted = await Promise.all(
      Array.from({ length: LIMIT / calls.length }, () => calls.map((call) => call())).flat(),
    );
    expect(withStatus(admitted, 429)).toHaveLength(0);
    expectOverLimit(await Promise.all(calls.map((call) => call())));
  });

  test('does not count refused calls: Retry-After only falls', async () => {
    const localAddress = hosted.nextAddress();
    const ask = () => shop.call('GET', '/payments/status?transactionId=x', { localAddress });
    await Promise.all(Array.from({ length: LIMIT }, ask));
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all(Array.from({ length: 10 }, ask));
      expectOverLimit(replies);
      waits.push(Math.max(...replies.map(({ headers }) => Number(headers['retry-after']))));
    }
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
  });

  test('ignores X-Forwarded-For', async () => {
    const localAddress = hosted.nextAddress();
    const ask = (index: number) =>
      shop.call('GET', '/payments/status?transactionId=x', {
        localAddress,
        headers: {
          'X-Forwarded-For': `10.0.0.${index}`,
          Forwarded: `for=10.0.0.${index}`,
          'X-Real-IP': `10.0.0.${index}`,
        },
      });
    const replies = await Promise.all(Array.from({ length: LIMIT + 10 }, (_, index) => ask(index)));
    expect(withStatus(replies, 429)).toHaveLength(10);
  });

  test('does not meter the bank’s notifications and paths outside /api/v1', async () => {
    const localAddress = hosted.nextAddress();
    const notify = () => hosted.request('POST', '/api/bank/sandbox/notifications', { localAddress, body: 'x' });
    const notifications = await Promise.all(Array.from({ length: LIMIT + 10 }, notify));
    expect(withStatus(notifications, 400)).toHaveLength(LIMIT + 10);
    expectRefusal(await hosted.request('GET', '/api/v2', { localAddress }), 404);
    const own = await shop.call('GET', '/payments/status?transactionId=x', { localAddress });
    expect(own).toMatchObject({ status: 404, headers: { 'x-ratelimit-remaining': '29' } });
  });
});
