import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { lambda, start } from '../fixture.ts';
import { Browser, signIn } from './browser.ts';
import { pageOf, SEEDED } from './sign-in-fixture.ts';
import { webApi, writeSite } from './web-fixture.ts';

test('functions behind the distribution start with their first call, and few stay loaded', async () => {
  const counting = `let calls = 0;
  console.log('loaded ' + process.env.AWS_LAMBDA_FUNCTION_NAME);
  export const handler = async () => ({ statusCode: 200, body: String(++calls) });`;
  const names = Array.from({ length: 14 }, (_, index) => `f${index}`);
  const resources = {
    ...Object.fromEntries(names.map((name) => [name, lambda('counting', { FunctionName: name })])),
    Echo: lambda('counting', { FunctionName: 'direct' }),
    ...webApi(
      names.map((name) => `GET /api/${name}`),
      Object.fromEntries(names.map((name) => [`GET /api/${name}`, name])),
    ),
  };
  const {
    host,
    log,
    get: ask,
  } = await start(writeSite(resources, { counting }), { signIn: { users: SEEDED }, isWarm: true });
  const { id_token: token } = await signIn(new Browser(), pageOf(host), 'merchant@demo.example');
  const call = async (name: string) => (await ask(`/app/api/${name}`, { headers: { Authorization: token } })).text();
  const loaded = () => log.flatMap((entry) => (entry.kind === 'function' ? entry.line.replace('loaded ', '') : []));
  await eventually(() => (loaded().includes('direct') ? true : undefined));
  expect(loaded()).toEqual(['direct']);
  for (const name of names) expect(await call(name)).toBe('1');
  // The two that were idle longest have ended; the others continue.
  expect([await call('f13'), await call('f2'), await call('f0'), await call('f1')]).toEqual(['2', '2', '1', '1']);
  await host.stop();
});
