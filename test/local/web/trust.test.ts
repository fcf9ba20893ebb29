import { createServer } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import { listening } from '../../support/network/listening.ts';
import { lambda, start, temporaryFolder, writeAssembly } from '../fixture.ts';

const CALLER = `
import { get } from 'node:https';
export const handler = async ({ url }) => new Promise((resolve) => {
  const sent = get(url, (response) => { response.resume(); resolve(response.statusCode); });
  sent.on('error', (error) => resolve(error.code));
});`;

test('functions trust the given certificate authorities only', async () => {
  const folder = temporaryFolder();
  const { certificate } = await createDemoAuthority(folder);
  const { origin: url, stop } = await listening(createServer(certificate, (_request, response) => response.end()));
  const assembly = writeAssembly(
    { Stack: { resources: { Caller: lambda('caller', { FunctionName: 'caller' }) } } },
    { caller: CALLER },
  );
  const trusting = await start(assembly, { trustedCaFiles: [join(folder, 'ca.pem')] });
  const strict = await start(assembly);
  expect(await trusting.host.invoke('caller', { url })).toBe(200);
  expect(await strict.host.invoke('caller', { url })).toMatch(/CERT|SIGNATURE/);
  await Promise.all([trusting.host.stop(), strict.host.stop(), stop()]);
});
