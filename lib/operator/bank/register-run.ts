import type { BankAccount } from '../../../functions/banking/account.ts';
import { httpCaller } from '../../../functions/banking/http-call.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { oneOf } from '../arguments.ts';
import { type CommandResult, UsageError } from '../command.ts';
import { bankAccountsOf, type Target } from '../target.ts';
import { type AddressEntry, addressEntryOf, type Registered } from './register.ts';

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
  const { account, entry } = accountToRegister(bankAccountsOf(target), values.account);
  const baseUrl = target.outputs.BaseUrl;
  const url = entry.url(account, baseUrl);
  const about = { account: account.name, url };
  if (values['dry-run']) return { json: { ...about, results: [] }, text: `${url}\nNothing was registered.\n` };
  const { readSecret } = target;
  const results = await entry.register(account, { baseUrl, readSecret, call: httpCaller(systemClock) });
  return {
    json: { ...about, results: results.map(({ account: _, ...result }) => result) },
    text: `${url}\n${results.map((result) => lineOf(result, account)).join('')}`,
    failed: results.some(({ kind }) => kind !== 'registered'),
  };
}

interface ToRegister {
  account: BankAccount;
  entry: Extract<AddressEntry, { kind: 'registered' }>;
}

function accountToRegister(accounts: readonly BankAccount[], name: string | undefined): ToRegister {
  const known = accounts.map((account) => account.name);
  if (name !== undefined) oneOf('--account', known, name);
  const named = accounts.filter((account) => name === undefined || account.name === name);
  const ours: ToRegister[] = [];
  for (const account of named) {
    const entry = addressEntryOf(account);
    if (entry.kind === 'registered') ours.push({ account, entry });
    else if (name !== undefined)
      throw new UsageError(
        `the bank account ${name} is not at ifthenpay: enter its notification address in ${entry.where} ` +
          '(docs/deploying.md)',
      );
  }
  const [only, another] = ours;
  if (!only) throw new UsageError('no bank account of this stage is at ifthenpay: there is nothing to register');
  const names = ours.map(({ account }) => account.name);
  if (another)
    throw new UsageError(`several bank accounts are at ifthenpay: name one with --account (${names.join(', ')})`);
  return only;
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
