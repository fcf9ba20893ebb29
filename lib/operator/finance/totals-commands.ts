import { setTimeout as sleep } from 'node:timers/promises';
import { rebuildTable } from '../../../functions/finance/rebuild/rebuild.table.ts';
import { type Rebuilt, rebuild } from '../../../functions/finance/rebuild/rebuild.ts';
import type { Basis } from '../../../functions/finance/totals/contribution.ts';
import { countIn } from '../../../functions/finance/totals/count.table.ts';
import { countersTable } from '../../../functions/finance/totals/counters.table.ts';
import { totalsReport } from '../../../functions/finance/totals/totals-report.ts';
import type { LisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import type { CommandResult } from '../command.ts';
import { merchantIdsOf } from '../known-merchant.ts';
import type { Target } from '../target.ts';
import { rebuiltJson, rebuiltText, totalsText } from './totals-text.ts';

export type TotalsCommands = ReturnType<typeof totalsCommands>;

interface Period {
  from: LisbonDay;
  to: LisbonDay;
  merchantId?: string | undefined;
}

type Needed = Pick<Target, 'client' | 'transactionsTable' | 'clock'> & {
  merchants: Pick<Target['merchants'], 'list' | 'read'>;
  outputs: Pick<Target['outputs'], 'TotalsTable'>;
};

/** The commands of `npm run totals`, on the local service or a deployed stage. `say` gets a line of progress now and then. */
export function totalsCommands(target: Needed, say: (line: string) => void) {
  const { client, transactionsTable, clock, merchants, outputs } = target;
  const totalsTable = outputs.TotalsTable;
  if (totalsTable === undefined) throw new Error('this service has no totals: start or deploy it with this version');
  const counters = countersTable(client, totalsTable);
  const logger = { warn: (message: string) => say(message) };

  return {
    async show({ merchantId, ...days }: Period, by: Basis): Promise<CommandResult> {
      const report = await totalsReport({ counters })({ ...days, by, merchantId: merchantId ?? null });
      return { json: report, text: totalsText(report) };
    },

    /** Merchant by merchant; what is done stays done when it is interrupted. */
    async rebuild({ merchantId, from, to }: Period, backDays: number): Promise<CommandResult> {
      const merchantIds = await merchantIdsOf(merchants, merchantId);
      const run = rebuild({
        table: rebuildTable(client, { transactionsTable, totalsTable }),
        counters,
        count: countIn(client, totalsTable, { clock, sleep, logger }),
        clock,
        sleep,
        progress: everySoMany(say),
      });
      const done: Rebuilt[] = [];
      for (const [index, id] of merchantIds.entries()) {
        done.push(await run({ merchantId: id, from, to, backDays }));
        say(`${index + 1} of ${merchantIds.length} merchants`);
      }
      return {
        json: { from: from.name, to: to.name, backDays, merchants: done.map(rebuiltJson) },
        text: done.map(rebuiltText).join(''),
        failed: done.some(({ busyDays, unreadable }) => busyDays.length + unreadable.length > 0),
      };
    },
  };
}

/** A line for each thousand transactions, so that a person sees that it goes on. */
function everySoMany(say: (line: string) => void) {
  let told = 0;
  return (merchantId: string, read: number): void => {
    const thousands = Math.floor(read / 1_000);
    if (thousands > told) say(`${merchantId}: ${read} transactions read`);
    told = thousands;
  };
}
