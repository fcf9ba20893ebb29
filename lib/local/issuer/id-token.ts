import type { JWK, JWTPayload } from 'jose';

export interface Trust {
  issuer: string;
  /** Public keys of the issuer. */
  keys: JWK[];
  /** The accepted audiences: the clients of the pool. */
  clientIds: string[];
}

export type Verified =
  | { kind: 'valid'; claims: JWTPayload }
  | { kind: 'expired' }
  /** No token, one of another issuer, a changed one, or not an ID token. */
  | { kind: 'invalid' };

/** The checks of API Gateway's Cognito authorizer on an ID token, for a method without scopes. */
export async function verifyIdToken(token: string, { issuer, keys, clientIds }: Trust): Promise<Verified> {
  // Loaded with the first token, to keep the start fast.
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      issuer,
      audience: clientIds,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    return payload.token_use === 'id' ? { kind: 'valid', claims: payload } : { kind: 'invalid' };
  } catch (error) {
    return { kind: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
  }
}
