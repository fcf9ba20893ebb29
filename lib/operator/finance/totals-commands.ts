import { setTimeout as sleep } from 'node:timers/promises';
import { type RebuildTable, rebuildTable } from '../../../functions/finance/rebuild/rebuild.table.ts';
import { type Rebuilt, rebuild } from '../../../functions/finance/rebuild/rebuild.ts';
import type { Basis } from '../../../functions/finance/totals/contribution.ts';
import { countIn } from '../../../functions/finance/totals/count.table.ts';
import { countersTable } from '../../../functions/finance/totals/counters.table.ts';
import { daysOf } from '../../../functions/finance/totals/period.ts';
import { totalsReport } from '../../../functions/finance/totals/totals-report.ts';
import { isRefund } from '../../../functions/payments/money/refund.ts';
import { indexRefundIn, refundsIn } from '../../../functions/payments/money/refunds.table.ts';
import type { LisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { unlessUnreadable } from '../../../functions/runtime/parse-item.ts';
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

/** The commands of `npm run totals`, on the local service or a deployed stage. `report` gets lines of progress. */
export function totalsCommands(target: Needed, report: (line: string) => void) {
  const { client, transactionsTable, clock, merchants, outputs } = target;
  const totalsTable = outputs.TotalsTable;
  if (totalsTable === undefined) throw new Error('the service has no totals: restart or deploy it with this version');
  const counters = countersTable(client, totalsTable);
  const logger = { warn: (message: string) => report(message) };

  return {
    async show({ merchantId, ...days }: Period, by: Basis): Promise<CommandResult> {
      const report = await totalsReport({ counters })({ ...days, by, merchantId: merchantId ?? null });
      return { json: report, text: totalsText(report) };
    },

    /**
     * Rebuilds merchant by merchant, and lists the refunds recorded on these days. An interrupted rebuild keeps the
     * merchants that are complete.
     */
    async rebuild({ merchantId, from, to }: Period, backDays: number): Promise<CommandResult> {
      const merchantIds = await merchantIdsOf(merchants, merchantId);
      const table = rebuildTable(client, { transactionsTable, totalsTable });
      const run = rebuild({
        table,
        counters,
        count: countIn(client, totalsTable, { clock, sleep, logger }),
        clock,
        sleep,
        progress: progressTo(report),
      });
      const indexRefunds = refundIndexing(client, transactionsTable, table);
      const done: Rebuilt[] = [];
      for (const [index, id] of merchantIds.entries()) {
        done.push(await run({ merchantId: id, from, to, backDays }));
        await indexRefunds(id, daysOf({ from, to }));
        report(`${index + 1} of ${merchantIds.length} merchants`);
      }
      return {
        json: { from: from.name, to: to.name, backDays, merchants: done.map(rebuiltJson) },
        text: done.map(rebuiltText).join(''),
        failed: done.some(({ busyDays, unreadable }) => busyDays.length + unreadable.length > 0),
      };
    },
  };
}

/** Gives the refunds recorded on these days their entries in the index, which older versions did not write. */
function refundIndexing(client: Target['client'], tableName: string, { counted }: Pick<RebuildTable, 'counted'>) {
  const refundsOf = refundsIn(client, tableName);
  const index = indexRefundIn(client, tableName);
  return async (merchantId: string, recordDays: readonly string[]): Promise<void> => {
    for (const day of recordDays) {
      const refunded = (await counted(merchantId, day)).filter(({ id }) => isRefund(id));
      for (const transactionId of new Set(refunded.map((each) => each.transactionId))) {
        // The rebuild reports one that cannot be read.
        const refunds = await unlessUnreadable(
          () => refundsOf(transactionId),
          () => undefined,
        );
        for (const refund of refunds ?? []) await index(refund, merchantId);
      }
    }
  };
}

/** A line of progress for each thousand transactions. */
function progressTo(report: (line: string) => void) {
  let reported = 0;
  return (merchantId: string, read: number): void => {
    const thousands = Math.floor(read / 1_000);
    if (thousands > reported) report(`${merchantId}: ${read} transactions read`);
    reported = thousands;
  };
}
