import type { Bank } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { transactionIdIn } from '../../banking/providers.ts';
import { type BankFile, readBankFile } from '../../finance/reconciliation/bank-file.ts';
import { reconcileDay } from '../../finance/reconciliation/reconcile-day.ts';
import type { ReconciliationTable } from '../../finance/reconciliation/reconciliation.table.ts';
import { reportJson } from '../../finance/reconciliation/report-json.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Refused } from '../account-rules.ts';
import { type DashboardCaller, requireStaff } from '../caller.ts';
import { portugueseProblem } from './bank-file-problems.ts';
import type { ReconciliationInput } from './reconciliation-input.ts';

export interface ReconciliationDependencies {
  /** Every merchant of the stage, or one more than are looked at. */
  merchantIds(): Promise<string[]>;
  table: ReconciliationTable;
  bankAccounts: Pick<BankAccounts, 'bank'>;
  accountNames: readonly string[];
  clock: Clock;
  /** For how long the bank is asked; 20 s unless given. */
  asksForMs?: number;
}

/** More are looked at one by one, or with the command, which takes the time it takes. */
export const MERCHANTS_AT_MOST = 500;
export const PAYMENTS_AT_MOST = 1_000;
export const LINES_AT_MOST = 5_000;

// API Gateway gives a call 29 s. Whatever is not asked of the bank by then is told as not asked.
const ASKS_FOR_MS = 20_000;

type Report = ReturnType<typeof reportJson>;

/**
 * A day of ours held against the bank's, and against the bank's export where one is given. The bank is asked about each
 * payment; nothing is changed, here or there. Bounded, so that it ends within one call. For staff.
 */
export function reconciliation(dependencies: ReconciliationDependencies) {
  return async (input: ReconciliationInput, caller: DashboardCaller): Promise<Report | Refused> => {
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
): Promise<Report | Refused> {
  const { day, merchantId, account, bankFile } = input;
  const refused = accountProblem(input, dependencies.accountNames);
  if (refused) return refused;
  const file = bankFile === undefined ? undefined : readBankFile(bankFile, transactionIdIn);
  if (file && !file.ok) return fileProblem(file);
  const lines = file ? file.lines : null;
  if (lines && lines.length > LINES_AT_MOST)
    throw new TooMuch(`lines in the file than ${LINES_AT_MOST}`, `de ${LINES_AT_MOST} linhas no ficheiro`);
  const untilMs = dependencies.clock() + (dependencies.asksForMs ?? ASKS_FOR_MS);
  const run = reconcileDay({
    table: boundedTable(dependencies.table),
    bankAccounts: {
      bank: async (name) => askedUntil(await dependencies.bankAccounts.bank(name), untilMs, dependencies.clock),
    },
    progress: () => undefined,
  });
  const merchantIds = await merchantIdsOf(dependencies, merchantId);
  return reportJson(await run({ day, merchantIds, merchantId, account, lines }));
}

async function merchantIdsOf(
  { merchantIds }: ReconciliationDependencies,
  merchantId: string | undefined,
): Promise<string[]> {
  if (merchantId !== undefined) return [merchantId];
  const all = await merchantIds();
  if (all.length > MERCHANTS_AT_MOST)
    throw new TooMuch(`merchants than ${MERCHANTS_AT_MOST}`, `de ${MERCHANTS_AT_MOST} comerciantes`);
  return all;
}

function boundedTable(table: ReconciliationTable): ReconciliationTable {
  let payments = 0;
  return {
    ...table,
    paidIds: async (...parameters) => {
      const ids = await table.paidIds(...parameters);
      payments += ids.length;
      if (payments > PAYMENTS_AT_MOST)
        throw new TooMuch(
          `payments on this day than ${PAYMENTS_AT_MOST}`,
          `de ${PAYMENTS_AT_MOST} pagamentos neste dia`,
        );
      return ids;
    },
  };
}

/** More than one call looks at; said wherever it is found out. */
class TooMuch extends Error {
  readonly refused: Refused;

  constructor(en: string, pt: string) {
    super(en);
    this.refused = {
      kind: 'refused',
      field: 'merchantId',
      en: `There are more ${en}: name one merchant, or use the command npm run reconcile.`,
      pt: `Há mais ${pt}: indique um comerciante, ou use o comando npm run reconcile.`,
    };
  }
}

/** The same bank, of which nothing is asked after `untilMs`; an answer that is not there by then is not waited for. */
function askedUntil(bank: Bank | undefined, untilMs: number, clock: Clock): Bank | undefined {
  if (!bank) return undefined;
  const notAsked = { kind: 'unknown', detail: 'not asked: the time of this call was over' } as const;
  return {
    ...bank,
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
  const isUnsaid = account === undefined && bankFile !== undefined && known.length > 1;
  if (!isUnknown && !isUnsaid) return undefined;
  const names = known.join(', ');
  return {
    kind: 'refused',
    field: 'account',
    en: `Say of which bank account: ${names}.`,
    pt: `Indique de que conta bancária: ${names}.`,
  };
}

const PROBLEMS_SHOWN = 10;

function fileProblem({ problems }: Extract<BankFile, { ok: false }>): Refused {
  const told = problems.slice(0, PROBLEMS_SHOWN);
  const more = problems.length - PROBLEMS_SHOWN;
  return {
    kind: 'refused',
    field: 'bankFile',
    en: `The file is not in the expected form; nothing was compared. ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    pt: `O ficheiro não tem o formato esperado; nada foi comparado. ${told.map(portugueseProblem).join('; ')}${more > 0 ? `; e mais ${more}` : ''}`,
  };
}
