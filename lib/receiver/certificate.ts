import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { DAY_MS } from '../../functions/runtime/durations.ts';

/** PEM texts of a local authority and of a certificate that it issued for this machine. */
export interface DemoAuthority {
  /** The authority's certificate, which a sender must trust. */
  ca: string;
  certificate: { cert: string; key: string };
}

const FILES = { ca: 'ca.pem', cert: 'receiver.pem', key: 'receiver.key.pem' } as const;

// Apple's limit for a server certificate is 825 days.
const VALID_DAYS = 800;
const RENEW_BEFORE_DAYS = 30;

// Kinds of alternative names (RFC 5280, GeneralName).
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/**
 * A certificate for `localhost`, `127.0.0.1` and `::1`, and its authority, stored in `dir` as `ca.pem`, `receiver.pem`
 * and
 * `receiver.key.pem` and renewed 30 days before they expire. The authority's key is never stored, so trusting `ca.pem`
 * means trusting this one certificate.
 */
export async function createDemoAuthority(dir: string, nowMs: number = Date.now()): Promise<DemoAuthority> {
  const stored = readAuthority(dir, nowMs);
  if (stored) return stored;
  const made = await newAuthority(nowMs);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, FILES.key), made.certificate.key, { mode: 0o600 });
  writeFileSync(join(dir, FILES.cert), made.certificate.cert);
  writeFileSync(join(dir, FILES.ca), made.ca);
  return made;
}

function readAuthority(dir: string, nowMs: number): DemoAuthority | undefined {
  if (!Object.values(FILES).every((file) => existsSync(join(dir, file)))) return undefined;
  const [ca, cert, key] = [FILES.ca, FILES.cert, FILES.key].map((file) => readFileSync(join(dir, file), 'utf8'));
  if (!ca || !cert || !key) return undefined;
  try {
    const leaf = new X509Certificate(cert);
    const isOurs = leaf.verify(new X509Certificate(ca).publicKey) && leaf.checkPrivateKey(createPrivateKey(key));
    const isFresh = Date.parse(leaf.validTo) - nowMs > RENEW_BEFORE_DAYS * DAY_MS;
    return isOurs && isFresh ? { ca, certificate: { cert, key } } : undefined;
  } catch {
    return undefined; // damaged: made again
  }
}

async function newAuthority(nowMs: number): Promise<DemoAuthority> {
  const options = {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // One day earlier, for clocks that differ.
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + VALID_DAYS * DAY_MS),
  } as const;
  const ca = await generate([{ name: 'commonName', value: 'Payment Service demo authority' }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...options,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: DNS_NAME, value: 'localhost' },
          { type: IP_ADDRESS, ip: '127.0.0.1' },
          { type: IP_ADDRESS, ip: '::1' },
        ],
      },
    ],
  });
  return { ca: ca.cert, certificate: { cert: leaf.cert, key: leaf.private } };
}
