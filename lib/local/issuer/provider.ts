import type { JWK } from 'jose';
import { type HttpContext, interactionPolicy, type OidcContext, type OidcGrant, Provider } from 'oidc-provider';
import { showError } from './pages.ts';
import { ROUTES } from './routes.ts';
import type { TokenTable } from './token-store.ts';
import type { PoolClient, UserPool } from './user-pool.ts';
import type { PoolUser, Users } from './users.ts';

export interface ProviderSettings {
  /** `http://localhost:PORT/local-issuer` */
  issuer: string;
  pool: UserPool;
  users: Users;
  store: (model: string) => TokenTable;
  key: JWK;
  /** Overrides the template's lifetime. */
  tokenLifeSeconds?: number;
}

/** The lifetime of the cookie of Cognito's managed login. */
const SESSION_SECONDS = 3600;
const SIGN_IN_SECONDS = 900;
const CODE_SECONDS = 300;

/**
 * OpenID Connect with Cognito's behaviour: code flow with PKCE for public clients, refresh tokens without
 * `offline_access` (which is refused), ID tokens with Cognito's claims. Tokens expire on the machine's clock and not
 * on the host's movable one: the browser uses the machine's time too, and a jump of three days must not sign everyone
 * out.
 */
export function makeProvider(settings: ProviderSettings): Provider {
  const { issuer, pool, key, store } = settings;
  const { pathname, port } = new URL(issuer);
  const policy = interactionPolicy.base();
  // No consent page, as with Cognito.
  policy.remove('consent');
  return new Provider(issuer, {
    adapter: store,
    jwks: { keys: [key] },
    clients: pool.clients.map(clientMetadata),
    scopes: ['openid'],
    claims: {
      openid: ['sub', 'cognito:username', 'cognito:groups', 'token_use'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    routes: ROUTES,
    discovery: { end_session_endpoint: `${issuer}/logout` },
    responseTypes: ['code'],
    clientBasedCORS: (_context: HttpContext, origin: string, client: { clientId: string }) =>
      clientOf(pool, client)?.callbackUrls.some((url) => new URL(url).origin === origin) === true,
    pkce: { required: () => true },
    clockTolerance: 0,
    // Cookies are shared by all ports: the name separates two services on one machine.
    cookies: {
      names: { session: `issuer-${port}`, interaction: `issuer-${port}-sign-in`, resume: `issuer-${port}-resume` },
      long: { httpOnly: true, sameSite: 'lax', path: pathname },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context: HttpContext, client: { clientId: string }, token: { clientId: string }) =>
          client.clientId === token.clientId,
      },
    },
    interactions: { policy, url: (_context: HttpContext, { uid }: { uid: string }) => `${pathname}/sign-in/${uid}` },
    findAccount: (_context: HttpContext, sub: string) => accountOf(settings.users.find(sub)),
    loadExistingGrant: newGrant,
    issueRefreshToken: async () => true,
    rotateRefreshToken: ({ oidc }: OidcContext) => clientOf(pool, oidc.client)?.rotatesRefreshTokens === true,
    // As with Cognito, tokens outlive the browser's session.
    expiresWithSession: async () => false,
    ttl: lifetimes(settings),
    renderError: (context: OidcContext, { error_description: why, error }: Record<string, string>) =>
      showError(context, why ?? error ?? ''),
  });
}

function clientMetadata({ clientId, callbackUrls, scopes }: PoolClient): object {
  return {
    client_id: clientId,
    redirect_uris: callbackUrls,
    scope: scopes.join(' '),
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    require_auth_time: true,
  };
}

function lifetimes({ pool, tokenLifeSeconds }: ProviderSettings): object {
  const life = (name: keyof PoolClient) => (_context: unknown, _token: unknown, client: { clientId: string }) =>
    Number(clientOf(pool, client)?.[name] ?? 3600);
  // A rotated refresh token keeps the expiry of the one before.
  const refreshLife = (context: OidcContext | undefined, token: unknown, client: { clientId: string }) =>
    context?.oidc.entities.RotatedRefreshToken?.remainingTTL ?? life('refreshTokenLifeSeconds')(context, token, client);
  const refreshSeconds = Math.max(...pool.clients.map((client) => client.refreshTokenLifeSeconds), SESSION_SECONDS);
  return {
    AuthorizationCode: CODE_SECONDS,
    Interaction: SIGN_IN_SECONDS,
    Session: SESSION_SECONDS,
    Grant: refreshSeconds,
    IdToken: tokenLifeSeconds ?? life('idTokenLifeSeconds'),
    AccessToken: tokenLifeSeconds ?? life('accessTokenLifeSeconds'),
    RefreshToken: refreshLife,
  };
}

function clientOf({ clients }: UserPool, { clientId }: { clientId: string }): PoolClient | undefined {
  return clients.find((client) => client.clientId === clientId);
}

/** The claims of Cognito's tokens; `cognito:groups` is absent for a user without a group. */
function accountOf(user: PoolUser | undefined): object | undefined {
  if (!user) return undefined;
  const { sub, email, name, groups } = user;
  return {
    accountId: sub,
    claims: async (use: 'id_token' | 'userinfo') => ({
      sub,
      email,
      email_verified: true,
      ...(name === undefined ? {} : { name }),
      ...(groups.length > 0 ? { 'cognito:groups': groups } : {}),
      'cognito:username': sub,
      ...(use === 'id_token' ? { token_use: 'id' } : {}),
    }),
  };
}

/** One grant for each sign-in, which lasts as long as its refresh token. */
async function newGrant({ oidc }: OidcContext): Promise<OidcGrant> {
  const { provider, client, session } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(client.scope ?? '');
  await grant.save();
  return grant;
}
