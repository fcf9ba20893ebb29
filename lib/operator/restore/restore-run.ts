import { merchantsOn } from '../../../functions/merchants/wiring.ts';
import { fromAttributes } from '../../../functions/runtime/attributes.ts';
import { type CommandResult, UsageError } from '../command.ts';
import type { Target } from '../target.ts';
import { type Imported, importItems } from './import.ts';
import { type ImportedTable, isKeyOf, passOf } from './restored-items.ts';
import { restoredTable } from './restored-table.ts';

export interface RestoreInput {
  into: ImportedTable;
  /** Name of the table that AWS has restored. */
  from: string;
  isDryRun: boolean;
}

/** Imports a restored table into the living one of the target. `report` gets lines of progress. */
export async function runRestore(
  {
    client,
    outputs,
    clock,
  }: Pick<Target, 'client' | 'clock'> & {
    outputs: Pick<Target['outputs'], 'TransactionsTable' | 'MerchantsTable' | 'TotalsTable' | 'IdempotencyKeysTable'>;
  },
  { into: table, from, isDryRun }: RestoreInput,
  report: (line: string) => void,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const into = table === 'transactions' ? outputs.TransactionsTable : outputs.MerchantsTable;
  const { TransactionsTable, MerchantsTable, TotalsTable, IdempotencyKeysTable } = outputs;
  if ([TransactionsTable, MerchantsTable, TotalsTable, IdempotencyKeysTable].includes(from))
    throw new UsageError('--from is a living table: name the restored one');
  const { keyNames, restoredTo } = await restoredTable(client, from, into);
  const [living, restored] = [into, from].map((name) => merchantsOn({ dynamo: client }, { merchants: name }).merchants);
  const imported = await importItems({
    ...{ client, from, into, keyNames, isDryRun, report },
    passOf: (item) => passOf(table, item, clock()),
    isValid: async (item) => {
      if (table !== 'merchants') return true;
      const merchantId = String(fromAttributes(item).merchantId);
      // In a dry run the account may be in the restored table alone.
      return isKeyOf(item, (await living?.read(merchantId)) ?? (await restored?.read(merchantId)));
    },
  });
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  const json = {
    ...{ into, from, restoredTo: restoredTo?.toISOString() ?? null },
    dryRun: isDryRun,
    ...imported,
    seconds,
  };
  return { json, text: importText(json) };
}

function importText(result: Imported & { into: string; restoredTo: string | null; dryRun: boolean; seconds: number }) {
  const { into, restoredTo, dryRun, read, imported, present, different, differentKeys, leftOut, seconds } = result;
  return [
    `${read} items read${restoredTo === null ? '' : `, as of ${restoredTo}`}, in ${seconds} s`,
    `${imported} ${dryRun ? 'to be imported' : 'imported'} into ${into}`,
    `${present} present, which stay as they are; ${different} of them differ`,
    ...differentKeys.map((key) => `  ${key}`),
    ...(different > differentKeys.length ? [`  and ${different - differentKeys.length} more`] : []),
    `${leftOut} left out: test events, expired items, API keys that have ended`,
    `${result.openPayments} payments had not ended: the sweep asks the bank`,
    `${result.openDeliveries} events were not delivered yet: the sweep sends them, also where they arrived since`,
    '',
  ].join('\n');
}
