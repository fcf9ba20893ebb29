import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { httpCaller } from '../../../functions/banking/http-call.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { ApiServer } from '../../../lib/local/api/server.ts';

const own = Object.values(networkInterfaces()).flatMap((each = []) => each);
const network = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const hasIpv6 = own.some(({ address }) => address === '::1');

const ADDRESSES = ['127.0.0.1', '0.0.0.0', '127.0.0.2', 'localhost', network, ...(hasIpv6 ? ['::', '::1'] : [])];

test.each(ADDRESSES.filter((address) => address !== undefined))(
  'HOST=%s: the functions reach the host under its own URL, and npm run clock by 127.0.0.1',
  // The port that is free on one address may be another process's on 127.0.0.1.
  { retry: 2 },
  async (address) => {
    const server = new ApiServer(() => undefined);
    const { port, url } = await server.listen(0, address);
    const isOtherLoopback = address === '127.0.0.2';
    expect(url).toBe(`http://${isOtherLoopback ? address : 'localhost'}:${port}`);
    const call = httpCaller(systemClock);
    // It answers 503 before it is open.
    for (const reached of isOtherLoopback ? [url] : [url, `http://127.0.0.1:${port}`]) {
      const outcome = await call({ method: 'GET', url: reached, headers: {}, timeoutMs: 5_000 });
      expect(outcome).toMatchObject({ kind: 'answered', status: 503 });
    }
    const given = address.includes(':') ? `[${address}]` : address;
    expect((await fetch(`http://${given}:${port}`)).status).toBe(503);
    await server.stop(Promise.resolve());
  },
);
