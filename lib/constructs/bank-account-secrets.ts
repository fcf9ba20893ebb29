import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { names } from '../stacks/names.ts';
import type { BankAccountSettings, Stage } from '../stacks/stages.ts';

/**
 * The secrets of bank accounts, for the stacks other than the data stack: by name, which is known at synthesis, where the
 * size of a function's environment is checked (0038). A secret that was made again has the same name.
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
