import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
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
  const server = createServer(certificate, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const assembly = writeAssembly(
    { Stack: { resources: { Caller: lambda('caller', { FunctionName: 'caller' }) } } },
    { caller: CALLER },
  );
  const trusting = await start(assembly, { trustedCaFiles: [join(folder, 'ca.pem')] });
  const strict = await start(assembly);
  expect(await trusting.host.invoke('caller', { url })).toBe(200);
  expect(await strict.host.invoke('caller', { url })).toMatch(/CERT|SIGNATURE/);
  await Promise.all([trusting.host.stop(), strict.host.stop()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
