import { describe, expect, test } from 'vitest';
import { handlerFiles } from '../../lib/bundling/bundle.ts';
import { names } from '../../lib/stacks/names.ts';
import { stageWarnings } from '../../lib/stacks/stage-warnings.ts';
import { isExampleAddress, isSimulated, readStage, requireOwnAccount } from '../../lib/stacks/stages.ts';
import { localContext } from '../../lib/startup/synthesize.ts';
import { cdkContext, devTemplates, fullTemplates, PRODUCTION, synthesized } from './templates.ts';

const ACCOUNT = { name: 'main', provider: 'sibs', baseUrl: 'https://bank.example/v2' };
const SETTINGS = { production: false, bankAccounts: [ACCOUNT], defaultBankAccount: 'main' };
const arn = (region: string, account = PRODUCTION.account) => `arn:aws:acm:${region}:${account}:certificate/0a1b-2c`;
const API = { name: 'api.pay.pt', certificateArn: arn('eu-west-1') };
const DASHBOARD = { name: 'app.pay.pt', certificateArn: arn('us-east-1') };
const ZONE = { id: 'Z0123456789ABCDEFGHIJ', name: 'pay.pt' };

const read = (settings: object) => readStage({ trial: { ...SETTINGS, ...settings } }, 'trial');
// Synthesized before the tests: each takes seconds.
const [dev, prod, full] = [devTemplates(), synthesized('prod'), fullTemplates()];
const readProduction = (settings: object) => read({ ...PRODUCTION, ...settings });

describe('the stage prod', () => {
  test('has no simulated bank', () => {
    expect(prod.has('simulator')).toBe(false);
    expect(JSON.stringify([prod.resources('data'), prod.resources('service')])).not.toMatch(/simulat/i);
  });

  test('calls its bank over https only', () => {
    const { stages } = cdkContext() as { stages: { prod: { bankAccounts: { baseUrl: string }[] } } };
    for (const { baseUrl } of stages.prod.bankAccounts) expect(baseUrl).toMatch(/^https:\/\//);
  });
});

test('a sandbox stage has the simulated bank only where an account uses it', () => {
  expect(isSimulated(read({}))).toBe(false);
  expect(isSimulated(read({ bankAccounts: [{ ...ACCOUNT, baseUrl: 'simulator' }] }))).toBe(true);
  expect(dev.has('simulator')).toBe(true);
});

test('the code of the acknowledgement reaches the functions, for its account only', () => {
  const functions = full.resources('service', 'AWS::Lambda::Function');
  const counts = functions.map(({ properties }) => JSON.stringify(properties).split('acknowledgementCode').length - 1);
  expect(new Set(counts)).toEqual(new Set([0, 1]));
});

test('on one machine a stage has no own domain, whose address is that of a deployment', () => {
  const { stages } = localContext({ stages: { dev: { ...SETTINGS, apiDomain: API, dashboardDomain: DASHBOARD } } });
  const { apiDomain, dashboardDomain } = readStage(stages, 'dev');
  expect([apiDomain, dashboardDomain]).toEqual([undefined, undefined]);
});

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

describe('a production stage warns', () => {
  const NONE = { alarmEmail: 'none', senderEmail: 'none' };
  const warned = (settings: object) => stageWarnings(readProduction(settings));

  test('of each protective setting that is left at its default, and of none that is stated', () => {
    const mails = ['alarmEmail', 'senderEmail'];
    const domains = ['apiDomain', 'dashboardDomain'];
    const limits = ['accountConcurrency', 'logRetentionDays', 'firewall'];
    expect(Object.keys(warned(NONE)).sort()).toEqual([...mails, ...limits, ...domains].sort());
    expect(warned(NONE)).toMatchObject({
      alarmEmail: expect.stringMatching(/^stage trial: alarmEmail: none: nobody receives an alarm/),
      senderEmail: expect.stringMatching(/^stage trial: senderEmail: none: .*50 mails a day/),
      apiDomain: expect.stringMatching(/^stage trial: apiDomain: none: every merchant and the bank/),
    });
    // The firewall's price is printed at synth, `firewall.test.ts`.
    expect(full.notes.map((note) => note.replace(/^warning: stage prod: (\w+): .*/, '$1'))).toEqual(['firewall']);
  });

  test('of addresses that nobody reads, and of an account of AWS’s documentation', () => {
    const email = 'ops@shop.example';
    const settings = { alarmEmail: email, senderEmail: email, supportEmail: email, account: '111122223333' };
    for (const setting of Object.keys(settings))
      expect(warned(settings)).toMatchObject({ [setting]: expect.stringMatching(/ is an example/) });
    expect(Object.keys(warned({}))).not.toContain('account');
  });

  test('at synth, and a sandbox stage does not', () => {
    expect(prod.notes.join('\n')).toMatch(/^warning: stage prod: firewall: none: /m);
    expect(stageWarnings(read({}))).toEqual({});
  });
});

describe('invalid settings stop the synth with the reason', () => {
  test.each(['porduction', 'constructor'])('the unknown stage %s: names the known ones', (name) => {
    expect(() => readStage(cdkContext().stages, name)).toThrow(/is not one of dev, prod/);
  });

  test('a name too long for the names of the functions: names the maximum', () => {
    const named = (name: string) => () => readStage({ [name]: SETTINGS }, name).name;
    expect(named('s'.repeat(21))).toThrow('at most 20 lower-case letters, digits and hyphens');
    const longest = { name: named('s'.repeat(20))() };
    for (const handler of handlerFiles().keys()) expect(names.function(longest, handler).length).toBeLessThan(65);
  });

  test.each(['account', 'region', 'supportEmail', 'alarmEmail', 'senderEmail'])('production without %s', (setting) => {
    expect(() => readProduction({ [setting]: undefined })).toThrow(
      new RegExp(`^stage trial: ${setting}: required in production`),
    );
  });

  test.each<[string, object, RegExp]>([
    [
      'a simulated bank in production',
      { ...PRODUCTION, bankAccounts: [{ ...ACCOUNT, baseUrl: 'simulator' }] },
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
    ['an account of five digits', { account: '12345' }, /account: the 12 digits/],
    ['an account without quotes', { account: 210987654321 }, /account/],
    ['an invalid e-mail address', { alarmEmail: 'finance' }, /alarmEmail/],
    ['an invalid address for its merchants', { supportEmail: 'Support' }, /supportEmail/],
    ['an invalid sender', { senderEmail: 'codes' }, /senderEmail/],
    ['a misspelt region', { region: 'eu-wst-1' }, /region: an AWS region, such as eu-west-1/],
    ['a tag of AWS', { tags: { 'aws:x': 'y' } }, /tags\.aws:x: at most 128 letters/],
    ['a tag that is no text', { tags: { team: 7 } }, /tags\.team/],
    ['a misspelt setting', { alarmMail: 'ops@shop.example' }, /alarmMail/],
    // An address may call 30 times a minute (§8.1); WAF's limit is 2,000,000,000 at most (RateBasedStatement).
    ...[30, 0, 1.5, 2_000_000_001, '300'].map((requestsPerMinute): [string, object, RegExp] => [
      `a firewall of ${requestsPerMinute} requests a minute`,
      { firewall: { requestsPerMinute } },
      /firewall\.requestsPerMinute/,
    ]),
    [
      'a host name in capitals',
      { apiDomain: { name: 'API', certificateArn: 'x' } },
      /apiDomain\.name: a host name in lower case, such as api\.shop\.example/,
    ],
    ['a name with a path', { apiDomain: { ...API, name: 'api.pay.pt/api' } }, /apiDomain\.name: a host name/],
    ['a certificate that is no ARN', { apiDomain: { ...API, certificateArn: 'api.pay.pt' } }, /apiDomain\.certifica/],
    ['no certificate', { dashboardDomain: { name: 'app.pay.pt' } }, /dashboardDomain\.certificateArn/],
    [
      'a certificate of another region than the stage',
      { ...PRODUCTION, apiDomain: { ...API, certificateArn: arn('us-east-1') } },
      /apiDomain: certificateArn must be of the stage's region, eu-west-1/,
    ],
    [
      'a certificate of another account',
      { ...PRODUCTION, apiDomain: { ...API, certificateArn: arn('eu-west-1', '999999999999') } },
      /apiDomain: certificateArn must be of the stage's account, 210987654321/,
    ],
    [
      'a dashboard’s certificate of another account',
      { ...PRODUCTION, dashboardDomain: { ...DASHBOARD, certificateArn: arn('us-east-1', '999999999999') } },
      /dashboardDomain: certificateArn must be of the stage's account/,
    ],
    [
      'a dashboard’s certificate outside us-east-1',
      { dashboardDomain: { ...DASHBOARD, certificateArn: arn('eu-west-1') } },
      /dashboardDomain\.certificateArn: of ACM in us-east-1/,
    ],
    [
      'a zone that does not contain the name',
      { apiDomain: { ...API, hostedZone: { ...ZONE, name: 'ay.pt' } } },
      /apiDomain: name must be in hostedZone, ay\.pt/,
    ],
    [
      'a zone’s name for its id',
      { apiDomain: { ...API, hostedZone: { id: 'pay.pt', name: 'pay.pt' } } },
      /apiDomain\.hostedZone\.id/,
    ],
    [
      'one name for both',
      { apiDomain: API, dashboardDomain: { ...DASHBOARD, name: API.name } },
      /apiDomain and dashboardDomain must have different names/,
    ],
  ])('%s', (_name, settings, message) => {
    expect(() => read(settings)).toThrow(message);
    expect(() => read(settings)).toThrow(/^stage trial: /);
  });
});
