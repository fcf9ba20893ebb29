import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { HttpCall } from '../../../../functions/banking/http-call.ts';
import { httpCaller } from '../../../../functions/banking/http-call.ts';
import { registerCallbacks } from '../../../../lib/operator/bank/register.ts';
import { lineOf, runRegister } from '../../../../lib/operator/bank/register-run.ts';
import { smokeCallbacks } from '../../../../lib/operator/smoke/smoke-callbacks.ts';
import { IFTHENPAY } from '../../../rig/banks/scripted-ifthenpay.ts';
import { httpServer } from '../../../support/network/listening.ts';

/** A server with the answers of ifthenpay's activation: the texts are those that the official plugins expect. */
let reply: { status: number; type?: string; body: string } | 'silence';
const seen: { path: string; body: Record<string, string> }[] = [];
const server = await httpServer(async (request, response) => {
  seen.push({ path: request.url ?? '', body: JSON.parse(await text(request)) });
  if (reply === 'silence') return;
  response.writeHead(reply.status, { 'Content-Type': reply.type ?? 'text/plain' }).end(reply.body);
});
afterAll(server.stop);
beforeEach(() => {
  seen.length = 0;
});

const accountAt = (path = '') => ({
  ...{ name: 'main', provider: 'ifthenpay' as const, secretId: 'payment-service/prod/bank-accounts/main' },
  baseUrl: server.origin + path,
});
const patient = httpCaller(() => Date.now());
const impatient: HttpCall = (request) => patient({ ...request, timeoutMs: 100 });
const BASE_URL = 'https://abcdefghij.execute-api.eu-west-1.amazonaws.com/api/v1';
const URL_OF_MAIN =
  'https://abcdefghij.execute-api.eu-west-1.amazonaws.com/api/bank/main/notifications?key=[ANTI_PHISHING_KEY]' +
  '&orderId=[ORDER_ID]&amount=[AMOUNT]&requestId=[REQUEST_ID]&payment_datetime=[PAYMENT_DATETIME]' +
  '&status=[STATUS]&estado=[ESTADO]';
const readSecret = async () => JSON.stringify(IFTHENPAY);

async function register(answer: typeof reply, { path, call = patient }: { path?: string; call?: HttpCall } = {}) {
  reply = answer;
  const account = accountAt(path);
  const results = await registerCallbacks(account, { baseUrl: BASE_URL, readSecret, call });
  return results.map((result) => lineOf(result, account));
}

describe('npm run bank -- register', () => {
  // The newest plugin (WHMCS 8) calls the first address, the PHP SDK and the other plugins the second.
  test.each(['', '/api'])(
    'makes the call of the official plugins for both methods, below the base URL%s',
    async (path) => {
      const lines = await register({ status: 200, body: 'OK: Callback ativado' }, { path });
      expect(lines).toEqual(['registered      MB WAY    \n', 'registered      Multibanco\n']);
      const both = { chave: '0000-0000-0000-0000', apKey: IFTHENPAY.antiPhishingKey, urlCb: URL_OF_MAIN };
      expect(seen.toSorted((one, other) => (one.body.entidade ?? '').localeCompare(other.body.entidade ?? ''))).toEqual(
        [
          {
            path: `${path}/endpoint/callback/activation`,
            body: { ...both, entidade: 'MB', subentidade: 'MBK-000000' },
          },
          {
            path: `${path}/endpoint/callback/activation`,
            body: { ...both, entidade: 'MBWAY', subentidade: 'ABC-123456' },
          },
        ],
      );
      // The PHP SDK allows 300 characters; the name of an account has up to 31.
      expect(URL_OF_MAIN.length + 31 - 'main'.length).toBeLessThanOrEqual(300);
    },
  );

  test('accepts the same text as JSON', async () => {
    expect(await register({ status: 200, type: 'application/json', body: '"OK: Callback ativado"' })).toMatchObject([
      expect.stringMatching(/^registered/),
      expect.stringMatching(/^registered/),
    ]);
  });

  test.each<[string, Parameters<typeof register>, RegExp]>([
    [
      'a wrong key',
      [{ status: 200, body: `ERROR: Invalid key ${IFTHENPAY.backofficeKey}` }],
      /^NOT REGISTERED .*HTTP 200: ERROR: Invalid key …: compare the keys in the secret payment-service\/prod\/bank-accounts\/main/,
    ],
    [
      'a refusal with a status',
      [{ status: 400, body: 'Dados inválidos' }],
      /^NOT REGISTERED .*HTTP 400: Dados inválidos/,
    ],
    [
      'a page of HTML',
      [{ status: 502, body: '<html>502</html>' }],
      /^NOT CONFIRMED .*HTTP 502: a page of HTML: run the/,
    ],
    ['an empty answer', [{ status: 200, body: '' }], /^NOT REGISTERED .*HTTP 200: an empty answer/],
    ['no answer', ['silence', { call: impatient }], /^NOT CONFIRMED .*no answer: deadline: run the command again/],
  ])('names the remedy for %s, and no key', async (_, given, line) => {
    const lines = await register(...given);
    expect(lines).toEqual([expect.stringMatching(line), expect.stringMatching(line)]);
    for (const key of Object.values(IFTHENPAY)) expect(lines.join('')).not.toContain(key);
  });

  test('a secret that is not filled in is named with its fields', async () => {
    const secret = async () => JSON.stringify({ antiPhishingKey: IFTHENPAY.antiPhishingKey });
    const registering = registerCallbacks(accountAt(), { baseUrl: BASE_URL, readSecret: secret, call: patient });
    await expect(registering).rejects.toThrow(
      'secret payment-service/prod/bank-accounts/main: fill in or correct mbWayKey, mbKey, backofficeKey (docs/deploying.md)',
    );
    expect(seen).toEqual([]);
  });
});

describe('the account to register', () => {
  const limits = { minimumCents: { MBWAY: 1, REFERENCE: 1 }, referenceDays: 3 };
  const sibs = { ...accountAtSibs(), ...limits };
  const target = (...names: string[]) => ({
    outputs: {
      BaseUrl: BASE_URL,
      BankAccounts: JSON.stringify([sibs, ...names.map((name) => ({ ...accountAt(), ...limits, name }))]),
    } as unknown as Parameters<typeof runRegister>[0]['outputs'],
    readSecret,
  });

  test('of every provider is named by the smoke test, with who enters its address', async () => {
    const checks: string[] = [];
    await smokeCallbacks(target('main'), (name, _, detail) => checks.push(`${name}: ${detail}`));
    expect(checks).toEqual([
      "notification address of at-sibs is entered by hand: in SIBS's back office (docs/deploying.md)",
      expect.stringContaining('callback URLs of main are registered by hand: npm run bank -- register --account main'),
    ]);
  });

  test('is the only one at ifthenpay; a dry run shows its URL and calls nobody', async () => {
    const shown = await runRegister(target('main'), { 'dry-run': true });
    expect(shown.text).toBe(`${URL_OF_MAIN}\nNothing was registered.\n`);
    expect(seen).toEqual([]);
  });

  test('fails with exit status 1 if one method failed', async () => {
    reply = { status: 200, body: 'ERROR: Invalid key' };
    expect(await runRegister(target('main'), {})).toMatchObject({
      failed: true,
      json: { account: 'main', url: URL_OF_MAIN, results: [{ method: 'MBWAY', kind: 'refused' }, {}] },
    });
  });

  test.each<[string, string[], string | undefined, string]>([
    ['must be named where there are several', ['one', 'two'], undefined, 'name one with --account (one, two)'],
    ['must exist', ['one'], 'two', '--account must be one of at-sibs, one'],
    [
      'must not be at SIBS',
      ['one'],
      'at-sibs',
      "is not at ifthenpay: enter its notification address in SIBS's back office",
    ],
    ['must be there', [], undefined, 'there is nothing to register'],
  ])('%s', async (_, names, account, problem) => {
    await expect(runRegister(target(...names), { account })).rejects.toThrow(problem);
  });
});

function accountAtSibs() {
  return { name: 'at-sibs', provider: 'sibs', baseUrl: 'https://api.sibspayments.com/sibs/spg/v2', secretId: 'sibs' };
}
