import { exceptionOf, isException } from '../../payments/exceptions/exception-record.ts';
import { isWithin } from '../../runtime/lisbon-day.ts';
import { unlessUnreadable } from '../../runtime/parse-item.ts';
import { referenceKey, referenceKeys } from '../reconciliation/find-transaction.ts';
import type { BankLine } from '../reconciliation/records.ts';
import type { AuditTable } from './audit.table.ts';
import { type Movement, unrecorded } from './movement-rules.ts';
import type { Finished, Movements } from './movements.ts';
import { storedOf } from './stored.ts';
import { addNotChecked } from './tally.ts';

export interface BankFileOf {
  account: string;
  lines: readonly BankLine[];
}

/**
 * The bank's file of one account instead of its list. A payment or refund without a line in it counts as not checked,
 * and so does the account on a day that the file has no line of: the file may be of another day, or cut short. A line
 * with a reference alone is that of a transaction whose record accounts for it. Lines that no transaction of the day
 * accounts for are searched by the transaction they name, or among the exceptions for unknown payments.
 */
export function fileMovements(
  others: Movements,
  { account, lines }: BankFileOf,
  table: Pick<AuditTable, 'items'>,
): Movements {
  const left = new Set(lines);
  const byName = new Map<string, BankLine[]>();
  for (const line of lines) {
    const ids = [line.transactionId, line.bankId, line.merchantTransactionId].filter((id) => id !== null);
    for (const name of new Set(ids.length > 0 ? ids : [referenceKey(line)])) {
      byName.set(name, [...(byName.get(name) ?? []), line]);
    }
  }

  async function isLost(line: BankLine): Promise<boolean> {
    const items = await table.items(line.transactionId ?? `foreign_${line.bankId}`, true);
    const stored = storedOf(items);
    if (stored)
      return unrecorded([movementOf(line)], stored, bankIdsOf(stored.transaction.attempts, [line])).length > 0;
    const exceptions = items.filter(({ item }) => isException(item?.S ?? '')).map(exceptionOf);
    return !exceptions.some(({ receivedCents }) => receivedCents === line.grossCents || receivedCents === null);
  }

  return {
    async of(stored, day, tally) {
      const { transactionId, bankAccount, attempts, mb } = stored.transaction;
      if (bankAccount !== account) return others.of(stored, day, tally);
      const names = [
        transactionId,
        ...attempts.map(({ bankId }) => bankId),
        ...stored.refunds.flatMap(({ refundId }) => [refundId, refundId.split('.')[0] ?? '']),
      ];
      const referred = (mb ? referenceKeys(mb) : [])
        .flatMap((key) => byName.get(key) ?? [])
        .filter(
          (line) => left.has(line) && unrecorded([movementOf(line)], stored, bankIdsOf(attempts, [])).length === 0,
        );
      const found = [...new Set([...names.flatMap((name) => byName.get(name) ?? []), ...referred])];
      const isMissing = isWithin(day, stored.transaction.paidAt ?? -1) && !found.some(({ kind }) => kind === 'payment');
      if (isMissing) addNotChecked(tally, 'no-list');
      const refunds = stored.refunds.filter(({ returnedAt, recordedAt }) => isWithin(day, returnedAt ?? recordedAt));
      const missing = refunds.length - found.filter((line) => line.kind === 'refund' && line.day === day.name).length;
      if (missing > 0) addNotChecked(tally, 'no-list', missing);
      const own = found.filter((line) => left.delete(line));
      tally.movements += own.length;
      return { movements: own.map(movementOf), bankIds: bankIdsOf(attempts, own) };
    },

    async finish(day, tally): Promise<Finished> {
      const { silent, lost } = await others.finish(day, tally);
      const unknown = [...left].filter((line) => line.day === day.name);
      tally.movements += unknown.length;
      for (const line of unknown) {
        const isLostLine = await unlessUnreadable(
          () => isLost(line),
          () => addNotChecked(tally, 'unread'),
        );
        if (!isLostLine) continue;
        const detail = `line ${line.lineNumber}: ${line.kind} of ${line.grossCents} cents`;
        lost.push({ transactionId: line.transactionId, detail });
      }
      const isCovered = lines.some((line) => line.day === day.name);
      return { silent: silent.filter((name) => name !== account || !isCovered), lost };
    },
  };
}

function movementOf({ kind, grossCents, atMs }: BankLine): Movement {
  return { kind, amountCents: grossCents, atMs };
}

/** A line that names the transaction matches any of its starts. */
function bankIdsOf(attempts: readonly { bankId: string }[], lines: readonly BankLine[]): string[] {
  return [...attempts, ...lines].flatMap(({ bankId }) => bankId ?? []);
}
