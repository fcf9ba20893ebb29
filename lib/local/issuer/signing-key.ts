import { createHash, generateKeyPair } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JWK } from 'jose';

const FILE = 'issuer-key.json';

/**
 * The issuer's key pair as a JWK (RS256, as Cognito's), created on first use and stored in the data folder, so that
 * tokens stay valid over restarts. The file is readable by its owner only.
 */
export async function signingKey(dataDir: string): Promise<JWK> {
  const file = join(dataDir, FILE);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as JWK;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' }) as JWK;
  const kid = createHash('sha256').update(String(key.n)).digest('base64url').slice(0, 16);
  const complete = { ...key, kid, alg: 'RS256', use: 'sig' };
  await writeFile(`${file}.new`, JSON.stringify(complete), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return complete;
}

/** The public part of the key. */
export function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK;
}
