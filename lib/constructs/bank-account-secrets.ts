import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { names } from '../stacks/names.ts';
import type { BankAccountSettings, Stage } from '../stacks/stages.ts';

/**
 * The secrets of bank accounts, for the stacks other than the data stack: found by name, never by an export. The
 * data stack deploys first, and CloudFormation deletes no export that a deployed stack imports. With exports `deploy
 * --all` could not remove an account.
 */
export function bankAccountSecrets(
  scope: Construct,
  stage: Stage,
  accounts: readonly BankAccountSettings[] = stage.bankAccounts,
): Map<string, ISecret> {
  return new Map(
    accounts.map(({ name }) => [
      name,
      Secret.fromSecretNameV2(scope, `BankAccount-${name}`, names.bankAccountSecret(stage, name)),
    ]),
  );
}
