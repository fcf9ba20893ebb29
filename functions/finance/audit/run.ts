import type { OrderSiblings } from '../../payments/exceptions/order-siblings.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Counters } from '../totals/counters.table.ts';
import type { AuditTable } from './audit.table.ts';
import type { Movements } from './movements.ts';
import type { Tally } from './tally.ts';
import type { Violation } from './violation.ts';

export interface AuditDependencies {
  table: AuditTable;
  counters: Pick<Counters, 'ofMerchant'>;
  siblings: OrderSiblings;
  movements: Movements;
  /** Every merchant of the stage, or the one that is audited. */
  merchantIds(): Promise<string[]>;
  /** Transactions created so long before a day may still settle on it; milliseconds. */
  backMs: number;
  clock: Clock;
  /** Called for each violation as it is found. */
  report(violation: Violation): void;
}

/** The audit of one day: `report` adds a violation to the tally. */
export interface AuditRun extends Omit<AuditDependencies, 'merchantIds'> {
  day: LisbonDay;
  tally: Tally;
}

/** Transactions, markers or due entries that are read at a time. */
export const MAX_CONCURRENT_READS = 16;
