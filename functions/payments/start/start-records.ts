import type { NotStarted } from '../../banking/bank.ts';
import { MESSAGES } from '../../http/messages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { StartFaultKind } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { START_MESSAGES } from './start-messages.ts';
import type { StartKey } from './starts.table.ts';

/** What certainly did not go out. A refusal is the caller's to mend and stays on record; a fault of ours leaves no attempt. */
export type NotMade = Exclude<NotStarted, { kind: 'claim-lost' | 'unknown' }>;

interface Dependencies {
  transactions: Pick<Transactions, 'free' | 'withdraw' | 'countFault'>;
  clock: Clock;
  logger: Logger;
}

/** Writes down that nothing went out. False when the start has got another end meanwhile. */
export async function takeBack(
  { transactions, clock, logger }: Dependencies,
  transactionId: string,
  claimed: StartKey | undefined,
  { kind }: NotMade,
): Promise<boolean> {
  if (kind === 'refused') return !claimed || transactions.free(transactionId, claimed);
  const fault = { kind, atMs: clock() };
  if (claimed) return transactions.withdraw(transactionId, claimed, fault);
  await recordOrHeal(transactions.countFault(transactionId, fault), transactionId, logger);
  return true;
}

/** What the caller is answered; what is ours to mend is logged as an error. */
export function refusalOf(
  outcome: NotMade,
  about: { transactionId: string; bankId: string | undefined },
  logger: Logger,
): Refusal {
  if (outcome.kind === 'refused') {
    const isPhone = outcome.field === 'phoneNumber';
    return new Refusal('invalid', isPhone ? START_MESSAGES.phoneRefused : START_MESSAGES.amountRefused);
  }
  const fields = { ...about, detail: outcome.detail };
  if (outcome.kind === 'fault') logger.error('bank: refused for a fault of ours', fields);
  else logger.warn('bank: unreachable', fields);
  return faultRefusal(outcome.kind);
}

/** The 502 of a start that certainly did not happen. */
export function faultRefusal(kind: StartFaultKind): Refusal {
  return new Refusal('bank', kind === 'fault' ? MESSAGES.bankFault : MESSAGES.bankUnavailable);
}

/** A record that may fail without harm to the caller: the bank can be asked for it again. */
export async function recordOrHeal(record: Promise<void>, transactionId: string, logger: Logger): Promise<void> {
  await record.catch((error: unknown) => logger.warn('start: not recorded', { transactionId, ...errorFields(error) }));
}
