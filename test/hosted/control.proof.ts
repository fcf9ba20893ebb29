import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from './support/hosted-test.ts';

// The local host's own endpoint, which no deployed stage has.

const PATH = '/control/clock';
const shown = async () => {
  const { status, json } = await hosted.request('GET', PATH);
  expect(status).toBe(200);
  return json.aheadMs;
};

describe('POST /control/clock', () => {
  const post = (headers: Record<string, string>) => hosted.request('POST', PATH, { headers, body: { advance: '1s' } });

  test('from a page of another origin is refused and changes nothing', async () => {
    const before = await shown();
    // A page whose own name points to this machine.
    const Host = `evil.example:${hosted.host.port}`;
    for (const Origin of ['https://evil.example', 'http://localhost', 'http://localhost:1', 'null', 'not an origin'])
      expect(await post({ Origin })).toMatchObject({
        status: 403,
        json: { error: expect.stringContaining('other origins') },
      });
    expect((await post({ Host, Origin: `http://${Host}` })).status).toBe(403);
    expect(await shown()).toEqual(before);
  });

  test('from the host’s own page, by either name, and without an origin, is answered', async () => {
    for (const name of ['localhost', '127.0.0.1']) {
      const Host = `${name}:${hosted.host.port}`;
      expect((await post({ Host, Origin: `http://${Host}` })).status).toBe(200);
    }
    expect((await post({})).status).toBe(200);
  });
});

test('the clock refuses to go back', async () => {
  const before = await shown();
  for (const body of [
    { advance: '-4m' },
    { advance: '4 minutes' },
    { advance: '1.5m' },
    { advance: 60_000 },
    {},
    'x',
  ]) {
    const refused = await hosted.request('POST', PATH, { body });
    expect(refused).toMatchObject({ status: 400, json: { error: expect.stringContaining('never goes back') } });
  }
  expect(await shown()).toBe(before);
});
