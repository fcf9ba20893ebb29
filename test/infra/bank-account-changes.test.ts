import { describe, expect, test } from 'vitest';
import { deadlocks, importsOf } from './deadlocks.ts';
import { PARTS, PRODUCTION, synthesized, type Templates } from './templates.ts';

const REAL = { provider: 'sibs', baseUrl: 'https://api.sibspayments.com/sibs/spg/v2' };
const SIMULATED = { provider: 'sibs', baseUrl: 'simulator' };
const IFTHENPAY = { provider: 'ifthenpay', baseUrl: 'https://api.ifthenpay.com' };

const accountsNamed = (names: string[], settings: object) => names.map((name) => ({ name, ...settings }));

function stageWith(bankAccounts: { name: string }[], settings: object = {}): Templates {
  const trial = { production: false, bankAccounts, defaultBankAccount: bankAccounts[0]?.name, ...settings };
  return synthesized('trial', { stages: { trial } });
}

// Synthesized before the tests: each takes seconds.
const one = stageWith(accountsNamed(['main'], REAL));
const two = stageWith(accountsNamed(['main', 'second'], REAL));
const renamed = stageWith(accountsNamed(['main', 'third'], REAL));

describe('`deploy --all` succeeds from any deployed state', () => {
  const mixed = stageWith([
    { name: 'main', ...REAL },
    { name: 'other', ...IFTHENPAY },
  ]);
  const sandbox = stageWith(accountsNamed(['main', 'second'], SIMULATED));
  const halfSandbox = stageWith([...accountsNamed(['main'], SIMULATED), ...accountsNamed(['second'], REAL)]);

  test.each([
    ['a bank account is added', one, two],
    ['one is removed', two, one],
    ['one is renamed', two, renamed],
    ['the only one is renamed', one, stageWith(accountsNamed(['new'], REAL))],
    ['the only one of a provider is removed', mixed, one],
    ['a simulated one is removed', sandbox, stageWith(accountsNamed(['main'], SIMULATED))],
    ['a simulated one becomes real', sandbox, halfSandbox],
  ])('when %s', (_name, deployed, next) => {
    expect(deadlocks(deployed, next)).toEqual([]);
  });

  const optional = {
    apiDomain: { name: 'api.pay.pt', certificateArn: 'arn:aws:acm:eu-west-1:210987654321:certificate/0a1b' },
    dashboardDomain: { name: 'app.pay.pt', certificateArn: 'arn:aws:acm:us-east-1:210987654321:certificate/0a1b' },
    firewall: { requestsPerMinute: 300 },
  };
  const plain = stageWith(accountsNamed(['main'], REAL), PRODUCTION);
  test('when the stage gets own domains and a firewall, and when it loses them', () => {
    const set = stageWith(accountsNamed(['main'], REAL), { ...PRODUCTION, ...optional });
    expect(deadlocks(plain, set)).toEqual([]);
    expect(deadlocks(set, plain)).toEqual([]);
  });

  test('because no stack exports a bank account', () => {
    for (const part of PARTS.filter((each) => sandbox.has(each)))
      expect(
        importsOf(sandbox, part).filter((name) => /BankAccount/i.test(name)),
        part,
      ).toEqual([]);
  });
});

describe('an account that is removed', () => {
  const inProduction = stageWith(accountsNamed(['main'], REAL), PRODUCTION);

  test('leaves every function’s settings and rights, and keeps its secret in production', () => {
    for (const part of ['service', 'dashboard'] as const) {
      expect(JSON.stringify(two.resources(part)).includes('bank-accounts/second'), part).toBe(true);
      expect(JSON.stringify(one.resources(part)).includes('bank-accounts/second'), part).toBe(false);
    }
    const [secret] = inProduction
      .resources('data', 'AWS::SecretsManager::Secret')
      .filter(({ id }) => id.startsWith('BankAccountmain'));
    expect(secret?.deletionPolicy).toBe('RetainExceptOnCreate');
  });
});

function problemOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('a function’s environment', () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => `account-${String(index).padStart(2, '0')}`);

  const problem = problemOf(() => stageWith(accountsNamed(names(20), REAL)));
  const fifteen = stageWith(accountsNamed(names(15), REAL));

  // Lambda, quotas: "Environment variables: 4 KB, for all environment variables associated with the function, in
  // aggregate".
  test('of more than 4 KB, with 20 bank accounts, stops the synth with an error that says what to do', () => {
    expect(problem).toMatch(
      /-mbway: its environment takes up to 4,\d{3} bytes, of which BANK_ACCOUNTS \d,\d{3}; Lambda allows 4,096/,
    );
    expect(problem).toMatch(/\bpayment-service-trial-payments-mbway: its/);
    expect(problem).toMatch(/Give the stage fewer bank accounts/);
  });

  test('holds 15 of them', () => {
    expect(fifteen.has('service')).toBe(true);
  });
});

/** The SES identity that Cognito sends as. */
function senderOf(settings: object): string {
  const [pool] = stageWith(accountsNamed(['main'], REAL), settings).resources('data', 'AWS::Cognito::UserPool');
  return JSON.stringify((pool?.properties.EmailConfiguration as { SourceArn?: unknown } | undefined)?.SourceArn);
}

// Cognito, EmailConfigurationType: SourceArn is "the ARN of a verified email address or an address from a verified
// domain".
describe('the sender of Cognito’s mail', () => {
  const byAddress = senderOf({ senderEmail: 'codes@shop.example' });
  const byDomain = senderOf({ senderEmail: 'codes@shop.example', senderDomain: 'shop.example' });

  test('is the address, where SES has verified the address', () => {
    expect(byAddress).toContain(':identity/codes@shop.example"');
  });

  test('is the domain, where the stage configures a verified domain', () => {
    expect(byDomain).toContain(':identity/shop.example"');
  });

  test('must belong to that domain', () => {
    const settings = { senderEmail: 'codes@mail.shop.example', senderDomain: 'shop.example' };
    expect(() => senderOf(settings)).toThrow(/stage trial: .*senderEmail must be an address at senderDomain/);
    expect(() => senderOf({ senderDomain: 'shop.example' })).toThrow(/senderEmail must be an address at senderDomain/);
  });
});
