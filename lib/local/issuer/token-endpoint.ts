import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { secondsNow, type Tokens } from './tokens.ts';
import type { PoolClient } from './user-pool.ts';

/** Who gets tokens, and until when the page may renew them. */
interface Grant {
  person: JWTPayload;
  refreshEndsS: number;
}

/** `/oauth2/token` and `/oauth2/revoke` for one client. */
export class TokenEndpoint {
  readonly #tokens: Tokens;
  readonly #client: PoolClient;

  constructor(tokens: Tokens, client: PoolClient) {
    this.#tokens = tokens;
    this.#client = client;
  }

  /** The tokens for a code or a refresh token; undefined where OAuth says `invalid_grant`. */
  async exchange(form: URLSearchParams): Promise<object | undefined> {
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const grant = isRefresh ? await this.#byRefreshToken(form) : await this.#byCode(form);
    if (!grant) return undefined;
    const { person, refreshEndsS } = grant;
    const { clientId, idTokenLifeSeconds, accessTokenLifeSeconds } = this.#client;
    const sub = String(person.sub);
    return {
      id_token: await this.#tokens.sign('id', clientId, person, secondsNow() + idTokenLifeSeconds),
      access_token: await this.#tokens.sign('access', clientId, { sub }, secondsNow() + accessTokenLifeSeconds),
      refresh_token: await this.#tokens.sign('refresh', clientId, person, refreshEndsS),
      token_type: 'Bearer',
      expires_in: accessTokenLifeSeconds,
    };
  }

  async revoke(form: URLSearchParams): Promise<void> {
    const claims = await this.#tokens.claims('refresh', form.get('token'), [this.#client.clientId]);
    if (claims) this.#tokens.end(claims);
  }

  /** A code is used once, by the page that has its verifier (RFC 7636). */
  async #byCode(form: URLSearchParams): Promise<Grant | undefined> {
    const claims = await this.#tokens.claims('code', form.get('code'), [this.#client.clientId]);
    const verifier = form.get('code_verifier') ?? '';
    if (claims?.redirectUri !== form.get('redirect_uri')) return undefined;
    if (claims?.challenge !== createHash('sha256').update(verifier).digest('base64url')) return undefined;
    this.#tokens.end(claims);
    const { redirectUri, challenge, ...person } = personIn(claims);
    return { person, refreshEndsS: secondsNow() + this.#client.refreshTokenLifeSeconds };
  }

  /** A rotated refresh token keeps the expiry of the one before, which stays valid for its grace period. */
  async #byRefreshToken(form: URLSearchParams): Promise<Grant | undefined> {
    const claims = await this.#tokens.claims('refresh', form.get('refresh_token'), [this.#client.clientId]);
    if (!claims) return undefined;
    this.#tokens.end(claims, this.#client.rotationGraceSeconds);
    return { person: personIn(claims), refreshEndsS: Number(claims.exp) };
  }
}

/** The claims about the person, without those of the token. */
export function personIn({ iss, aud, iat, exp, jti, token_use, ...person }: JWTPayload): JWTPayload {
  return person;
}
