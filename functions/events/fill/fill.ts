import type { Clock } from '../../runtime/clock.ts';
import { UnreadableItem } from '../../runtime/parse-item.ts';
import type { coverageWritesIn, ReadCoverage } from '../coverage.table.ts';
import { HORIZON_MS } from '../horizon.ts';
import type { UnlistedTable } from './unlisted.table.ts';

export interface FillDependencies {
  readCoverage: ReadCoverage;
  coverage: ReturnType<typeof coverageWritesIn>;
  table: UnlistedTable;
  clock: Clock;
  sleep: (durationMs: number) => Promise<unknown>;
  /** Lines of progress. */
  report: (line: string) => void;
}

export interface OlderMerchant {
  merchantId: string;
  createdAt: number;
}

/** `isAgain`: merchants that are complete too, after an older version has run again. */
export interface FillOptions {
  isDryRun?: boolean;
  isAgain?: boolean;
}

/**
 * `listed`: transactions that got an entry, or in a dry run would. With any `unreadable` the coverage stays as it is.
 */
export interface Filled {
  merchantId: string;
  read: number;
  listed: number;
  unreadable: string[];
}

/**
 * Gives what older versions settled its entries in the index `settled` (decision 0049). Safe beside traffic and to
 * repeat: it skips merchants that are complete, and adds only what is absent.
 *
 * 1. Each merchant is covered from when no function of an older version can run any more, which may be still to come.
 * 2. Waits until then: what such a function settles at its end is found by the scan.
 * 3. Merchant by merchant adds what is absent. Then the merchant is covered from its creation.
 */
export function fill(dependencies: FillDependencies) {
  const { readCoverage, coverage, clock, sleep, report } = dependencies;
  return async (merchants: readonly OlderMerchant[], { isDryRun = false, isAgain = false }: FillOptions = {}) => {
    const begun = clock() + HORIZON_MS;
    const waiting: (OlderMerchant & { from: number })[] = [];
    for (const merchant of merchants) {
      const { merchantId, createdAt } = merchant;
      const known = await readCoverage(merchantId);
      if (known === undefined && !isDryRun) await coverage.begin(merchantId, begun);
      const from = known ?? begun;
      if (from > createdAt || isAgain) waiting.push({ ...merchant, from });
    }
    const waitMs = isDryRun ? 0 : Math.max(0, ...waiting.map(({ from }) => from - clock()));
    if (waitMs > 0) {
      report(`waiting ${Math.ceil(waitMs / 1_000)} s for the functions of an older version`);
      await sleep(waitMs);
    }
    const filled: Filled[] = [];
    for (const { merchantId, createdAt, from } of waiting) {
      const each = await fillOne(dependencies, merchantId, isDryRun);
      if (!isDryRun && each.unreadable.length === 0) await coverage.reachBack(merchantId, createdAt, from);
      filled.push(each);
      report(`${filled.length} of ${waiting.length} merchants`);
    }
    return filled;
  };
}

async function fillOne({ table, report }: FillDependencies, merchantId: string, isDryRun: boolean): Promise<Filled> {
  const filled: Filled = { merchantId, read: 0, listed: 0, unreadable: [] };
  for await (const page of table.transactions(merchantId)) {
    const thousands = Math.floor(filled.read / 1_000);
    for (const transaction of page) {
      filled.read += 1;
      if (transaction instanceof UnreadableItem) filled.unreadable.push(transaction.message);
      else if (transaction.settledAt === undefined && transaction.settlements.length > 0) {
        if (isDryRun || (await table.list(transaction))) filled.listed += 1;
      }
    }
    if (Math.floor(filled.read / 1_000) > thousands) report(`${merchantId}: ${filled.read} transactions read`);
  }
  return filled;
}
