import type { JWK, JWTPayload } from 'jose';

export interface Trust {
  issuer: string;
  /** Public keys of the issuer. */
  keys: JWK[];
  /** Whose tokens hold: the clients of the pool. */
  clientIds: string[];
}

export type Verified =
  | { kind: 'valid'; claims: JWTPayload }
  | { kind: 'expired' }
  /** No token, another's, a changed one, or none that says who someone is. */
  | { kind: 'invalid' };

/** What API Gateway's Cognito authorizer checks of an ID token where the method names no scopes. */
export async function verifyIdToken(token: string, { issuer, keys, clientIds }: Trust): Promise<Verified> {
  // Loaded with the first token: nothing at the start needs it.
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
