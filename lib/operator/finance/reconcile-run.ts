import { readFileSync, writeFileSync } from 'node:fs';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { transactionIdIn } from '../../../functions/banking/providers.ts';
import { type BankFile, readBankFile } from '../../../functions/finance/reconciliation/bank-file.ts';
import { bankFileText } from '../../../functions/finance/reconciliation/bank-file-problem.ts';
import { decodeBankFile } from '../../../functions/finance/reconciliation/bank-file-text.ts';
import { findingsCsv } from '../../../functions/finance/reconciliation/csv-rows.ts';
import { type DayReport, reconcileDay } from '../../../functions/finance/reconciliation/reconcile-day.ts';
import { reconciliationOn } from '../../../functions/finance/wiring.ts';
import type { LisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { accountOf } from '../arguments.ts';
import { UsageError } from '../command.ts';
import { merchantIdsOf } from '../known-merchant.ts';
import { bankAccountsOf, type Target } from '../target.ts';

export interface ReconcileArguments {
  day: LisbonDay;
  merchant?: string | undefined;
  account?: string | undefined;
  import?: string | undefined;
  csv?: string | undefined;
  json: boolean;
}

/** Reconciles one day. Throws a `UsageError` for wrong arguments and for a malformed import file. */
export async function runReconcile(target: Target, values: ReconcileArguments): Promise<DayReport> {
  const { day } = values;
  if (target.clock() < day.toMs) process.stderr.write(`${day.name} is not over: later payments are not included\n`);
  const file = values.import === undefined ? null : importedFile(values.import);
  const { client, transactionsTable, merchants, clock, readSecret } = target;
  const accounts = bankAccountsOf(target);
  const account = accountOf(
    values,
    accounts.map(({ name }) => name),
  );
  const merchantIds = await merchantIdsOf(merchants, values.merchant);
  const run = reconcileDay({
    table: reconciliationOn({ dynamo: client }, { transactions: transactionsTable }),
    bankAccounts: bankAccounts({ accounts, readSecret, clock }),
    progress: progressOn(process.stderr),
  });
  const report = await run({ day, merchantIds, merchantId: values.merchant, account, lines: null, ...file });
  if (values.csv !== undefined) writeFileSync(values.csv, findingsCsv(report.reconciled.findings));
  return report;
}

/** An imported export. Throws a `UsageError` that lists its problems. */
export function importedFile(path: string): Extract<BankFile, { ok: true }> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`--import cannot be read: ${(error as Error).message}`);
  }
  const text = decodeBankFile(bytes);
  const file = text.ok ? readBankFile(text.value, transactionIdIn) : { ok: false as const, problems: [text.problem] };
  if (file.ok) return file;
  const shown = file.problems.slice(0, MAX_PROBLEMS_SHOWN);
  const more = file.problems.length - shown.length;
  throw new UsageError(
    [
      `--import ${path} is not in the form of docs/reconciliation.md; nothing was compared`,
      ...shown.map((problem) => bankFileText(problem)),
    ]
      .concat(more > 0 ? [`and ${more} more`] : [])
      .join('\n  '),
  );
}

const MAX_PROBLEMS_SHOWN = 10;

const STEP_NAMES = { read: 'read', asked: 'asked the bank about' } as const;

/** Writes a line of progress for each hundred transactions. */
function progressOn(stream: { write(text: string): unknown }) {
  return (step: keyof typeof STEP_NAMES, done: number, of: number): void => {
    if (done === of || done % 100 === 0) stream.write(`${STEP_NAMES[step]} ${done} of ${of}\n`);
  };
}
