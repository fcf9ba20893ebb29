import { createHash, createPrivateKey, generateKeyPair, type JsonWebKeyInput } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import * as z from 'zod/mini';
import { readJsonFile, replaceFile } from '../data-file.ts';

const fileIn = (dataDir: string) => join(dataDir, 'issuer-key.json');

const privateJwk = z.custom<JWK>(
  (key) => createPrivateKey({ key: key as JsonWebKeyInput['key'], format: 'jwk' }) !== undefined,
);

/** The issuer's key pair as a JWK (RS256, as Cognito's); undefined before its first use. */
export function storedSigningKey(dataDir: string): JWK | undefined {
  const file = fileIn(dataDir);
  return existsSync(file) ? readJsonFile(file, privateJwk) : undefined;
}

/**
 * Creates the key pair and stores it in the data folder, so that tokens stay valid over restarts. The file is readable
 * by its owner only.
 */
export async function createSigningKey(dataDir: string): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' }) as JWK;
  const kid = createHash('sha256').update(String(key.n)).digest('base64url').slice(0, 16);
  const complete = { ...key, kid, alg: 'RS256', use: 'sig' };
  replaceFile(fileIn(dataDir), JSON.stringify(complete), { mode: 0o600 });
  return complete;
}

/** The public part of the key. */
export function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK;
}
