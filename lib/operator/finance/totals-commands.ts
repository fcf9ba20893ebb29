import { setTimeout as sleep } from 'node:timers/promises';
import type { RebuildTable } from '../../../functions/finance/rebuild/rebuild.table.ts';
import { type Rebuilt, rebuild } from '../../../functions/finance/rebuild/rebuild.ts';
import type { Basis } from '../../../functions/finance/totals/contribution.ts';
import { daysOf } from '../../../functions/finance/totals/period.ts';
import { totalsReport } from '../../../functions/finance/totals/totals-report.ts';
import { financeOn, rebuildOn } from '../../../functions/finance/wiring.ts';
import { isRefund } from '../../../functions/payments/money/refund.ts';
import { paymentsOn } from '../../../functions/payments/wiring.ts';
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
  const tables = { transactions: transactionsTable, totals: outputs.TotalsTable };
  const { counters } = financeOn({ dynamo: client }, tables);
  const logger = { warn: (message: string) => report(message) };

  return {
    async show({ merchantId, ...days }: Period, by: Basis): Promise<CommandResult> {
      const report = await totalsReport({ counters })({ ...days, by, merchantId: merchantId ?? null });
      return { json: report, text: totalsText(report) };
    },

    /**
     * Rebuilds merchant by merchant, and lists the refunds recorded on these days. An interrupted rebuild retains the
     * merchants that are complete.
     */
    async rebuild({ merchantId, from, to }: Period, backDays: number): Promise<CommandResult> {
      const merchantIds = await merchantIdsOf(merchants, merchantId);
      const dependencies = rebuildOn({ dynamo: client, clock, sleep, logger }, tables);
      const run = rebuild({ ...dependencies, progress: progressTo(report) });
      const writeSums = refundSums({ client, transactionsTable, clock }, dependencies.table);
      const done: Rebuilt[] = [];
      for (const [index, id] of merchantIds.entries()) {
        done.push(await run({ merchantId: id, from, to, backDays }));
        await writeSums(id, { from, to });
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

/**
 * Writes the sums of refunds again: of those that were recorded in the period, and of transactions created or paid in it.
 */
function refundSums(
  { client, transactionsTable, clock }: Pick<Target, 'client' | 'transactionsTable' | 'clock'>,
  { markers, candidates }: Pick<RebuildTable, 'markers' | 'candidates'>,
) {
  const { sumRefunds } = paymentsOn({ dynamo: client, clock }, { transactions: transactionsTable });
  return async (merchantId: string, { from, to }: Pick<Period, 'from' | 'to'>): Promise<void> => {
    const found = new Set<string>();
    for (const day of daysOf({ from, to })) {
      const refunded = (await markers(merchantId, day)).filter(({ id }) => isRefund(id));
      for (const { transactionId } of refunded) found.add(transactionId);
    }
    for await (const ids of candidates(merchantId, from.fromMs, to.toMs)) for (const id of ids) found.add(id);
    // The rebuild reports one that cannot be read.
    for (const transactionId of found)
      await unlessUnreadable(
        () => sumRefunds(transactionId),
        () => undefined,
      );
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
