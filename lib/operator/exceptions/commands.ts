import { MAX_BATCH_KEYS } from '../../../functions/dynamo/batch-get.ts';
import type { ExceptionRecord } from '../../../functions/payments/exceptions/exception-record.ts';
import { exceptionView } from '../../../functions/payments/exceptions/exception-record.ts';
import type { Closing, ExceptionWrites } from '../../../functions/payments/exceptions/exceptions-close.table.ts';
import type { ExceptionFilter } from '../../../functions/payments/exceptions/exceptions-find.table.ts';
import { paymentsOn } from '../../../functions/payments/wiring.ts';
import { MAX_NOTES } from '../../../functions/runtime/text-limits.ts';
import type { CommandResult } from '../command.ts';
import type { Target } from '../target.ts';
import { exceptionLine, exceptionLines, sumLine } from './text.ts';

export type ExceptionsCommands = ReturnType<typeof exceptionsCommands>;

/** The commands of `npm run exceptions`, on the local service or a deployed stage. */
export function exceptionsCommands({
  client,
  transactionsTable,
  clock,
}: Pick<Target, 'client' | 'transactionsTable' | 'clock'>) {
  const payments = paymentsOn({ dynamo: client, clock }, { transactions: transactionsTable });
  const { exceptionWrites: desk } = payments;

  return {
    /** Open exceptions, the oldest first; closed ones by the time of closing, the newest first. */
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
      const lines = [...exceptions.map(exceptionLine), sumLine(state, exceptions)];
      if (cursor !== undefined) lines.push(`there are more: continue with --cursor ${cursor}`);
      const json = { exceptions: exceptions.map(exceptionView), cursor: cursor ?? null };
      return { json, text: `${lines.join('\n')}\n` };
    },

    async show(transactionId: string): Promise<CommandResult> {
      const exceptions = await desk.ofTransaction(transactionId);
      const lines = exceptions.flatMap((each) => [...exceptionLines(each), '']);
      const text = lines.length === 0 ? 'no exception\n' : `${lines.slice(0, -1).join('\n')}\n`;
      return { json: { transactionId, exceptions: exceptions.map(exceptionView) }, text };
    },

    async note(transactionId: string, which: string, note: { text: string; by: string }): Promise<CommandResult> {
      const exceptionId = idIn(await desk.ofTransaction(transactionId), which);
      return resultOf(await desk.note({ transactionId, exceptionId }, note), 'noted');
    },

    async close(transactionId: string, which: string, closing: Closing): Promise<CommandResult> {
      const exceptionId = idIn(await desk.ofTransaction(transactionId), which);
      return resultOf(await desk.close({ transactionId, exceptionId }, closing), `closed: ${closing.outcome}`);
    },
  };
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

type Outcome = Awaited<ReturnType<ExceptionWrites['close' | 'note']>>;

function resultOf(outcome: Outcome, done: string): CommandResult {
  if (outcome.kind === 'not-found') throw new Error('no such exception');
  if (outcome.kind === 'full') throw new Error(`it has ${MAX_NOTES} notes: close it`);
  const { closed } = outcome.exception;
  const isDone = outcome.kind !== 'closed-before';
  const before = `closed before: ${closed?.outcome} by ${closed?.by}: ${closed?.note}`;
  return {
    json: { result: outcome.kind, exception: exceptionView(outcome.exception) },
    text: `${isDone ? done : before}\n`,
    failed: !isDone,
  };
}
