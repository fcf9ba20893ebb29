import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import { sameText } from '../../runtime/same-text.ts';
import type { AccountSources } from '../accounts.ts';
import type { Sleep } from '../control/troubled.ts';
import type { Schedule } from '../notify/actions.ts';
import { namedSecrets, type ReadSecret } from '../settings.ts';
import type { Table } from '../table.ts';

const credentials = z.object({
  mbWayKey: z.string().min(1),
  mbKey: z.string().min(1),
  backofficeKey: z.string().min(1),
});
type Keys = z.infer<typeof credentials>;

/** A contract with the simulated ifthenpay. */
export interface IfthenpayAccount extends Keys {
  name: string;
}

export type IfthenpayAccounts = () => Promise<IfthenpayAccount[]>;

/** The dependencies of the simulated ifthenpay's endpoints. */
export interface IfthenpayDependencies {
  table: Table;
  accounts: IfthenpayAccounts;
  schedule: Schedule;
  clock: Clock;
  sleep: Sleep;
}

/** The accounts with their secrets, read on first use and cached for a minute. */
export function ifthenpayAccountsFrom(
  sources: AccountSources,
  readSecret: ReadSecret,
  clock: Clock,
): IfthenpayAccounts {
  return namedSecrets(credentials, sources, readSecret, clock);
}

/** The account of a key. */
export async function accountOfKey(
  accounts: IfthenpayAccounts,
  kind: keyof Keys,
  key: string,
): Promise<IfthenpayAccount | undefined> {
  return (await accounts()).find((account) => sameText(account[kind], key));
}
