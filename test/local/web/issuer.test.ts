import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Started, start } from '../fixture.ts';
import { authorizeUrl, Browser, exchange, type Page, signIn } from './browser.ts';
import { pageOf, SEEDED, signInResources } from './sign-in-fixture.ts';
import { writeSite } from './web-fixture.ts';

let started: Started;
let page: Page;
beforeAll(async () => {
  started = await start(writeSite(), { users: SEEDED });
  page = pageOf(started.host);
});
afterAll(() => started.host.stop());

const refresh = (token: string) => exchange(page, { grant_type: 'refresh_token', refresh_token: token });

/** The error in the page's address after a refused authorization request. */
async function refusal(more: Record<string, string>): Promise<string> {
  const response = await new Browser().open(authorizeUrl(page, more).url);
  const location = response.headers.get('location');
  return location ? String(new URL(location).searchParams.get('error')) : `${response.status}`;
}

describe('signing in', () => {
  test('the discovery document names every endpoint, and the key verifies the tokens', async () => {
    const document = await (await fetch(`${page.issuer}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({
      issuer: page.issuer,
      authorization_endpoint: `${page.issuer}/oauth2/authorize`,
      token_endpoint: `${page.issuer}/oauth2/token`,
      revocation_endpoint: `${page.issuer}/oauth2/revoke`,
      jwks_uri: `${page.issuer}/.well-known/jwks.json`,
      end_session_endpoint: `${page.issuer}/logout`,
      code_challenge_methods_supported: ['S256'],
    });
    const { id_token: token } = await signIn(new Browser(), page, 'staff@demo.example');
    const keys = createRemoteJWKSet(new URL(`${page.issuer}/.well-known/jwks.json`));
    const expected = { issuer: page.issuer, audience: page.clientId, algorithms: ['RS256'] };
    expect((await jwtVerify(token, keys, expected)).payload.email).toBe('staff@demo.example');
  });

  test('code and PKCE return an ID token with the claims of Cognito, for an hour', async () => {
    const tokens = await signIn(new Browser(), page, 'staff@demo.example');
    const claims = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({
      iss: page.issuer,
      aud: page.clientId,
      email: 'staff@demo.example',
      email_verified: true,
      name: 'Finance & operator',
      'cognito:groups': ['finance', 'operator'],
      'cognito:username': claims.sub,
      token_use: 'id',
      auth_time: expect.any(Number),
    });
    expect(claims.sub).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    expect(tokens.expires_in).toBe(3600);
  });

  test('a new merchant signs up with an e-mail only, and is the same one the next time', async () => {
    const first = decodeJwt((await signIn(new Browser(), page, 'Loja@Shop.Example')).id_token);
    const second = decodeJwt((await signIn(new Browser(), page, 'loja@shop.example')).id_token);
    expect(first).toMatchObject({ email: 'loja@shop.example', sub: second.sub });
    expect(first).not.toHaveProperty('cognito:groups');
    expect(first).not.toHaveProperty('name');
  });

  test('the page has a button for each user and no password; only an e-mail signs up', async () => {
    const browser = new Browser();
    const { url } = authorizeUrl(page);
    const html = await (await browser.open(url)).text();
    expect(html).not.toMatch(/password"|<script/);
    expect(html.match(/<button name="email" value="[^"]+"/g)).toHaveLength(SEEDED.length);
    expect(html).toContain('Sign in as Finance &amp; operator');
    for (const email of ['', '<b>@x', 'nobody'])
      expect((await browser.open(url, { method: 'POST', body: new URLSearchParams({ email }) })).status).toBe(400);
  });

  test('a signed-in user gets the next code without a form; prompt=login allows another user', async () => {
    const browser = new Browser();
    await signIn(browser, page, 'merchant@demo.example');
    expect((await browser.sentTo(authorizeUrl(page).url)).searchParams.get('code')).toBeTruthy();
    const { url } = authorizeUrl(page, { prompt: 'login' });
    expect((await browser.open(url)).status).toBe(200);
    expect(decodeJwt((await signIn(browser, page, 'other@shop.example')).id_token).email).toBe('other@shop.example');
  });
});

describe('refused:', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a page that is not the client’s', { redirect_uri: 'http://localhost:1/app/callback' }, '400'],
    ['an unknown client', { client_id: 'x' }, '400'],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['offline_access', { scope: 'openid offline_access' }, 'invalid_scope'],
    ['to stay silent for someone who is not signed in', { prompt: 'none' }, 'login_required'],
  ])('%s', async (_what, more, outcome) => {
    expect(await refusal(more)).toBe(outcome);
  });

  test('a code with another verifier or address, and a used code', async () => {
    const browser = new Browser();
    await signIn(browser, page, 'merchant@demo.example');
    const { url, verifier } = authorizeUrl(page);
    const code = String((await browser.sentTo(url)).searchParams.get('code'));
    const values = { grant_type: 'authorization_code', code, redirect_uri: page.redirectUri, code_verifier: verifier };
    const wrong = { ...values, code_verifier: authorizeUrl(page).verifier };
    for (const refused of [wrong, { ...values, redirect_uri: `${page.redirectUri}/x` }]) {
      const answer = await exchange(page, refused);
      expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }]);
    }
    expect((await exchange(page, values)).status).toBe(200);
    expect((await exchange(page, values)).status).toBe(400);
  });

  test.each(['id_token', 'access_token'] as const)('a refresh by the %s', async (name) => {
    expect((await refresh((await signIn(new Browser(), page, 'merchant@demo.example'))[name])).status).toBe(400);
  });
});

describe('refresh and logout', () => {
  test('a refresh token returns new tokens; within the grace period the former one is valid too', async () => {
    const tokens = await signIn(new Browser(), page, 'merchant@demo.example');
    const answer = await refresh(tokens.refresh_token);
    expect(answer.status).toBe(200);
    const renewed = (await answer.json()) as { id_token: string; refresh_token: string };
    const { auth_time } = decodeJwt(tokens.id_token);
    expect(decodeJwt(renewed.id_token)).toMatchObject({ email: 'merchant@demo.example', token_use: 'id', auth_time });
    expect(decodeJwt(renewed.refresh_token).exp).toBe(decodeJwt(tokens.refresh_token).exp);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    await fetch(`${page.issuer}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: page.clientId, token: tokens.refresh_token }),
    });
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
  });

  test('logout ends the session and redirects to the client’s page', async () => {
    const browser = new Browser();
    const tokens = await signIn(browser, page, 'merchant@demo.example');
    const target = `${started.host.url}/app/signed-out`;
    const query = new URLSearchParams({ client_id: page.clientId, logout_uri: target });
    expect((await browser.sentTo(`${page.issuer}/logout?${query}`)).href).toBe(target);
    expect(await (await browser.open(authorizeUrl(page).url)).text()).toContain('Sign in as');
    // As on AWS: the page must drop or revoke issued tokens itself.
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  test.each([
    ['another address', { logout_uri: 'https://evil.example/' }],
    ['none', { logout_uri: '' }],
    ['another client', { client_id: 'x' }],
  ])('logout to %s is 400, and the session continues', async (_what, more) => {
    const browser = new Browser();
    await signIn(browser, page, 'merchant@demo.example');
    const target = `${started.host.url}/app/signed-out`;
    const query = new URLSearchParams({ client_id: page.clientId, logout_uri: target, ...more });
    expect((await browser.open(`${page.issuer}/logout?${query}`)).status).toBe(400);
    expect((await browser.sentTo(authorizeUrl(page).url)).searchParams.get('code')).toBeTruthy();
  });
});

test('sessions and refresh tokens survive a restart, and a former refresh token ends with its grace period', async () => {
  const rotation = { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 } };
  const assembly = writeSite(signInResources(rotation));
  const first = await start(assembly, { users: SEEDED });
  const own = pageOf(first.host);
  const browser = new Browser();
  const tokens = await signIn(browser, own, 'new@shop.example');
  await first.host.stop();
  const second = await start(assembly, { ...first.options, port: first.host.port });
  expect((await browser.sentTo(authorizeUrl(own).url)).searchParams.get('code')).toBeTruthy();
  const values = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const answer = await exchange(own, values);
  expect(answer.status).toBe(200);
  const renewed = (await answer.json()) as { refresh_token: string };
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect((await exchange(own, values)).status).toBe(400);
  await second.host.stop();
});
