import { isExampleAddress, type Stage } from './stages.ts';

/** The accounts of AWS's documentation. */
const EXAMPLE_ACCOUNTS = /^(111122223333|123456789012|444455556666|0{12})$/;

/** What it means to leave a setting that protects something at its default. */
const LEFT_OUT = {
  accountConcurrency: '1,000, the default: a new account may have 10, and pre-flight compares both',
  alarmEmail: 'none: nobody receives an alarm',
  senderEmail: 'none: Cognito sends 50 mails a day, and then nobody can sign up or recover a password',
  logRetentionDays: '30, the default: after these days nothing shows how a disputed payment or an attack came about',
  firewall: 'none: no rate of requests is refused before it costs something (docs/security.md)',
  apiDomain:
    'none: every merchant and the bank enter the address that API Gateway gives to this one API, and it can never move to ' +
    'another API, region or account. Set a domain before the first merchant',
  dashboardDomain: 'none: people learn a name of CloudFront, which ends with its distribution and accepts TLS 1.0',
} satisfies Partial<Record<keyof Stage, string>>;

/** What protects a production stage and is left at its default, by setting; printed at synth. */
export function stageWarnings(stage: Stage): Record<string, string> {
  if (!stage.production) return {};
  const examples = (['supportEmail', 'alarmEmail', 'senderEmail'] as const)
    .filter((setting) => isExampleAddress(stage[setting] ?? ''))
    .map((setting) => [setting, `${stage[setting]} is an example that nobody reads; set it in cdk.json`]);
  if (EXAMPLE_ACCOUNTS.test(stage.account ?? ''))
    examples.push(['account', `${stage.account} is an example; set it in cdk.json`]);
  const leftOut = Object.entries(LEFT_OUT).filter(([setting]) => !stage.stated.includes(setting));
  return Object.fromEntries(
    [...examples, ...leftOut].map(([setting, text]) => [setting, `stage ${stage.name}: ${setting}: ${text}`]),
  );
}
