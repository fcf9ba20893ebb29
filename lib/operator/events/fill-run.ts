import { setTimeout as sleep } from 'node:timers/promises';
import { type Filled, type FillOptions, fill } from '../../../functions/events/fill/fill.ts';
import { fillOn } from '../../../functions/events/wiring.ts';
import type { CommandResult } from '../command.ts';
import type { Target } from '../target.ts';

interface Choice extends FillOptions {
  merchantId?: string | undefined;
}

/** `npm run events -- fill`, on the local service or a deployed stage. `report` gets lines of progress. */
export async function runFill(
  { client: dynamo, clock, merchants, outputs }: Pick<Target, 'client' | 'clock' | 'merchants' | 'outputs'>,
  { merchantId, isDryRun = false, isAgain = false }: Choice,
  report: (line: string) => void,
): Promise<CommandResult> {
  const tables = { transactions: outputs.TransactionsTable, merchants: outputs.MerchantsTable };
  const all = await merchants.list();
  const chosen = merchantId === undefined ? all : all.filter((each) => each.merchantId === merchantId);
  const filled = await fill({ ...fillOn({ dynamo, clock }, tables), sleep, report })(chosen, { isDryRun, isAgain });
  return {
    json: { dryRun: isDryRun, merchants: filled },
    text: filled.map((each) => textOf(each, isDryRun)).join('') || 'All events are listed.\n',
    failed: filled.some(({ unreadable }) => unreadable.length > 0),
  };
}

function textOf({ merchantId, read, listed, unreadable }: Filled, isDryRun: boolean): string {
  const lines = [`${merchantId}: ${read} transactions read, ${listed} ${isDryRun ? 'to be listed' : 'listed'}`];
  for (const problem of unreadable) lines.push(`  ${problem}`);
  if (unreadable.length > 0) lines.push('  not complete: correct these items and run it again');
  return `${lines.join('\n')}\n`;
}
