import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { ApiError } from '../api/api-error.ts';
import type { Credentials } from '../api/client.ts';
import { BASE, type Config } from '../app/config.ts';
import { firstLanguage } from '../i18n/language.ts';
import { LANGUAGES } from '../i18n/languages.ts';

export type Person = Pick<User['profile'], 'sub' | 'email' | 'name'>;

/** Sign-in by OpenID Connect: code flow with PKCE. No password is ever seen here; the issuer's own page asks for it. */
export interface Session extends Pick<Credentials, 'token' | 'renew'> {
  /** The signed-in person, with a token that is valid or was renewed; else null. */
  person(): Promise<Person | null>;
  /** Redirects to the issuer's page, in the language of this one; `returnTo` is a path below the base. */
  signIn(returnTo: string): Promise<void>;
  /** Reads the issuer's callback and returns the path to continue at. Throws when sign-in failed or was cancelled. */
  completeSignIn(): Promise<string>;
  signOut(): Promise<void>;
  /** Calls back when the session expires, or the person signs out in another tab. */
  onEnded(listener: () => void): () => void;
}

// The gateway refuses a token that expires during its call.
const RENEW_BEFORE_END_S = 10;
const RENEW_TIMEOUT_S = 10;
const ASK_AGAIN_MS = 10_000;
// A tab notifies the others through it that the person has signed out.
const CHANNEL = 'payment-service.session';

export function createSession({ authority, clientId, logoutUrl }: Config): Session {
  const own = `${location.origin}${BASE}`;
  const manager = new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: `${own}/callback`,
    response_type: 'code',
    scope: 'openid email profile',
    // Of this tab only: another tab signs in by the issuer's session, without being asked again.
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: RENEW_BEFORE_END_S,
    silentRequestTimeoutInSeconds: RENEW_TIMEOUT_S,
    revokeTokenTypes: ['refresh_token'],
  });
  const tabs = new BroadcastChannel(CHANNEL);
  const renew = onceAtATime(async () => {
    const known = await manager.getUser();
    // Without a refresh token the library would try a frame, which the page's security policy forbids.
    if (!known?.refresh_token) return null;
    try {
      return (await manager.signinSilent())?.id_token ?? null;
    } catch (error) {
      // The issuer was not heard, or is at fault: a session is not over because a train is in a tunnel.
      if (!(error instanceof ErrorResponse) || error.error !== 'invalid_grant') throw new ApiError('network');
      // What is left of it would be tried again every second.
      await manager.removeUser();
      return null;
    }
  });
  const token = async () => {
    const user = await manager.getUser();
    if (!user?.id_token) return null;
    return (user.expires_in ?? 0) > RENEW_BEFORE_END_S ? user.id_token : renew();
  };
  return {
    token,
    renew,
    person: async () => ((await token()) === null ? null : ((await manager.getUser())?.profile ?? null)),
    signIn: (returnTo) => {
      const { locale, managedLogin } = LANGUAGES[firstLanguage()];
      // `ui_locales` is OpenID Connect's; Cognito's managed login documents `lang`.
      return manager.signinRedirect({ state: returnTo, ui_locales: locale, extraQueryParams: { lang: managedLogin } });
    },
    completeSignIn: signInCompletion(manager),
    async signOut() {
      await Promise.race([manager.revokeTokens().catch(() => undefined), pause(2_000)]);
      await manager.removeUser();
      tabs.postMessage('signed-out');
      const query = new URLSearchParams({ client_id: clientId, logout_uri: `${own}/signed-out` });
      location.assign(`${logoutUrl}?${query}`);
    },
    onEnded(listener) {
      const endOrGoOn = onceAtATime(async () => {
        if ((await untilHeard(renew)) === null) listener();
      });
      const removeExpired = manager.events.addAccessTokenExpired(endOrGoOn);
      tabs.onmessage = () => void manager.removeUser().then(listener);
      return () => {
        removeExpired();
        tabs.onmessage = null;
      };
    },
  };
}

/** The code in the address can be used once, but the page may render several times. */
function signInCompletion(manager: UserManager): () => Promise<string> {
  let returnPath: Promise<string> | undefined;
  return () => {
    returnPath ??= manager.signinCallback().then((user) => {
      const returnTo = user?.state;
      return typeof returnTo === 'string' && returnTo.startsWith('/') ? returnTo : '/';
    });
    return returnPath;
  };
}

function onceAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Retries until there is an answer: the network may return. */
async function untilHeard<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await pause(ASK_AGAIN_MS);
    }
  }
}

function pause(timeMs: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, timeMs));
}
