import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Accounts, Settings } from './accounts.ts';
import type { Action } from './payments/actions.ts';
import type { Table } from './table.ts';

/** What the simulated bank works with. */
export interface Simulation {
  table: Table;
  accounts: Accounts;
  settings: () => Promise<Settings>;
  /** Has an action run at its time. */
  schedule: (action: Action) => Promise<void>;
  clock: Clock;
  sleep: (delayMs: number) => Promise<unknown>;
  logger: Logger;
}
