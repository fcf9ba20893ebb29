import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { expect, test } from 'vitest';
import { lambda, start, temporaryFolder, writeAssembly } from './fixture.ts';

const CALLER = `
import { get } from 'node:https';
export const handler = async ({ url }) => new Promise((resolve) => {
  get(url, (response) => { response.resume(); resolve(response.statusCode); }).on('error', (error) => resolve(error.code));
});`;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

async function makeCertificates(): Promise<{ authority: string; certificate: string; key: string }> {
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const authorityKeys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...dates,
    name: 'CN=Test authority',
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true)],
  });
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    ...dates,
    subject: 'CN=localhost',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { authority: authority.toString('pem'), certificate: certificate.toString('pem'), key };
}

test('functions trust the given authorities, and only then', async () => {
  const { authority, certificate, key } = await makeCertificates();
  const file = join(temporaryFolder(), 'authority.pem');
  writeFileSync(file, authority);
  const server = createServer({ cert: certificate, key }, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const assembly = writeAssembly(
    { Stack: { resources: { Caller: lambda('caller', { FunctionName: 'caller' }) } } },
    { caller: CALLER },
  );
  const trusting = await start(assembly, { trustedCaFiles: [file] });
  const strict = await start(assembly);
  expect(await trusting.host.invoke('caller', { url })).toBe(200);
  expect(await strict.host.invoke('caller', { url })).toMatch(/CERT|SIGNATURE/);
  await Promise.all([trusting.host.stop(), strict.host.stop()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
