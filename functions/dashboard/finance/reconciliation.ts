import { transactionIdIn } from '../../banking/providers.ts';
import { type BankFile, readBankFile } from '../../finance/reconciliation/bank-file.ts';
import {
  type BanksToQuery,
  type DayReport,
  type QueriedBank,
  reconcileDay,
} from '../../finance/reconciliation/reconcile-day.ts';
import type { ReconciliationTable } from '../../finance/reconciliation/reconciliation.table.ts';
import { findingJson, reportJson } from '../../finance/reconciliation/report-json.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type DashboardCaller, requireStaff } from '../caller.ts';
import { type Problem, type Refused, refused } from '../problem.ts';
import { MAX_PAYMENTS, type ReconciliationInput } from './reconciliation-input.ts';

export interface ReconciliationDependencies {
  /** Every merchant of the stage, or one more than the limit. */
  merchantIds(): Promise<string[]>;
  table: ReconciliationTable;
  bankAccounts: BanksToQuery;
  accountNames: readonly string[];
  clock: Clock;
  /** How long the bank is queried; `ASKS_FOR_MS` by default. */
  asksForMs?: number;
}

/** As `MAX_PAYMENTS`. */
export const MAX_MERCHANTS = 500;
export const MAX_LINES = 5_000;

// Ends before the function does. Payments not queried by then are reported as not queried.
const ASKS_FOR_MS = 20_000;

/** The report of the command, and the notes of each finding by code. */
export type ReconciliationAnswer = ReturnType<typeof answerOf>;

function answerOf(report: DayReport) {
  const findings = report.reconciled.findings.map((finding) => ({ ...findingJson(finding), notes: finding.notes }));
  return { ...reportJson(report), findings };
}

/**
 * Compares our payments of a day with the bank's answers, and with its export if given. The bank is queried for each
 * payment; nothing is changed, here or there. Limited, so that it ends within one call. For staff.
 */
export function reconciliation(dependencies: ReconciliationDependencies) {
  return async (input: ReconciliationInput, caller: DashboardCaller): Promise<ReconciliationAnswer | Refused> => {
    requireStaff(caller);
    try {
      return await reconciled(input, dependencies);
    } catch (error) {
      if (error instanceof TooMuch) return error.refused;
      throw error;
    }
  };
}

async function reconciled(
  input: ReconciliationInput,
  dependencies: ReconciliationDependencies,
): Promise<ReconciliationAnswer | Refused> {
  const { day, merchantId, account, transactionIds, bankFile } = input;
  const problem = accountProblem(input, dependencies.accountNames);
  if (problem) return problem;
  const file = bankFile === undefined ? undefined : readBankFile(bankFile, transactionIdIn);
  if (file && !file.ok) return fileProblem(file);
  if (file && file.lines.length > MAX_LINES) throw new TooMuch('lines', MAX_LINES);
  const untilMs = dependencies.clock() + (dependencies.asksForMs ?? ASKS_FOR_MS);
  const run = reconcileDay({
    table: boundedTable(dependencies.table),
    bankAccounts: {
      bank: async (name) => askedUntil(await dependencies.bankAccounts.bank(name), untilMs, dependencies.clock),
    },
    progress: () => undefined,
  });
  const merchantIds = await merchantIdsOf(dependencies, merchantId);
  return answerOf(await run({ day, merchantIds, merchantId, account, transactionIds, lines: null, ...file }));
}

async function merchantIdsOf(
  { merchantIds }: ReconciliationDependencies,
  merchantId: string | undefined,
): Promise<string[]> {
  if (merchantId !== undefined) return [merchantId];
  const all = await merchantIds();
  if (all.length > MAX_MERCHANTS) throw new TooMuch('merchants', MAX_MERCHANTS);
  return all;
}

function boundedTable(table: ReconciliationTable): ReconciliationTable {
  let payments = 0;
  const bounded = async (found: Promise<string[]>) => {
    const ids = await found;
    payments += ids.length;
    if (payments > MAX_PAYMENTS) throw new TooMuch('payments', MAX_PAYMENTS);
    return ids;
  };
  return {
    ...table,
    paidIds: (...parameters) => bounded(table.paidIds(...parameters)),
    refundedIds: (...parameters) => bounded(table.refundedIds(...parameters)),
  };
}

/** More than one call can compare. */
class TooMuch extends Error {
  readonly refused: Refused;

  constructor(what: Extract<Problem, { code: 'too-many' }>['what'], limit: number) {
    super(`too many ${what}`);
    this.refused = refused('merchantId', { code: 'too-many', what, limit });
  }
}

/** The same bank, not queried after `untilMs`; later answers are not awaited. */
function askedUntil(bank: QueriedBank | undefined, untilMs: number, clock: Clock): QueriedBank | undefined {
  if (!bank) return undefined;
  const notAsked = { kind: 'not-queried', note: { code: 'out-of-time' } } as const;
  return {
    askStatus: async (...parameters) => {
      const leftMs = untilMs - clock();
      if (leftMs <= 0) return notAsked;
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<typeof notAsked>((resolve) => {
        timer = setTimeout(() => resolve(notAsked), leftMs);
      });
      try {
        return await Promise.race([bank.askStatus(...parameters), over]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** A file is of one bank account: the payments of the others would all seem to be missing at the bank. */
function accountProblem({ account, bankFile }: ReconciliationInput, known: readonly string[]): Refused | undefined {
  const isUnknown = account !== undefined && !known.includes(account);
  const isMissing = account === undefined && bankFile !== undefined && known.length > 1;
  if (!isUnknown && !isMissing) return undefined;
  return refused('account', { code: 'bank-account', accounts: known });
}

const PROBLEMS_SHOWN = 10;

function fileProblem({ problems }: Extract<BankFile, { ok: false }>): Refused {
  const more = Math.max(0, problems.length - PROBLEMS_SHOWN);
  return refused('bankFile', { code: 'bank-file', problems: problems.slice(0, PROBLEMS_SHOWN), more });
}
