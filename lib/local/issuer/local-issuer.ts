import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWTPayload } from 'jose';
import { readBody } from '../api/request.ts';
import { messagePage, sendPage, signInPage } from './pages.ts';
import { ISSUER_PATH } from './routes.ts';
import { personIn, TokenEndpoint } from './token-endpoint.ts';
import { secondsNow, Tokens, type Verified } from './tokens.ts';
import type { PoolClient, UserPool } from './user-pool.ts';
import { claimsOf, type SeededUser } from './users.ts';

/** The lifetime of the cookie of Cognito's managed login. */
const SESSION_SECONDS = 3600;
const CODE_SECONDS = 300;
const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>"]{2,63}$/;

/** A request of a client of the pool to sign someone in. */
interface Asked {
  client: PoolClient;
  query: URLSearchParams;
}

/**
 * Replaces the user pool: signs users in at `http://localhost:PORT/local-issuer` by OpenID Connect's code flow with PKCE,
 * and verifies its tokens. Endpoints and claims are Cognito's.
 */
export class LocalIssuer {
  readonly #url: string;
  readonly #pool: UserPool;
  readonly #users: readonly SeededUser[];
  readonly #tokens: Tokens;
  /** Cookies are shared by all ports: the name separates two services on one machine. */
  readonly #cookie: string;

  constructor(hostUrl: string, dataDir: string, pool: UserPool, users: readonly SeededUser[]) {
    this.#url = hostUrl + ISSUER_PATH;
    this.#pool = pool;
    this.#users = users;
    for (const { email, groups } of users) {
      const missing = groups.find((group) => !pool.groups.has(group));
      if (missing) throw new Error(`${email}: the user pool has no group ${missing}`);
    }
    this.#tokens = new Tokens(this.#url, dataDir);
    this.#cookie = `issuer-${new URL(hostUrl).port}`;
  }

  /** Answers a request whose path begins with `ISSUER_PATH`, to its end. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', this.#url);
    switch (`${request.method} ${pathname.slice(ISSUER_PATH.length)}`) {
      case 'GET /.well-known/openid-configuration':
        return sendJson(response, 200, this.#discovery());
      case 'GET /.well-known/jwks.json':
        return sendJson(response, 200, { keys: [await this.#tokens.publicKey()] });
      case 'GET /oauth2/authorize':
      case 'POST /oauth2/authorize':
        return this.#authorize(query, request, response);
      case 'POST /oauth2/token':
        return this.#exchange(await formOf(request), response);
      case 'POST /oauth2/revoke':
        return this.#revoke(await formOf(request), response);
      case 'GET /logout':
        return this.#signOut(query, response);
      default:
        return sendPage(
          response,
          404,
          messagePage('The local issuer', 'To sign in, open the page that you want to use.'),
        );
    }
  }

  /** Verifies an ID token for an API whose authorizer names these pools. */
  async verify(token: string, poolArns: readonly string[]): Promise<Verified> {
    if (!poolArns.includes(this.#pool.arn)) return { kind: 'invalid' };
    return this.#tokens.verify('id', token, this.#clientIds());
  }

  #discovery(): object {
    return {
      issuer: this.#url,
      authorization_endpoint: `${this.#url}/oauth2/authorize`,
      token_endpoint: `${this.#url}/oauth2/token`,
      revocation_endpoint: `${this.#url}/oauth2/revoke`,
      end_session_endpoint: `${this.#url}/logout`,
      jwks_uri: `${this.#url}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  /** GET shows the users, unless the browser has a session; POST signs in as one. Both end with a code for the page. */
  async #authorize(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = this.#client(query.get('client_id'));
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!client?.callbackUrls.includes(redirectUri)) {
      const why = 'The client_id or the redirect_uri is not registered in the user pool.';
      return sendPage(response, 400, messagePage('Sign-in failed', why));
    }
    const asked = { client, query };
    const refused = refusal(asked);
    if (refused) return redirect(response, redirectUri, { error: refused, state: query.get('state') });
    if (request.method === 'POST') return this.#signIn(asked, request, response);
    const prompt = query.get('prompt');
    const session = prompt === 'login' ? undefined : await this.#session(request);
    if (session) return this.#sendCode(asked, session, response);
    if (prompt === 'none')
      return redirect(response, redirectUri, { error: 'login_required', state: query.get('state') });
    return sendPage(response, 200, signInPage(this.#users, this.#pool.mayAnyoneSignUp));
  }

  async #signIn(asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const email = ((await formOf(request)).get('email') ?? '').trim().toLowerCase();
    const isSeeded = this.#users.some((user) => user.email === email);
    if (!isSeeded && !(this.#pool.mayAnyoneSignUp && EMAIL.test(email))) {
      const why = 'Enter a complete e-mail address, such as shop@example.com.';
      return sendPage(response, 400, messagePage('Sign-in failed', why));
    }
    const nowS = secondsNow();
    const claims = { ...claimsOf(email, this.#users), auth_time: nowS };
    const session = await this.#tokens.sign('session', asked.client.clientId, claims, nowS + SESSION_SECONDS);
    this.#setCookie(response, session);
    return this.#sendCode(asked, claims, response);
  }

  async #sendCode({ client, query }: Asked, claims: JWTPayload, response: ServerResponse): Promise<void> {
    const [redirectUri, challenge] = [query.get('redirect_uri') ?? '', query.get('code_challenge')];
    const details = { ...claims, redirectUri, challenge };
    const code = await this.#tokens.sign('code', client.clientId, details, secondsNow() + CODE_SECONDS);
    return redirect(response, redirectUri, { code, state: query.get('state') });
  }

  async #session(request: IncomingMessage): Promise<JWTPayload | undefined> {
    const cookies = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
    const [, token = ''] = cookies.find(([name]) => name === this.#cookie) ?? [];
    const claims = await this.#tokens.claims('session', token, this.#clientIds());
    return claims && personIn(claims);
  }

  async #exchange(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const granted = await this.#tokenEndpoint(form)?.exchange(form);
    return granted ? sendJson(response, 200, granted) : sendJson(response, 400, { error: 'invalid_grant' });
  }

  async #revoke(form: URLSearchParams, response: ServerResponse): Promise<void> {
    await this.#tokenEndpoint(form)?.revoke(form);
    response.writeHead(200).end();
  }

  #tokenEndpoint(form: URLSearchParams): TokenEndpoint | undefined {
    const client = this.#client(form.get('client_id'));
    return client && new TokenEndpoint(this.#tokens, client);
  }

  /** `{issuer}/logout?client_id=…&logout_uri=…`. Issued tokens stay valid until they expire, as on AWS. */
  #signOut(query: URLSearchParams, response: ServerResponse): void {
    const client = this.#client(query.get('client_id'));
    const logoutUri = query.get('logout_uri') ?? '';
    if (!client?.logoutUrls.includes(logoutUri)) {
      const why = 'The client_id or the logout_uri is not registered in the user pool.';
      sendPage(response, 400, messagePage('Sign-out failed', why));
      return;
    }
    this.#setCookie(response, '', 0);
    redirect(response, logoutUri, {});
  }

  #setCookie(response: ServerResponse, value: string, lifeSeconds = SESSION_SECONDS): void {
    const attributes = `Path=${ISSUER_PATH}; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax`;
    response.setHeader('Set-Cookie', `${this.#cookie}=${value}; ${attributes}`);
  }

  #client(id: string | null): PoolClient | undefined {
    return this.#pool.clients.find(({ clientId }) => clientId === id);
  }

  #clientIds(): string[] {
    return this.#pool.clients.map(({ clientId }) => clientId);
  }
}

/** The OAuth error of a request that Cognito refuses. */
function refusal({ client, query }: Asked): string | undefined {
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  if (!query.get('code_challenge') || query.get('code_challenge_method') !== 'S256') return 'invalid_request';
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  return scopes.every((scope) => client.scopes.includes(scope)) ? undefined : 'invalid_scope';
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(String(await readBody(request)));
}

function sendJson(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(content));
}

function redirect(response: ServerResponse, to: string, values: Record<string, string | null>): void {
  const target = new URL(to);
  for (const [name, value] of Object.entries(values)) if (value !== null) target.searchParams.set(name, value);
  // 303: the form's POST becomes a GET.
  response.writeHead(303, { Location: target.href, 'Cache-Control': 'no-store' }).end();
}
