import { isExampleAddress, type Stage } from './stages.ts';

/** The accounts of AWS's documentation. */
const EXAMPLE_ACCOUNTS = /^(111122223333|123456789012|444455556666|0{12})$/;

/** What protects a production stage and is left at its default, by setting; printed at synth. */
export function stageWarnings(stage: Stage): Record<string, string> {
  if (!stage.production) return {};
  return Object.fromEntries(
    Object.entries({
      account: EXAMPLE_ACCOUNTS.test(stage.account ?? '') && `${stage.account} is an example; set it in cdk.json`,
      supportEmail: example(stage.supportEmail),
      alarmEmail: example(stage.alarmEmail) ?? (!stage.alarmEmail && 'none: nobody receives an alarm'),
      senderEmail:
        example(stage.senderEmail) ??
        (!stage.senderEmail && 'none: Cognito sends 50 mails a day, and then nobody can sign up or recover a password'),
    }).flatMap(([setting, text]) => (text ? [[setting, `stage ${stage.name}: ${setting}: ${text}`]] : [])),
  );
}

function example(email: string | undefined): string | undefined {
  if (email === undefined || !isExampleAddress(email)) return undefined;
  return `${email} is an example that nobody reads; set it in cdk.json`;
}
