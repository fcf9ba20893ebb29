import { merchantsOn } from '../../../functions/merchants/wiring.ts';
import { fromAttributes } from '../../../functions/runtime/attributes.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
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

/** Imports a restored table into the live one of the target. `report` gets lines of progress. */
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
    throw new UsageError('--from is a live table: name the restored one');
  const { keyNames, restoredTo } = await restoredTable(client, from, into);
  const [living, restored] = [into, from].map((name) => merchantsOn({ dynamo: client }, { merchants: name }).merchants);
  const { settledFrom, ...counts } = await importItems({
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
  const merchants = [...settledFrom]
    .sort(([, left], [, right]) => left - right)
    .map(([merchantId, atMs]) => ({ merchantId, settledFrom: isoTime(atMs) }));
  const json = {
    ...{ into, from, restoredTo: restoredTo?.toISOString() ?? null },
    dryRun: isDryRun,
    ...counts,
    ...{ seconds, settledFrom: merchants[0]?.settledFrom ?? null, merchants },
  };
  return { json, text: importText(json) };
}

interface RestoreResult extends Omit<Imported, 'settledFrom'> {
  into: string;
  restoredTo: string | null;
  dryRun: boolean;
  seconds: number;
  /** When the earliest of the imported events was recorded. */
  settledFrom: string | null;
  /** Those whose events were imported, the earliest event first. */
  merchants: { merchantId: string; settledFrom: string }[];
}

const MAX_SHOWN = 20;

function importText(result: RestoreResult): string {
  const { into, restoredTo, dryRun, read, imported, present, different, leftOut, seconds } = result;
  const { differentKeys, settledFrom, merchants } = result;
  return [
    `${read} items read${restoredTo === null ? '' : `, as of ${restoredTo}`}, in ${seconds} s`,
    `${imported} ${dryRun ? 'to be imported' : 'imported'} into ${into}`,
    `${present} present, which stay as they are; ${different} of them differ`,
    ...shown(differentKeys),
    `${leftOut} left out: test events, expired items, API keys that have ended`,
    `${result.openPayments} payments had not ended: the sweep asks the bank`,
    `${result.openDeliveries} events were not delivered yet: the sweep sends them, also where they arrived since`,
    ...(settledFrom === null ? [] : [`events from ${settledFrom}, of ${merchants.length} merchants: ${READ_AGAIN}`]),
    ...shown(merchants.map((each) => `${each.merchantId} ${each.settledFrom}`)),
    '',
  ].join('\n');
}

const READ_AGAIN = 'those who read the list of events meanwhile read again from then';

function shown(lines: readonly string[]): string[] {
  const more = lines.length - MAX_SHOWN;
  return [
    ...lines.slice(0, MAX_SHOWN).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more: --json names all`] : []),
  ];
}
