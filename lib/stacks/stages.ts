import { RegionInfo } from 'aws-cdk-lib/region-info';
import * as z from 'zod/mini';
import { ACKNOWLEDGEMENT_CODES, PROVIDER_NAMES } from '../../functions/banking/account.ts';
import { DEPLOYMENTS } from '../../functions/banking/deployments.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../functions/http/messages.ts';
import { apiDomain, dashboardDomain, domainProblems } from './domain-settings.ts';
import { findStage, settingName as name } from './find-stage.ts';
import { pipelineSettings } from './pipeline-settings.ts';

const positive = z.int().check(z.positive());
const emailOrNone = z.union([z.email(), z.literal('none')], 'an e-mail address, or none');
// "Tag naming limits and requirements" (AWS, tagging guide).
const tags = z.record(
  z.string().check(z.regex(/^(?!aws:)[\w .:/=+@-]{1,128}$/i, 'at most 128 letters, digits and _.:/=+@-, not aws:')),
  z.string().check(z.maxLength(256)),
);

const REGIONS = RegionInfo.regions.map((each) => each.name);

// Strict, so that a misspelt setting is an error instead of its default.
const bankAccountSettings = z.strictObject({
  name,
  provider: z.enum(PROVIDER_NAMES),
  /** The provider's base URL (https), or `simulator` for the stage's own simulated bank. */
  baseUrl: z.union([z.literal('simulator'), z.url({ protocol: /^https$/ })]),
  minimumCents: z._default(z.strictObject({ MBWAY: positive, REFERENCE: positive }), { MBWAY: 1, REFERENCE: 1 }),
  /** References are valid until 23:59:59 Europe/Lisbon on this day after today. */
  referenceDays: z._default(positive, 3),
  /** The code that acknowledges a notification, for a terminal at which SIBS does not accept `000`. */
  acknowledgementCode: z.optional(z.enum(ACKNOWLEDGEMENT_CODES)),
});

/** Settings that a production stage must state. */
const REQUIRED = {
  account: 'the AWS account that it belongs to',
  region: 'the AWS region that it belongs to',
  supportEmail: 'the address of support for merchants',
  alarmEmail: 'the address that receives the alarms, or none',
  senderEmail: 'the sender of sign-up codes, or none',
};

/** The settings of one stage, as `cdk.json` gives them under `stages`; checked at synth. */
const stageSettings = z
  .strictObject({
    /** Whether tables and secrets are retained, and the simulated bank is not allowed. */
    production: z.boolean(),
    /** The AWS account and region of the stage. Without them those of the credentials. */
    account: z.optional(z.string().check(z.regex(/^\d{12}$/, 'the 12 digits of an AWS account, in quotes'))),
    region: z.optional(z.enum(REGIONS, 'an AWS region, such as eu-west-1')),
    /** Tags of every resource, beside `service` and `stage`. */
    tags: z._default(tags, {}),
    bankAccounts: z.array(bankAccountSettings).check(z.minLength(1)),
    /** The bank account of a new merchant unless another is given. */
    defaultBankAccount: name,
    /**
     * Production: 90, as long as a bank repeats notifications (`docs/security.md`).
     */
    logRetentionDays: z._default(z.enum({ week: 7, month: 30, quarter: 90, year: 365 }), 30),
    /**
     * A rate rule for each source, in front of the payment API and the user pool (AWS WAF). Above the contract's limit of one
     * address (§8.1).
     */
    firewall: z.optional(
      z.strictObject({
        requestsPerMinute: z.int().check(z.minimum(MAX_REQUESTS_PER_MINUTE + 1), z.maximum(2_000_000_000)),
      }),
    ),
    /** The API's host name instead of API Gateway's. */
    apiDomain: z.optional(apiDomain),
    /** The dashboard's host name instead of CloudFront's. */
    dashboardDomain: z.optional(dashboardDomain),
    /**
     * Sender of sign-up codes and the morning mail, verified in SES in the stage's region. Without it, or with `none`,
     * Cognito sends at most 50 a day, and there is no morning mail.
     */
    senderEmail: z.optional(emailOrNone),
    /** Whom merchants contact, named in the documents, the API description and the dashboard. */
    supportEmail: z.optional(z.email()),
    /**
     * Working days within which a new account is decided. Without it the dashboard says that there is no fixed time.
     */
    approvalDays: z.optional(positive),
    /** The account's limit of concurrent executions of Lambda in the region. A new account may have 10. */
    accountConcurrency: z._default(positive, 1_000),
    /** Receives every alarm. Without it, or with `none`, the topic has no subscriber. */
    alarmEmail: z.optional(emailOrNone),
    /** Who deploys and operates the stage by roles of its own (`bin/roles.ts`). Without it there are none. */
    pipeline: z.optional(pipelineSettings),
  })
  .check(
    z.refine(
      ({ production, bankAccounts }) => !production || bankAccounts.every(({ baseUrl }) => baseUrl !== 'simulator'),
      'a production stage cannot use the simulated bank',
    ),
    z.refine(
      ({ defaultBankAccount, bankAccounts }) => bankAccounts.some((account) => account.name === defaultBankAccount),
      'defaultBankAccount must name one of bankAccounts',
    ),
    z.refine(
      ({ bankAccounts }) => new Set(bankAccounts.map((account) => account.name)).size === bankAccounts.length,
      'bankAccounts must have a name each',
    ),
    z.refine(
      ({ bankAccounts }) => bankAccounts.every((each) => each.provider === 'sibs' || !each.acknowledgementCode),
      'acknowledgementCode is for accounts of sibs',
    ),
    z.superRefine((settings, context) => {
      for (const problem of domainProblems(settings)) context.addIssue(problem);
    }),
    ...Object.entries(REQUIRED).map(([setting, meaning]) =>
      z.refine<{ production: boolean; [setting: string]: unknown }>(
        (settings) => !settings.production || settings[setting] !== undefined,
        { path: [setting], error: `required in production: ${meaning}` },
      ),
    ),
  );

export type BankAccountSettings = z.infer<typeof bankAccountSettings>;
export type Stage = z.infer<typeof stageSettings> & {
  name: string;
  /** The settings that are stated, and not as `none`: all others have their default. */
  stated: readonly string[];
};

/** The settings of the stage `stageName`, or an error that names the setting and what is wrong with it. */
export function readStage(stages: unknown, stageName: unknown): Stage {
  const found = findStage(stages, stageName);
  // Without a locale zod/mini reports only "Invalid input".
  const parsed = stageSettings.safeParse(found.settings, { error: z.locales.en().localeError });
  if (parsed.success) {
    const stated = Object.keys(withoutNone(found.settings as object));
    return { ...withoutNone(parsed.data), name: found.name, stated };
  }
  const problems = parsed.error.issues.map((issue) => {
    const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue;
    return `${issue.path.join('.') || 'settings'}: ${message}`;
  });
  throw new Error(`stage ${found.name}: ${problems.join('; ')}`);
}

/** Throws where a stage that states no account would be deployed into the account of a production stage. */
export function requireOwnAccount(
  stages: unknown,
  { name: own, account }: Pick<Stage, 'name'> & { account?: string | undefined },
  credentialsOf: string | undefined,
): void {
  if (account !== undefined || credentialsOf === undefined) return;
  const production = z.object({ production: z.literal(true), account: z.literal(credentialsOf) });
  for (const [name, other] of Object.entries(z.record(z.string(), z.unknown()).parse(stages)))
    if (name !== own && production.safeParse(other).success)
      throw new Error(
        `stage ${own}: account: not stated, and the credentials are of ${credentialsOf}, the account of the stage ${name}: ` +
          'use those of another account (AWS_PROFILE), or state the account in cdk.json',
      );
}

/** `none` states in the settings what leaving one out means. */
function withoutNone<Settings extends object>(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== 'none')) as Settings;
}

/** Whether live pushes of any of the stage's bank accounts are polled. */
export function isPolled({ bankAccounts }: Stage): boolean {
  return bankAccounts.some(({ provider }) => DEPLOYMENTS[provider].isPolled);
}

/** Whether nobody can receive mail at the address: its domain is reserved for tests and examples (RFC 2606). */
export function isExampleAddress(email: string): boolean {
  return /[@.](test|example|invalid|localhost|example\.(com|net|org))$/i.test(email);
}

/** Whether the stage has the simulated bank. */
export function isSimulated({ bankAccounts }: Stage): boolean {
  return bankAccounts.some(({ baseUrl }) => baseUrl === 'simulator');
}
