import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { audit, backMsOf } from '../../../functions/finance/audit/audit.ts';
import { fileMovements } from '../../../functions/finance/audit/file-movements.ts';
import { bankMovements } from '../../../functions/finance/audit/movements.ts';
import type { AuditResult } from '../../../functions/finance/audit/results.table.ts';
import { newState } from '../../../functions/finance/audit/state.ts';
import { daysOf } from '../../../functions/finance/totals/period.ts';
import { auditOn } from '../../../functions/finance/wiring.ts';
import { type LisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { accountOf } from '../arguments.ts';
import { UsageError } from '../command.ts';
import { merchantIdsOf } from '../known-merchant.ts';
import { bankAccountsOf, type Target } from '../target.ts';
import { importedFile } from './reconcile-run.ts';

export interface AuditArguments {
  from: LisbonDay;
  to: LisbonDay;
  merchant?: string | undefined;
  import?: string | undefined;
  account?: string | undefined;
}

/** Throws a `UsageError` for days that have not begun: an audit of them would report no violation. */
export function refuseFuture({ from, to }: Pick<AuditArguments, 'from' | 'to'>, nowMs: number): void {
  if (to.fromMs <= nowMs) return;
  const [name, day] = from.fromMs > nowMs ? ['--from', from] : ['--to', to];
  throw new UsageError(`${name} ${day.name} is in the future: in Lisbon it is ${lisbonDayName(nowMs)}`);
}

/** Audits each day of the period as the nightly audit does, and writes nothing. `report` gets a line after each day. */
export async function runAudit(
  target: Target,
  wanted: AuditArguments,
  report: (line: string) => void,
): Promise<AuditResult[]> {
  const { client, outputs, transactionsTable, merchants, clock, readSecret } = target;
  refuseFuture(wanted, clock());
  const accounts = bankAccountsOf(target);
  const names = accounts.map(({ name }) => name);
  const account = accountOf(wanted, names) ?? names[0] ?? '';
  const lines = wanted.import === undefined ? null : importedFile(wanted.import).lines;
  const merchantIds = await merchantIdsOf(merchants, wanted.merchant);
  const tables = { transactions: transactionsTable, totals: outputs.TotalsTable };
  const dependencies = auditOn({ dynamo: client, clock }, tables);
  const listed = bankMovements(bankAccounts({ accounts, readSecret, clock }), names);
  const run = audit({
    ...dependencies,
    movements: lines === null ? listed : fileMovements(listed, { account, lines }, dependencies.table),
    merchantIds: async () => [...merchantIds],
    backMs: backMsOf(accounts),
    report: () => undefined,
  });
  const results: AuditResult[] = [];
  for (const day of daysOf(wanted)) {
    const state = newState(day, clock());
    await run(state, Number.POSITIVE_INFINITY);
    results.push({ day, startedAt: state.startedAt, finishedAt: state.finishedAt ?? clock(), tally: state.tally });
    report(`${day}: transactions checked: ${state.tally.checked}`);
  }
  return results;
}
