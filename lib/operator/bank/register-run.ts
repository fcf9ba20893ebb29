import type { BankAccount } from '../../../functions/banking/account.ts';
import { httpCaller } from '../../../functions/banking/http-call.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { oneOf } from '../arguments.ts';
import { type CommandResult, UsageError } from '../command.ts';
import { bankAccountsOf, type Target } from '../target.ts';
import { callbackUrlOf, isRegisteredByCall, type Registered, registerCallbacks } from './register.ts';

export interface RegisterArguments {
  account?: string | undefined;
  'dry-run'?: boolean | undefined;
}

const METHOD_NAMES = { MBWAY: 'MB WAY', REFERENCE: 'Multibanco' } as const;

/** Registers the callback URL of an account, or shows it. */
export async function runRegister(
  target: Pick<Target, 'outputs' | 'readSecret'>,
  values: RegisterArguments,
): Promise<CommandResult> {
  const account = accountToRegister(bankAccountsOf(target), values.account);
  const baseUrl = target.outputs.BaseUrl;
  const url = callbackUrlOf(account, baseUrl);
  const about = { account: account.name, url };
  if (values['dry-run']) return { json: { ...about, results: [] }, text: `${url}\nNothing was registered.\n` };
  const { readSecret } = target;
  const results = await registerCallbacks(account, { baseUrl, readSecret, call: httpCaller(systemClock) });
  return {
    json: { ...about, results: results.map(({ account: _, ...result }) => result) },
    text: `${url}\n${results.map((result) => lineOf(result, account)).join('')}`,
    failed: results.some(({ kind }) => kind !== 'registered'),
  };
}

function accountToRegister(accounts: readonly BankAccount[], name: string | undefined): BankAccount {
  const names = (of: readonly BankAccount[]) => of.map((account) => account.name);
  if (name !== undefined) oneOf('--account', names(accounts), name);
  const ours = accounts.filter((account) => isRegisteredByCall(account) && (name ?? account.name) === account.name);
  const [only, another] = ours;
  if (another)
    throw new UsageError(`several bank accounts are at ifthenpay: name one with --account (${names(ours).join(', ')})`);
  if (only) return only;
  throw new UsageError(
    name === undefined
      ? 'no bank account of this stage is at ifthenpay: there is nothing to register'
      : `the bank account ${name} is not at ifthenpay: enter its notification address in SIBS's back office ` +
          '(docs/deploying.md)',
  );
}

/** One line of a method's result, with the remedy of a failure. */
export function lineOf(result: Registered, { secretId }: Pick<BankAccount, 'secretId'>): string {
  const name = METHOD_NAMES[result.method].padEnd(10);
  switch (result.kind) {
    case 'registered':
      return `registered      ${name}\n`;
    case 'unknown':
      return `NOT CONFIRMED   ${name}  ${result.detail}: run the command again, a repeat is harmless\n`;
    case 'refused':
      return `NOT REGISTERED  ${name}  ${result.detail}: compare the keys in the secret ${secretId} with ifthenpay's back office\n`;
  }
}
