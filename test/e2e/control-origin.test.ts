import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from '../support/hosted-service.ts';

/** Each with a body that changes the state it shows. */
const ENDPOINTS = [
  { path: '/control/clock', body: { advance: '1s' } },
  { path: '/simulator/control/trouble', body: { trouble: 'html', seconds: 1 } },
];
const shown = async (path: string) => {
  const { status, json } = await hosted.request('GET', path);
  expect(status).toBe(200);
  return json.aheadMs ?? json.trouble;
};

describe.each(ENDPOINTS)('POST $path', ({ path, body }) => {
  const post = (headers: Record<string, string>) => hosted.request('POST', path, { headers, body });

  test.for(['https://evil.example', 'http://localhost', 'http://localhost:1', 'null', 'file://', 'not an origin'])(
    'from a page of %s is refused and changes nothing',
    async (Origin) => {
      const before = await shown(path);
      const { status, json } = await post({ Origin });
      expect(status).toBe(403);
      expect(json.error).toContain('other origins');
      expect(await shown(path)).toEqual(before);
    },
  );

  test('from a page whose own name points to this machine is refused and changes nothing', async () => {
    const before = await shown(path);
    const Host = `evil.example:${hosted.host.port}`;
    expect((await post({ Host, Origin: `http://${Host}` })).status).toBe(403);
    expect(await shown(path)).toEqual(before);
  });

  test('from the host’s own page, by either name, and without an origin, is answered', async () => {
    for (const name of ['localhost', '127.0.0.1']) {
      const Host = `${name}:${hosted.host.port}`;
      expect((await post({ Host, Origin: `http://${Host}` })).status).toBe(200);
    }
    expect((await post({})).status).toBe(200);
    await hosted.control('POST', '/trouble', { trouble: 'none' });
  });
});
