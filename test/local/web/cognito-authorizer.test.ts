import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { decodeJwt, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Started, start } from '../fixture.ts';
import { Browser, signIn, type Tokens } from './browser.ts';
import { pageOf, SEEDED } from './sign-in-fixture.ts';
import { writeSite } from './web-fixture.ts';

let started: Started;
let tokens: Tokens;
let ownKey: Parameters<SignJWT['sign']>[0];
beforeAll(async () => {
  const templates = { 'application/json': '{"error":$context.error.messageString}' };
  const resources = {
    Unauthorized: {
      Type: 'AWS::ApiGateway::GatewayResponse',
      Properties: { RestApiId: { Ref: 'Web' }, ResponseType: 'UNAUTHORIZED', ResponseTemplates: templates },
    },
  };
  started = await start(writeSite(resources), { users: SEEDED });
  tokens = await signIn(new Browser(), pageOf(started.host), 'staff@demo.example');
  ownKey = await importJWK(JSON.parse(readFileSync(join(started.options.dataDir, 'issuer-key.json'), 'utf8')), 'RS256');
});
afterAll(() => started.host.stop());

const call = (authorization?: string) =>
  started.get('/app/api/me', authorization === undefined ? {} : { headers: { Authorization: authorization } });

/** The token of the sign-in with other claims, signed again. */
function signed(changes: JWTPayload, key = ownKey): Promise<string> {
  return new SignJWT({ ...decodeJwt(tokens.id_token), ...changes }).setProtectedHeader({ alg: 'RS256' }).sign(key);
}

describe('a Cognito authorizer', () => {
  test.each(['', 'Bearer ', 'bearer '])('accepts an ID token after "%s"', async (prefix) => {
    expect((await call(prefix + tokens.id_token)).status).toBe(200);
  });

  test('passes the claims on as text', async () => {
    const event = (await (await call(tokens.id_token)).json()) as APIGatewayProxyEvent;
    const { exp, iat, ...claims } = event.requestContext.authorizer?.claims ?? {};
    const { sub, iss, aud } = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({
      sub,
      iss,
      aud,
      email: 'staff@demo.example',
      email_verified: 'true',
      name: 'Finance & operator',
      'cognito:groups': 'finance,operator',
      token_use: 'id',
    });
    const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d UTC \d{4}$/;
    expect([exp, iat]).toEqual([expect.stringMatching(date), expect.stringMatching(date)]);
    expect(Object.values(claims).every((value) => typeof value === 'string')).toBe(true);
  });

  test('refuses a call without a token with the response UNAUTHORIZED', async () => {
    for (const header of [undefined, 'Bearer ']) {
      const answer = await call(header);
      expect([answer.status, await answer.json()]).toEqual([401, { error: 'Unauthorized' }]);
    }
  });

  test('an expired token is reported as expired', async () => {
    const answer = await call(await signed({ exp: Math.floor(Date.now() / 1000) - 1 }));
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'The incoming token has expired' }]);
  });

  test.each<[string, () => string | Promise<string>]>([
    ['no token at all', () => 'hello'],
    ['the access token', () => tokens.access_token],
    ['a token for other use', () => signed({ token_use: 'access' })],
    ['a token of another issuer', () => signed({ iss: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_other' })],
    ['a token for another client', () => signed({ aud: 'other' })],
    ['a token of another key', async () => signed({}, (await generateKeyPair('RS256')).privateKey)],
    ['an unsigned token', () => new UnsecuredJWT(decodeJwt(tokens.id_token)).encode()],
    ['a token whose claims were changed', () => withChangedClaims(tokens.id_token)],
    ['a token without an end', () => signed({ exp: undefined as never })],
  ])('refuses %s', async (_what, token) => {
    expect((await call(await token())).status).toBe(401);
  });

  test('accepts another token with a valid signature', async () => {
    expect((await call(await signed({}))).status).toBe(200);
  });
});

function withChangedClaims(token: string): string {
  const [header, , signature] = token.split('.');
  const claims = { ...decodeJwt(token), 'cognito:groups': ['operator'] };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
