import { expect, test } from 'vitest';
import { idOf, only, PRODUCTION, synthesized, type Templates } from './templates.ts';

const ACCOUNT = { name: 'main', provider: 'sibs', baseUrl: 'https://bank.example/v2' };
/** The longest name of a stage: those of its functions have at most 64 characters. */
const LONGEST = 's'.repeat(16);

function production(settings: object): Templates {
  const stated = { ...PRODUCTION, bankAccounts: [ACCOUNT], defaultBankAccount: 'main', ...settings };
  return synthesized(LONGEST, { stages: { [LONGEST]: stated } });
}

/** What the account of a stage must leave to the API is just left. */
const least = production({
  ...{ accountConcurrency: 150, alarmEmail: 'none', senderEmail: 'none' },
  apiDomain: { name: 'api.pay.pt', certificateArn: 'arn:aws:acm:eu-west-1:210987654321:certificate/0a1b' },
  dashboardDomain: { name: 'app.pay.pt', certificateArn: 'arn:aws:acm:us-east-1:210987654321:certificate/0a1b' },
});

test('the longest name of a stage gives functions names that Lambda accepts', () => {
  const names = (['service', 'dashboard'] as const)
    .flatMap((part) => least.resources(part, 'AWS::Lambda::Function'))
    .map(({ properties }) => String(properties.FunctionName ?? ''));
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(64);
});

test('with `none` as addresses no alarm and no morning mail is sent, and Cognito sends the codes', () => {
  expect(least.resources('service', 'AWS::SNS::Subscription')).toEqual([]);
  expect(only(least, 'data', 'AWS::Cognito::UserPool').properties).not.toHaveProperty('EmailConfiguration');
  const service = least.resources('service').map(({ properties }) => JSON.stringify(properties));
  expect(service.filter((text) => /ses:|SENDER_EMAIL/.test(text))).toEqual([]);
});

test('records of own domains are left to the owner of the zone, who is given their targets', () => {
  for (const part of ['service', 'dashboard'] as const)
    expect(least.resources(part, 'AWS::Route53::RecordSet')).toEqual([]);
  const target = idOf(least.output('service', 'ApiDomainTarget'));
  expect(target).toBe(only(least, 'service', 'AWS::ApiGateway::DomainName').id);
  const site = idOf(least.output('dashboard', 'DashboardDomainTarget'));
  expect(site).toBe(only(least, 'dashboard', 'AWS::CloudFront::Distribution').id);
});

test('a small account reserves nothing, and its alarm is at four fifths of what the stage states', () => {
  const reserved = least
    .resources('service', 'AWS::Lambda::Function')
    .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined);
  expect(reserved).toEqual([]);
  const alarm = least
    .resources('service', 'AWS::CloudWatch::Alarm')
    .find(({ properties }) => properties.MetricName === 'ConcurrentExecutions');
  expect(alarm?.properties.Threshold).toBe(Math.floor(0.8 * 150));
});

// Before the tests: it constructs a stage, which takes seconds.
const tooSmall = problemOf(() => production({ accountConcurrency: 7 }));
function problemOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test('an account whose half the queues’ consumers could exceed is refused, by the setting and what to request', () => {
  expect(tooSmall).toMatch(/accountConcurrency: the queues’ consumers take up to 4 of 7 .* at least 8/s);
});
