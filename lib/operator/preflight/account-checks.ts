import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import type { Stage } from '../../stacks/stages.ts';
import { ok, problem, type Result } from './finding.ts';

/** The highest `requiresBootstrapStackVersion` of the assembly: stacks and assets require different ones. */
export const BOOTSTRAP_VERSION = 8;

export interface Location {
  account: string;
  region: string;
}

export async function checkBootstrap(cloudFormation: CloudFormationClient, location: Location): Promise<Result> {
  const remedy = `npx cdk bootstrap aws://${location.account}/${location.region}`;
  const stack = await findStack(cloudFormation, 'CDKToolkit');
  if (!stack) return problem(`none in ${location.region}`, remedy);
  const version = Number(stack.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue);
  return version >= BOOTSTRAP_VERSION
    ? ok(`version ${version}`)
    : problem(`version ${version}, and ${BOOTSTRAP_VERSION} is required`, remedy);
}

/** A stack's description; undefined when there is none of this name. */
export async function findStack(cloudFormation: CloudFormationClient, StackName: string) {
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
    return Stacks[0];
  } catch (error) {
    // CloudFormation has no type of its own for it.
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

export async function checkConcurrency(
  lambda: LambdaClient,
  { accountConcurrency: stated }: Pick<Stage, 'accountConcurrency'>,
  { region }: Location,
): Promise<Result> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions;
  if (limit === undefined) throw new Error('Lambda reports no limit');
  if (limit >= stated) return ok(`${limit} executions at a time, ${stated} stated (accountConcurrency)`);
  return problem(
    `${limit} executions at a time, and accountConcurrency states ${stated}`,
    `aws service-quotas request-service-quota-increase --region ${region} --service-code lambda ` +
      `--quota-code L-B99A9384 --desired-value ${stated}`,
  );
}

/** The identity of SES from which the user pool sends: the exact address. */
export async function checkSenderIdentity(
  ses: SESv2Client,
  { senderEmail: identity }: Pick<Stage, 'senderEmail'>,
  { region }: Location,
): Promise<Result> {
  if (identity === undefined) return ok('not needed: without senderEmail Cognito sends 50 mails a day');
  try {
    const { VerifiedForSendingStatus, VerificationStatus } = await ses.send(
      new GetEmailIdentityCommand({ EmailIdentity: identity }),
    );
    if (VerifiedForSendingStatus) return ok(`${identity} is verified`);
    const remedy = `follow the link in AWS's mail to ${identity}`;
    return problem(`${identity} is not verified in ${region} (${VerificationStatus ?? 'no status'})`, remedy);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const create = `aws sesv2 create-email-identity --region ${region} --email-identity ${identity}`;
    return problem(`SES does not know ${identity} in ${region}`, `${create}, and follow the link in its mail`);
  }
}

export async function checkSandbox(
  ses: SESv2Client,
  { senderEmail }: Pick<Stage, 'senderEmail'>,
  { region }: Location,
): Promise<Result> {
  if (senderEmail === undefined) return ok('not needed: no senderEmail');
  const { ProductionAccessEnabled, SendingEnabled, SendQuota } = await ses.send(new GetAccountCommand({}));
  const console = `https://${region}.console.aws.amazon.com/ses/home?region=${region}#/account`;
  if (!ProductionAccessEnabled)
    return problem(
      `SES is in its sandbox in ${region}: it sends to verified addresses only`,
      `request production access at ${console} (about a day)`,
    );
  if (!SendingEnabled) return problem(`SES sends nothing in ${region}: AWS has paused it`, `see why at ${console}`);
  return ok(`outside, ${SendQuota?.Max24HourSend ?? 'an unknown number of'} mails a day`);
}

/** Whether a service answered that the named resource does not exist; each has a name of its own for it. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && /^(NotFound|ResourceNotFound)(Exception)?$/.test(error.name);
}
