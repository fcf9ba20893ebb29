import { describe, expect, test } from 'vitest';
import { isExampleAddress, requireOwnAccount } from '../../lib/stacks/stages.ts';
import { cdkContext, synthesized } from './templates.ts';

const ACCOUNT = { name: 'main', provider: 'sibs', baseUrl: 'https://bank.example/v2' };
const SETTINGS = { production: false, bankAccounts: [ACCOUNT], defaultBankAccount: 'main' };

/** Synthesizes the stage `trial` with these settings. */
const trial = (settings: Record<string, unknown>) => () =>
  synthesized('trial', { stages: { trial: { ...SETTINGS, ...settings } } });

describe('the stage prod', () => {
  const prod = synthesized('prod');

  test('has no simulated bank', () => {
    expect(prod.has('simulator')).toBe(false);
    expect(JSON.stringify([prod.resources('data'), prod.resources('service')])).not.toMatch(/simulat/i);
  });

  test('calls its bank over https only', () => {
    const { stages } = cdkContext() as { stages: { prod: { bankAccounts: { baseUrl: string }[] } } };
    for (const { baseUrl } of stages.prod.bankAccounts) expect(baseUrl).toMatch(/^https:\/\//);
  });
});

describe('a sandbox stage', () => {
  test('has the simulated bank only where an account uses it', () => {
    expect(trial({})().has('simulator')).toBe(false);
    expect(trial({ bankAccounts: [{ ...ACCOUNT, baseUrl: 'simulator' }] })().has('simulator')).toBe(true);
  });
});

test('the code of the acknowledgement reaches the functions, for its account only', () => {
  const accounts = [
    { ...ACCOUNT, acknowledgementCode: '200' },
    { ...ACCOUNT, name: 'other' },
  ];
  const functions = trial({ bankAccounts: accounts })().resources('service', 'AWS::Lambda::Function');
  const counts = functions.map(({ properties }) => JSON.stringify(properties).split('acknowledgementCode').length - 1);
  expect(new Set(counts)).toEqual(new Set([0, 1]));
});

function messageOf(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('an address of support that is reserved by RFC 2606 counts as an example, and no other', () => {
  const reserved = ['test', 'example', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org'];
  for (const domain of reserved)
    for (const email of [`ajuda@${domain}`, `ajuda@loja.${domain}`]) expect(isExampleAddress(email), email).toBe(true);
  for (const domain of ['loja.pt', 'contest', 'test.pt', 'example.pt', 'myexample.com', 'example.co'])
    expect(isExampleAddress(`ajuda@${domain}`), domain).toBe(false);
});

test('a stage without an account is not put into the account of a production stage', () => {
  const account = '111122223333';
  const stages = {
    prod: { production: true, account },
    dev: { production: false },
    qa: { production: false, account },
  };
  expect(() => requireOwnAccount(stages, { name: 'dev' }, account)).toThrow(
    /^stage dev: account: not stated, and the credentials are of 111122223333, the account of the stage prod/,
  );
  requireOwnAccount(stages, { name: 'dev' }, '444455556666');
  requireOwnAccount(stages, { name: 'dev' }, undefined);
  requireOwnAccount(stages, { name: 'qa', account }, account);
});

describe('invalid settings stop the synth with the reason', () => {
  test('an unknown stage: names the known ones', () => {
    expect(() => synthesized('porduction')).toThrow(/"porduction" is not one of dev, prod/);
    expect(() => synthesized('constructor')).toThrow(/"constructor" is not one of dev, prod/);
  });

  test('a name too long for the names of the functions: names the maximum, which is accepted', () => {
    const named = (name: string) => synthesized(name, { stages: { [name]: SETTINGS } });
    const [, most = ''] = /at most (\d+)$/.exec(messageOf(() => named('s'.repeat(30)))) ?? [];
    expect(() => named('s'.repeat(Number(most) + 1))).toThrow(/^-c stage=s+: /);
    const names = named('s'.repeat(Number(most))).resources('dashboard', 'AWS::Lambda::Function');
    expect(Math.max(...names.map(({ properties }) => String(properties.FunctionName ?? '').length))).toBe(64);
  });

  test.each([
    [
      'a simulated bank in production',
      { production: true, bankAccounts: [{ ...ACCOUNT, baseUrl: 'simulator' }] },
      /production stage cannot use the simulated bank/,
    ],
    ['an unknown default account', { defaultBankAccount: 'other' }, /defaultBankAccount must name one of bankAccounts/],
    ['no account', { bankAccounts: [] }, /bankAccounts/],
    ['an unknown provider', { bankAccounts: [{ ...ACCOUNT, provider: 'bank' }] }, /bankAccounts\.0\.provider/],
    ['a bank without an address', { bankAccounts: [{ ...ACCOUNT, baseUrl: 'nowhere' }] }, /bankAccounts\.0\.baseUrl/],
    [
      'an address of a bank without TLS',
      { bankAccounts: [{ ...ACCOUNT, baseUrl: 'http://bank.example/v2' }] },
      /bankAccounts\.0\.baseUrl/,
    ],
    [
      'an account name that is invalid in a URL',
      { bankAccounts: [{ ...ACCOUNT, name: 'Main Account' }] },
      /bankAccounts\.0\.name/,
    ],
    [
      'another acknowledgement than SIBS’s two',
      { bankAccounts: [{ ...ACCOUNT, acknowledgementCode: '201' }] },
      /bankAccounts\.0\.acknowledgementCode/,
    ],
    [
      'an acknowledgement for ifthenpay',
      { bankAccounts: [{ ...ACCOUNT, provider: 'ifthenpay', acknowledgementCode: '200' }] },
      /acknowledgementCode is for accounts of sibs/,
    ],
    ['two accounts of one name', { bankAccounts: [ACCOUNT, ACCOUNT] }, /bankAccounts/],
    [
      'a minimum in euros',
      { bankAccounts: [{ ...ACCOUNT, minimumCents: { MBWAY: 0.5, REFERENCE: 1 } }] },
      /minimumCents\.MBWAY/,
    ],
    ['an unknown retention', { logRetentionDays: 31 }, /logRetentionDays/],
    ['an invalid e-mail address', { alarmEmail: 'finance' }, /alarmEmail/],
    ['an invalid address for its merchants', { supportEmail: 'Support' }, /supportEmail/],
    ['an invalid sender', { senderEmail: 'codes' }, /senderEmail/],
    ['a misspelt region', { region: 'eu-wst-1' }, /region: an AWS region, such as eu-west-1/],
    [
      'a replica of the keyring in its own region',
      { region: 'eu-west-1', keyringReplicaRegion: 'eu-west-1' },
      /another region than the stage's: name a third one/,
    ],
    ['a tag of AWS', { tags: { 'aws:x': 'y' } }, /tags\.aws:x: at most 128 letters/],
    [
      'a host name in capitals',
      { apiDomain: { name: 'API', certificateArn: 'x' } },
      /apiDomain\.name: a host name in lower case, such as api\.shop\.example/,
    ],
    ['a misspelt setting', { alarmMail: 'ops@shop.example' }, /alarmMail/],
  ])('%s', (_name, settings, message) => {
    expect(trial(settings)).toThrow(message);
    expect(trial(settings)).toThrow(/^stage trial: /);
  });
});
