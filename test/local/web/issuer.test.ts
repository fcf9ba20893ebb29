import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Started, start } from '../fixture.ts';
import { authorizeUrl, Browser, exchange, type Page, signIn } from './browser.ts';
import { pageOf, SEEDED, signInResources } from './sign-in-fixture.ts';
import { writeSite } from './web-fixture.ts';

let started: Started;
let page: Page;
beforeAll(async () => {
  started = await start(writeSite(), { signIn: { users: SEEDED } });
  page = pageOf(started.host);
});
afterAll(() => started.host.stop());

const refresh = (token: string) => exchange(page, { grant_type: 'refresh_token', refresh_token: token });

/** The error in the page's address after a refused authorization request. */
async function refusal(more: Record<string, string>): Promise<string> {
  const { url } = authorizeUrl(page, more);
  const response = await new Browser().open(url);
  const location = response.headers.get('location');
  // The answer to the implicit flow is in the fragment.
  return location ? String(/[?#&]error=(\w+)/.exec(location)?.[1]) : `${response.status}`;
}

describe('signing in', () => {
  test('the discovery document names every endpoint', async () => {
    const document = await (await fetch(`${page.issuer}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({
      issuer: page.issuer,
      authorization_endpoint: `${page.issuer}/oauth2/authorize`,
      token_endpoint: `${page.issuer}/oauth2/token`,
      userinfo_endpoint: `${page.issuer}/oauth2/userInfo`,
      revocation_endpoint: `${page.issuer}/oauth2/revoke`,
      jwks_uri: `${page.issuer}/.well-known/jwks.json`,
      end_session_endpoint: `${page.issuer}/logout`,
      code_challenge_methods_supported: ['S256'],
    });
    const { keys } = (await (await fetch(`${page.issuer}/.well-known/jwks.json`)).json()) as { keys: object[] };
    expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256' })]);
    expect(keys[0]).not.toHaveProperty('d');
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

  test('the form accepts only an e-mail, and has no password', async () => {
    const browser = new Browser();
    const form = await browser.follow(authorizeUrl(page).url, '/local-issuer/sign-in/');
    const shown = await browser.open(form.href);
    const html = await shown.text();
    expect(html).not.toMatch(/password"|<script|style="/);
    expect(html).toContain('Sign in as Finance &amp; operator');
    const policy = String(shown.headers.get('content-security-policy'));
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const refused = await browser.open(form.href, { method: 'POST', body: new URLSearchParams({ email: '<b>@x' }) });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('role="alert"');
    const unknown = await browser.open(form.href, { method: 'POST', body: new URLSearchParams({ sub: 'nobody' }) });
    expect(unknown.status).toBe(400);
  });

  test.each([
    ['pt-PT,pt;q=0.9,en;q=0.8', 'pt-PT', /Entrar como Finance/, /Indique um endereço de e-mail/, /foi recusado/],
    ['de-DE,de;q=0.9,en;q=0.5,pt;q=0', 'en', /Sign in as Finance/, /Enter a complete e-mail/, /was refused/],
  ])('the pages and their errors are in the language of a browser that asks for %s', async (...row) => {
    const [wanted, lang, form, problem, failed] = row;
    const headers = { 'Accept-Language': wanted };
    const browser = new Browser();
    const { href } = await browser.follow(authorizeUrl(page).url, '/local-issuer/sign-in/');
    const refused = { method: 'POST', headers, body: new URLSearchParams({ email: 'x' }) };
    const texts = await Promise.all([
      (await browser.open(href, { headers })).text(),
      (await browser.open(href, refused)).text(),
      (await browser.open(authorizeUrl(page, { client_id: 'x' }).url, { headers })).text(),
      (await new Browser().open(href, { headers })).text(),
      (await browser.open(`${page.issuer}/logout`, { headers })).text(),
      (await browser.open(page.issuer, { headers })).text(),
    ]);
    for (const text of texts) expect(text).toContain(`<html lang="${lang}">`);
    expect(texts[0]).toMatch(form);
    expect(texts[1]).toMatch(problem);
    expect(texts[1]).toMatch(/aria-invalid="true" aria-describedby="problem"/);
    expect(texts[2]).toMatch(failed);
    // Of the library, for who develops the page.
    expect(texts[2]).toContain('<p lang="en">client is invalid</p>');
    expect(new Set(texts.map((text) => /<title>(.+)<.title>/.exec(text)?.[1])).size).toBe(5);
  });

  test('the language that the page asks for comes before those of the browser', async () => {
    const headers = { 'Accept-Language': 'en' };
    const browser = new Browser();
    // OpenID Connect Core 3.1.2.1: tags separated by spaces, in order of preference.
    const asked = authorizeUrl(page, { ui_locales: 'fr pt-PT en' }).url;
    const { href } = await browser.follow(asked, '/local-issuer/sign-in/');
    const refused = { method: 'POST', headers, body: new URLSearchParams({ email: 'x' }) };
    const error = authorizeUrl(page, { ui_locales: 'pt-PT', client_id: 'x' }).url;
    for (const [url, init] of [
      [href, { headers }],
      [href, refused],
      [error, { headers }],
    ] as const)
      expect(await (await browser.open(url, init)).text()).toContain('<html lang="pt-PT">');
  });

  test('a form of another browser is refused', async () => {
    const form = await new Browser().follow(authorizeUrl(page).url, '/local-issuer/sign-in/');
    expect((await new Browser().open(form.href)).status).toBe(400);
  });

  test('a signed-in user gets the next code without a form; prompt=login allows another user', async () => {
    const browser = new Browser();
    await signIn(browser, page, 'merchant@demo.example');
    const back = await browser.follow(authorizeUrl(page).url, '/app/callback');
    expect(back.searchParams.get('code')).toBeTruthy();
    const { url, verifier } = authorizeUrl(page, { prompt: 'login' });
    const form = await browser.follow(url, '/local-issuer/sign-in/');
    const body = new URLSearchParams({ email: 'other@shop.example' });
    const done = await browser.open(form.href, { method: 'POST', body });
    const next = await browser.follow(String(done.headers.get('location')), '/app/callback');
    const answer = await exchange(page, {
      grant_type: 'authorization_code',
      code: String(next.searchParams.get('code')),
      redirect_uri: page.redirectUri,
      code_verifier: verifier,
    });
    const { id_token: token } = (await answer.json()) as { id_token: string };
    expect(decodeJwt(token).email).toBe('other@shop.example');
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

  test('a call from a page of another origin', async () => {
    const answer = await fetch(`${page.issuer}/oauth2/token`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams({ client_id: page.clientId, grant_type: 'refresh_token', refresh_token: 'x' }),
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('a code with another verifier, and a used code', async () => {
    const browser = new Browser();
    await signIn(browser, page, 'merchant@demo.example');
    const { url, verifier } = authorizeUrl(page);
    const code = String((await browser.follow(url, '/app/callback')).searchParams.get('code'));
    const values = { grant_type: 'authorization_code', code, redirect_uri: page.redirectUri };
    const wrong = await exchange(page, { ...values, code_verifier: authorizeUrl(page).verifier });
    expect([wrong.status, await wrong.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
    const again = await browser.follow(authorizeUrl(page).url, '/app/callback');
    expect(again.searchParams.get('code')).not.toBe(code);
    expect((await exchange(page, { ...values, code_verifier: verifier })).status).toBe(200);
    expect((await exchange(page, { ...values, code_verifier: verifier })).status).toBe(400);
  });
});

describe('refresh and logout', () => {
  test('a refresh token is issued without offline_access and returns a new ID token', async () => {
    const tokens = await signIn(new Browser(), page, 'merchant@demo.example');
    const answer = await refresh(tokens.refresh_token);
    expect(answer.status).toBe(200);
    const renewed = (await answer.json()) as { id_token: string };
    expect(decodeJwt(renewed.id_token)).toMatchObject({ email: 'merchant@demo.example', token_use: 'id' });
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
    const answer = await browser.open(`${page.issuer}/logout?${query}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target]);
    const next = await browser.follow(authorizeUrl(page).url, '/local-issuer/sign-in/');
    expect(next.pathname).toContain('/sign-in/');
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
    expect((await browser.follow(authorizeUrl(page).url, '/app/callback')).searchParams.get('code')).toBeTruthy();
  });
});

test('sessions, users and refresh tokens survive a restart, with the template’s rotation', async () => {
  const rotation = { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 } };
  const assembly = writeSite(signInResources(rotation));
  const first = await start(assembly, { signIn: { users: SEEDED, tokenLifeSeconds: 20 } });
  const own = pageOf(first.host);
  const browser = new Browser();
  const tokens = await signIn(browser, own, 'new@shop.example');
  const { iat, exp } = decodeJwt(tokens.id_token);
  expect([Number(exp) - Number(iat), tokens.expires_in]).toEqual([20, 20]);
  await first.host.stop();
  const second = await start(assembly, { ...first.options, port: first.host.port });
  const back = await browser.follow(authorizeUrl(own).url, '/app/callback');
  expect(back.searchParams.get('code')).toBeTruthy();
  const values = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const answer = await exchange(own, values);
  expect(answer.status).toBe(200);
  const renewed = (await answer.json()) as { refresh_token: string };
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect((await exchange(own, values)).status).toBe(400);
  await second.host.stop();
});
