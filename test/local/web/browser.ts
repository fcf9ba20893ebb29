import { createHash, randomBytes } from 'node:crypto';

/** As much of a browser as a sign-in needs: it stores cookies, and follows no redirect. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = { ...init.headers, ...(cookie ? { cookie } : {}) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    return response;
  }

  /** Where the browser is sent. */
  async sentTo(url: string): Promise<URL> {
    return new URL((await this.open(url)).headers.get('location') ?? '');
  }

  #store(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((each) => each.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
    else this.#cookies.set(name, { value: value.join('='), path });
  }
}

export interface Page {
  /** `http://localhost:PORT/local-issuer` */
  issuer: string;
  clientId: string;
  redirectUri: string;
}

export interface Tokens {
  id_token: string;
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

export function authorizeUrl({ issuer, clientId, redirectUri }: Page, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return { url: `${issuer}/oauth2/authorize?${query}`, verifier };
}

/** Signs in as this user, or as a new merchant with that e-mail, and exchanges the code. */
export async function signIn(browser: Browser, page: Page, email: string): Promise<Tokens> {
  const { url, verifier } = authorizeUrl(page);
  const done = await browser.open(url, { method: 'POST', body: new URLSearchParams({ email }) });
  const back = new URL(done.headers.get('location') ?? '');
  const answer = await exchange(page, {
    grant_type: 'authorization_code',
    code: String(back.searchParams.get('code')),
    redirect_uri: page.redirectUri,
    code_verifier: verifier,
  });
  return (await answer.json()) as Tokens;
}

export function exchange({ issuer, clientId }: Page, values: Record<string, string>): Promise<Response> {
  return fetch(`${issuer}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, ...values }),
  });
}
