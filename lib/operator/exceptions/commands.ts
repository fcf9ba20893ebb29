import { MAX_BATCH_KEYS } from '../../../functions/dynamo/batch-get.ts';
import type { RecordException } from '../../../functions/payments/exceptions/exception.ts';
import type { ExceptionRecord } from '../../../functions/payments/exceptions/exception-record.ts';
import { exceptionView } from '../../../functions/payments/exceptions/exception-record.ts';
import type { Closing, ExceptionWrites } from '../../../functions/payments/exceptions/exceptions-close.table.ts';
import type { ExceptionFilter } from '../../../functions/payments/exceptions/exceptions-find.table.ts';
import { auditOrder, type OrderAuditDependencies } from '../../../functions/payments/exceptions/order-exceptions.ts';
import { returnedMoney } from '../../../functions/payments/exceptions/returned-money.ts';
import { orderAuditOn, paymentsOn } from '../../../functions/payments/wiring.ts';
import { unlessUnreadable } from '../../../functions/runtime/parse-item.ts';
import type { CommandResult } from '../command.ts';
import type { Target } from '../target.ts';
import { exceptionLine, exceptionLines, sumLines } from './text.ts';

export type ExceptionsCommands = ReturnType<typeof exceptionsCommands>;

/** The commands of `npm run exceptions`, on the local service or a deployed stage. */
export function exceptionsCommands({
  client,
  transactionsTable,
  clock,
}: Pick<Target, 'client' | 'transactionsTable' | 'clock'>) {
  const clients = { dynamo: client, clock };
  const tables = { transactions: transactionsTable };
  const payments = paymentsOn(clients, tables);
  const { exceptionWrites: desk } = payments;

  return {
    /** Open exceptions by merchant, the oldest first; closed ones by the time of closing, the newest first. */
    async list(
      state: ExceptionRecord['state'],
      filter: ExceptionFilter,
      limit: number,
      from?: string,
    ): Promise<CommandResult> {
      const exceptions: ExceptionRecord[] = [];
      let cursor = from;
      do {
        const page = await payments.findExceptions[state](filter, {
          limit: Math.min(limit - exceptions.length, MAX_BATCH_KEYS),
          cursor,
        });
        exceptions.push(...page.exceptions);
        cursor = page.cursor ?? undefined;
      } while (cursor !== undefined && exceptions.length < limit);
      const lines = [...exceptions.map(exceptionLine), ...sumLines(state, exceptions)];
      if (cursor !== undefined) lines.push(`there are more: continue with --cursor ${cursor}`);
      const json = { exceptions: exceptions.map(exceptionView), cursor: cursor ?? null };
      return { json, text: `${lines.join('\n')}\n` };
    },

    async show(transactionId: string): Promise<CommandResult> {
      const [exceptions, refunds, transaction] = await Promise.all([
        desk.ofTransaction(transactionId),
        payments.refundsOf(transactionId),
        payments.read(transactionId, true),
      ]);
      const returned = transaction && returnedMoney(exceptions, refunds, transaction);
      const lines = exceptions.flatMap((each) => [...exceptionLines(each, returned?.get(each.exceptionId)), '']);
      const text = lines.length === 0 ? 'no exception\n' : `${lines.slice(0, -1).join('\n')}\n`;
      return { json: { transactionId, exceptions: exceptions.map(exceptionView) }, text };
    },

    async assign(transactionId: string, which: string, assigning: { to: string; by: string }): Promise<CommandResult> {
      const exceptionId = idIn(await desk.ofTransaction(transactionId), which);
      const outcome = await desk.assign({ transactionId, exceptionId }, assigning);
      return resultOf(outcome, `assigned to ${assigning.to}`);
    },

    async close(transactionId: string, which: string, closing: Closing): Promise<CommandResult> {
      const exceptionId = idIn(await desk.ofTransaction(transactionId), which);
      return resultOf(await desk.close({ transactionId, exceptionId }, closing), `closed: ${closing.outcome}`);
    },

    /** Finds orders paid twice among a merchant's payments of a period, after records of the stream were lost. */
    async audit(period: { merchantId: string; fromMs: number; toMs: number }): Promise<CommandResult> {
      const dependencies = collecting(orderAuditOn({ ...clients, logger: SILENT }, tables));
      let scanned = 0;
      const unreadable = new Set<string>();
      const paid = payments.paidTransactions(period, (id) => unreadable.add(id));
      for await (const transactions of paid) {
        scanned += transactions.length;
        for (const transaction of transactions) {
          await unlessUnreadable(
            () => auditOrder(transaction, dependencies),
            () => unreadable.add(transaction.transactionId),
          );
        }
      }
      const names = [...dependencies.found];
      const lines = [...names, `${scanned} payments scanned, ${names.length} of orders paid twice`];
      if (unreadable.size > 0)
        lines.push(`INCOMPLETE: the orders of ${unreadable.size} could not be read: ${[...unreadable].join(', ')}`);
      const json = { scanned, found: names, unreadable: [...unreadable] };
      return { json, text: `${lines.join('\n')}\n`, failed: unreadable.size > 0 };
    },
  };
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Also collects what the audit found, newly recorded or not. */
function collecting(audit: OrderAuditDependencies) {
  const found = new Set<string>();
  const recordException: RecordException = async (exception, context) => {
    found.add(exception.transactionId);
    return audit.recordException(exception, context);
  };
  return { ...audit, recordException, found };
}

/** The exception that `which` names by its id or its kind. It may be empty if only one is open. */
function idIn(exceptions: readonly ExceptionRecord[], which: string): string {
  if (exceptions.length === 0) throw new Error('no exception of this transaction');
  const exact = exceptions.find(({ exceptionId }) => exceptionId === which);
  if (exact) return exact.exceptionId;
  const named = exceptions.filter(({ kind }) => which === '' || kind === which);
  const open = named.filter(({ state }) => state === 'open');
  const [only, ...others] = open.length > 0 ? open : named;
  if (!only) throw new Error(`no such exception; there are: ${exceptions.map((each) => each.exceptionId).join(', ')}`);
  if (others.length === 0) return only.exceptionId;
  throw new Error(`several exceptions: name one of ${[only, ...others].map((each) => each.exceptionId).join(', ')}`);
}

type Outcome = Awaited<ReturnType<ExceptionWrites['close' | 'assign']>>;

function resultOf(outcome: Outcome, done: string): CommandResult {
  if (outcome.kind === 'not-found') throw new Error('no such exception');
  const { closed } = outcome.exception;
  const isDone = outcome.kind !== 'closed-before';
  const before = `closed before: ${closed?.outcome} by ${closed?.by}: ${closed?.note}`;
  return {
    json: { result: outcome.kind, exception: exceptionView(outcome.exception) },
    text: `${isDone ? done : before}\n`,
    failed: !isDone,
  };
}
