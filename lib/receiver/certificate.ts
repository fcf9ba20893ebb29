import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as der from './der.ts';

/** PEM texts of a local authority and of a certificate it has issued for this machine. */
export interface DemoAuthority {
  /** What a sender must trust. */
  ca: string;
  certificate: { cert: string; key: string };
}

const FILES = { ca: 'ca.pem', cert: 'receiver.pem', key: 'receiver.key.pem' } as const;

const DAY_MS = 24 * 3_600_000;
// Apple's limit for a server certificate is 825 days.
const VALID_DAYS = 800;
const RENEW_BEFORE_DAYS = 30;

const ECDSA_SHA256 = () => der.sequence(der.objectId('1.2.840.10045.4.3.2'));

/**
 * A certificate for `localhost`, `127.0.0.1` and `::1`, and the authority behind it, kept in `dir` as `ca.pem`,
 * `receiver.pem` and `receiver.key.pem` and used again until they come to their end. The authority's own key is never
 * written: whoever trusts `ca.pem` trusts this one certificate.
 */
export function createDemoAuthority(dir: string, nowMs: number = Date.now()): DemoAuthority {
  const kept = readAuthority(dir, nowMs);
  if (kept) return kept;
  const made = newAuthority(nowMs);
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
  const leaf = new X509Certificate(cert);
  const isOurs = leaf.verify(new X509Certificate(ca).publicKey) && leaf.checkPrivateKey(createPrivateKey(key));
  const isFresh = Date.parse(leaf.validTo) - nowMs > RENEW_BEFORE_DAYS * DAY_MS;
  return isOurs && isFresh ? { ca, certificate: { cert, key } } : undefined;
}

function newAuthority(nowMs: number): DemoAuthority {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name: 'Payment Service demo authority', keys: authority };
  const ca = issue({ name: issuer.name, publicKey: authority.publicKey, isAuthority: true }, issuer, nowMs);
  const cert = issue({ name: 'localhost', publicKey: leaf.publicKey, isAuthority: false }, issuer, nowMs);
  const key = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { ca, certificate: { cert, key } };
}

interface Subject {
  name: string;
  publicKey: KeyObject;
  isAuthority: boolean;
}

interface Issuer {
  name: string;
  keys: { publicKey: KeyObject; privateKey: KeyObject };
}

/** An X.509 v3 certificate (RFC 5280), in PEM. */
function issue(subject: Subject, issuer: Issuer, nowMs: number): string {
  // A first byte below 0x80 keeps the number positive, above 0x00 keeps its encoding shortest.
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
  const content = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(serial),
    ECDSA_SHA256(),
    nameOf(issuer.name),
    // A day back, for clocks that are not quite together.
    der.sequence(der.utcTime(nowMs - DAY_MS), der.utcTime(nowMs + VALID_DAYS * DAY_MS)),
    nameOf(subject.name),
    spki(subject.publicKey),
    der.explicit(3, der.sequence(...extensionsOf(subject, issuer))),
  );
  const signature = sign('sha256', content, issuer.keys.privateKey);
  const certificate = der.sequence(content, ECDSA_SHA256(), der.bitString(signature));
  return new X509Certificate(certificate).toString();
}

function extensionsOf(subject: Subject, issuer: Issuer): Buffer[] {
  const keyIds = [
    extension('2.5.29.14', der.octetString(keyId(subject.publicKey))),
    extension('2.5.29.35', der.sequence(der.implicit(0, keyId(issuer.keys.publicKey)))),
  ];
  if (subject.isAuthority) {
    const signsCertificates = der.bitString(Buffer.from([0b0000_0100]), 2);
    return [
      extension('2.5.29.19', der.sequence(der.isTrue()), der.isTrue()),
      extension('2.5.29.15', signsCertificates, der.isTrue()),
      ...keyIds,
    ];
  }
  const digitalSignature = der.bitString(Buffer.from([0b1000_0000]), 7);
  const serverAuthentication = der.objectId('1.3.6.1.5.5.7.3.1');
  const ipv6Loopback = Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
  const names = [
    der.implicit(2, Buffer.from('localhost')),
    der.implicit(7, Buffer.from([127, 0, 0, 1])),
    der.implicit(7, ipv6Loopback),
  ];
  return [
    extension('2.5.29.19', der.sequence(), der.isTrue()),
    extension('2.5.29.15', digitalSignature, der.isTrue()),
    extension('2.5.29.37', der.sequence(serverAuthentication)),
    extension('2.5.29.17', der.sequence(...names)),
    ...keyIds,
  ];
}

/** `critical` is the encoded truth value or nothing. */
function extension(id: string, value: Buffer, ...critical: Buffer[]): Buffer {
  return der.sequence(der.objectId(id), ...critical, der.octetString(value));
}

function nameOf(commonName: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId('2.5.4.3'), der.utf8String(commonName))));
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha256').update(spki(key)).digest().subarray(0, 20);
}
