import { randomUUID } from 'node:crypto';
import type { JWK, JWTPayload } from 'jose';
import { createSigningKey, publicPart, storedSigningKey } from './signing-key.ts';

/** `id` and `access` as Cognito names them. The others come back to the issuer only, which therefore stores nothing. */
export type TokenUse = 'id' | 'access' | 'refresh' | 'code' | 'session';

export type Verified =
  | { kind: 'valid'; claims: JWTPayload }
  | { kind: 'expired' }
  /** No token, one of another issuer or for another use, a changed or an ended one. */
  | { kind: 'invalid' };

/**
 * Signs and verifies the issuer's tokens. They expire on the machine's clock and not on the host's movable one: the
 * browser uses the machine's time too, and a jump of three days must not sign everyone out.
 */
export class Tokens {
  readonly #issuer: string;
  readonly #dataDir: string;
  #key: Promise<JWK> | undefined;
  /** When a token ends before it expires, by its id. A restart forgets it. */
  readonly #endsAtMs = new Map<string, number>();

  constructor(issuer: string, dataDir: string) {
    this.#issuer = issuer;
    this.#dataDir = dataDir;
    const key = storedSigningKey(dataDir);
    if (key) this.#key = Promise.resolve(key);
  }

  async publicKey(): Promise<JWK> {
    return publicPart(await this.#signingKey());
  }

  async sign(use: TokenUse, clientId: string, claims: JWTPayload, expiresAtS: number): Promise<string> {
    const { importJWK, SignJWT } = await import('jose');
    const key = await this.#signingKey();
    return new SignJWT({ ...claims, token_use: use, jti: randomUUID() })
      .setProtectedHeader({ alg: 'RS256', kid: String(key.kid) })
      .setIssuer(this.#issuer)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime(expiresAtS)
      .sign(await importJWK(key, 'RS256'));
  }

  async verify(use: TokenUse, token: string, clientIds: string[]): Promise<Verified> {
    // Loaded with the first token, to keep the start fast.
    const { createLocalJWKSet, errors, jwtVerify } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [await this.publicKey()] }), {
        issuer: this.#issuer,
        audience: clientIds,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      const hasEnded = (this.#endsAtMs.get(String(payload.jti)) ?? Number.POSITIVE_INFINITY) <= Date.now();
      return payload.token_use === use && !hasEnded ? { kind: 'valid', claims: payload } : { kind: 'invalid' };
    } catch (error) {
      return { kind: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
    }
  }

  /** The claims of a valid token. */
  async claims(use: TokenUse, token: string | null, clientIds: string[]): Promise<JWTPayload | undefined> {
    const verified = await this.verify(use, token ?? '', clientIds);
    return verified.kind === 'valid' ? verified.claims : undefined;
  }

  /** The earliest end counts: a use within a grace period does not extend it. */
  end({ jti }: JWTPayload, afterSeconds = 0): void {
    const before = this.#endsAtMs.get(String(jti)) ?? Number.POSITIVE_INFINITY;
    this.#endsAtMs.set(String(jti), Math.min(before, Date.now() + afterSeconds * 1000));
  }

  /** Created with the first use, because it takes half a second. */
  #signingKey(): Promise<JWK> {
    this.#key ??= createSigningKey(this.#dataDir);
    return this.#key;
  }
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
