import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { JWK } from 'jose';
import type { Provider } from 'oidc-provider';
import { openDatabase } from '../data-file.ts';
import type { Log } from '../log.ts';
import { type Verified, verifyIdToken } from './id-token.ts';
import { serveLogout } from './logout.ts';
import { messagePage, sendPage } from './pages.ts';
import { ISSUER_PATH, ROUTES } from './routes.ts';
import { serveSignIn } from './sign-in.ts';
import { createSigningKey, publicPart, storedSigningKey } from './signing-key.ts';
import { textsFor } from './texts.ts';
import { tokenStore } from './token-store.ts';
import type { PoolClient, UserPool } from './user-pool.ts';
import { type SeededUser, Users } from './users.ts';

export interface SignInOptions {
  /** The users that exist from the start. */
  users: SeededUser[];
  /** Overrides the template's lifetime of ID and access tokens, to test their expiry. */
  tokenLifeSeconds?: number;
}

interface Opened {
  provider: Provider;
  callback: ReturnType<Provider['callback']>;
}

/**
 * Replaces the user pool: signs users in at `http://localhost:PORT/local-issuer` and verifies the tokens that it
 * issued.
 */
export class LocalIssuer {
  readonly #url: string;
  readonly #dataDir: string;
  readonly #pool: UserPool;
  readonly #options: SignInOptions;
  readonly #database: DatabaseSync;
  readonly #users: Users;
  readonly #log: Log;
  #key: Promise<JWK> | undefined;
  #opened: Promise<Opened> | undefined;

  constructor(hostUrl: string, dataDir: string, pool: UserPool, options: SignInOptions, log: Log) {
    this.#url = hostUrl + ISSUER_PATH;
    this.#dataDir = dataDir;
    this.#pool = pool;
    this.#options = options;
    this.#log = log;
    for (const { email, groups } of options.users) {
      const missing = groups.find((group) => !pool.groups.has(group));
      if (missing) throw new Error(`${email}: the user pool has no group ${missing}`);
    }
    this.#database = openDatabase(join(dataDir, 'issuer.db'), 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    this.#users = new Users(this.#database, options.users);
    const key = storedSigningKey(dataDir);
    if (key) this.#key = Promise.resolve(key);
  }

  /** Answers a request whose path begins with `ISSUER_PATH`, to its end. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider, callback } = await this.#open();
    const [path = '', query] = (request.url ?? '').slice(ISSUER_PATH.length).split('?');
    const refused = path === ROUTES.authorization && refusedScope(this.#pool, new URLSearchParams(query));
    if (refused) return void response.writeHead(302, { Location: refused }).end();
    if (path === '/logout' && request.method === 'GET') return serveLogout(provider, this.#pool, request, response);
    if (path.startsWith('/sign-in/'))
      return serveSignIn({ provider, users: this.#users, pool: this.#pool }, request, response);
    if (path === '' || path === '/') {
      const texts = textsFor(request);
      return sendPage(response, 404, messagePage(texts, texts.issuer, texts.issuerWhat));
    }
    // The library builds its URLs from the base URL, as when Express mounts it.
    return callback(
      Object.assign(request, { baseUrl: ISSUER_PATH, url: request.url?.slice(ISSUER_PATH.length) }),
      response,
    );
  }

  /** Verifies a token for an API whose authorizer names these pools. */
  async verify(token: string, poolArns: readonly string[]): Promise<Verified> {
    if (!poolArns.includes(this.#pool.arn)) return { kind: 'invalid' };
    const keys = [publicPart(await this.#signingKey())];
    return verifyIdToken(token, {
      issuer: this.#url,
      keys,
      clientIds: this.#pool.clients.map(({ clientId }) => clientId),
    });
  }

  close(): void {
    this.#database.close();
  }

  #client(id: unknown): PoolClient | undefined {
    return this.#pool.clients.find(({ clientId }) => clientId === id);
  }

  #signingKey(): Promise<JWK> {
    this.#key ??= createSigningKey(this.#dataDir);
    return this.#key;
  }

  /** Opened with the first request: loading the library and creating a key take half a second. */
  #open(): Promise<Opened> {
    this.#opened ??= this.#load();
    return this.#opened;
  }

  async #load(): Promise<Opened> {
    const { makeProvider } = await import('./provider.ts');
    const { tokenLifeSeconds } = this.#options;
    const provider = makeProvider({
      issuer: this.#url,
      pool: this.#pool,
      users: this.#users,
      store: tokenStore(this.#database, ({ clientId }) => this.#client(clientId)?.rotationGraceSeconds ?? 0),
      key: await this.#signingKey(),
      ...(tokenLifeSeconds === undefined ? {} : { tokenLifeSeconds }),
    });
    provider.on('server_error', (_context, error) =>
      this.#log({ kind: 'host', level: 'error', text: `local issuer failed: ${String(error)}` }),
    );
    return { provider, callback: provider.callback() };
  }
}

/**
 * The redirect of an authorization request with a scope that the client may not have: back to the page with
 * `invalid_scope`, as Cognito does. The library would drop the scope, such as `offline_access`, without an error.
 * Undefined for any other request.
 */
export function refusedScope({ clients }: UserPool, query: URLSearchParams): string | undefined {
  const client = clients.find(({ clientId }) => clientId === query.get('client_id'));
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!client?.callbackUrls.includes(redirectUri)) return undefined;
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.every((scope) => client.scopes.includes(scope))) return undefined;
  const back = new URL(redirectUri);
  back.searchParams.set('error', 'invalid_scope');
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  return back.href;
}
