import type { MainItemWrite, WriteOutcome } from '../items.table.ts';
import type { BankAttempt, StartFaultKind, Transaction } from '../transaction.ts';

/** Names one start of a transaction. The index alone does not: after a withdrawal the next start has the same one. */
export interface StartKey {
  index: number;
  bankId: string;
}

/** What a call learnt of a start that certainly did not happen. */
export interface StartFault {
  kind: StartFaultKind;
  atMs: number;
}

const FORGET_FAULTS = 'startFaults, startFaultAt, startFaultKind';
const COUNT_FAULT =
  'startFaults = if_not_exists(startFaults, :none) + :one, startFaultAt = :at, startFaultKind = :kind';

/** The writes of a start at the bank, from its claim until the bank has it or certainly has not. */
export function startsTable(write: (input: MainItemWrite) => Promise<WriteOutcome>) {
  return {
    /**
     * Writes down that a start may go out, before it does: only on a pending transaction without one that may be live
     * (invariant 2), as it was `seen`. `dueAt` comes along only where the sweep would otherwise look too late.
     */
    async claim(seen: Transaction, attempt: BankAttempt, dueAt: number | undefined): Promise<boolean> {
      const { transactionId, startFaults } = seen;
      const index = seen.attempts.length;
      // A claim that arrives once more, after its start was withdrawn, finds a fault that it has not seen.
      const faults = startFaults === undefined ? 'attribute_not_exists(startFaults)' : 'startFaults = :faults';
      const outcome = await write({
        transactionId,
        update: `SET attempts = list_append(attempts, :attempt), liveAttempt = :index, paymentMethod = :method${dueAt === undefined ? '' : ', dueAt = :due'}`,
        condition: `#status = :pending AND attribute_not_exists(liveAttempt) AND size(attempts) = :index AND ${faults}`,
        values: {
          ':attempt': [attempt],
          ':index': index,
          ':method': attempt.method,
          ':pending': 'pending',
          ...(startFaults !== undefined && { ':faults': startFaults }),
          ...(dueAt !== undefined && { ':due': dueAt }),
        },
        names: { '#status': 'status' },
      });
      // A repeat of our own write whose answer was lost fails its condition on what it wrote itself.
      return outcome.kind === 'written' || outcome.current?.attempts[index]?.bankId === attempt.bankId;
    },

    /** The bank said that the push is out. Loses silently against a settlement that came first. */
    async markLive(transactionId: string, { index, bankId }: StartKey, statusId?: string): Promise<void> {
      await write({
        transactionId,
        update: `SET attempts[${index}].#state = :live${settingStatusId(index, statusId)} REMOVE ${FORGET_FAULTS}`,
        condition: isLiveStart(index),
        values: {
          ':live': 'live',
          ':index': index,
          ':bankId': bankId,
          ...(statusId !== undefined && { ':statusId': statusId }),
        },
        names: { '#state': 'state' },
      });
    },

    /** Writes the reference the bank issued. Also after a settlement: `mb` is there if and only if one was issued. */
    async recordReference(
      transactionId: string,
      { index, bankId }: StartKey,
      mb: { entity: string; reference: string; expiresAt: number },
      dueAt: number,
      statusId?: string,
    ): Promise<void> {
      const live = await write({
        transactionId,
        update:
          `SET mb = :mb, dueAt = :due, attempts[${index}].#state = :live, attempts[${index}].endsAt = :ends` +
          `${settingStatusId(index, statusId)} REMOVE ${FORGET_FAULTS}`,
        condition: isLiveStart(index),
        values: {
          ':mb': mb,
          ':due': dueAt,
          ':live': 'live',
          ':ends': mb.expiresAt,
          ':index': index,
          ':bankId': bankId,
          ...(statusId !== undefined && { ':statusId': statusId }),
        },
        names: { '#state': 'state' },
      });
      if (live.kind === 'written') return;
      await write({
        transactionId,
        update: 'SET mb = :mb',
        condition: 'attribute_exists(transactionId) AND attribute_not_exists(mb)',
        values: { ':mb': mb },
      });
    },

    /**
     * The bank refused the phone or the amount, or says of a start of unknown fate that it was never made: nothing is out,
     * and the transaction is without a method again (decisions D7, D8). The attempt stays, so that money under its id
     * would still settle.
     */
    async free(transactionId: string, { index, bankId }: StartKey, dueAt?: number): Promise<boolean> {
      const outcome = await write({
        transactionId,
        update:
          `SET attempts[${index}].#state = :ended, paymentMethod = :none${dueAt === undefined ? '' : ', dueAt = :due'} ` +
          `REMOVE liveAttempt, attempts[${index}].phoneHash, attempts[${index}].phoneLast3, ${FORGET_FAULTS}`,
        condition: `${isLiveStart(index)} AND #status = :pending`,
        values: {
          ':ended': 'ended',
          ':none': null,
          ':index': index,
          ':bankId': bankId,
          ':pending': 'pending',
          ...(dueAt !== undefined && { ':due': dueAt }),
        },
        names: { '#state': 'state', '#status': 'status' },
      });
      if (outcome.kind === 'written') return true;
      const { current } = outcome;
      const attempt = current?.attempts[index];
      return current?.status === 'pending' && attempt?.bankId === bankId && attempt.state === 'ended';
    },

    /**
     * The start certainly did not happen, for no reason of the caller's: takes back its claim and counts the fault
     * (decisions D7, D8). Only the last attempt is removed, and only while nobody else has found it at the bank, so that
     * no index ever moves. False where the transaction has been settled or the start found meanwhile.
     */
    async withdraw(transactionId: string, { index, bankId }: StartKey, fault: StartFault): Promise<boolean> {
      const outcome = await write({
        transactionId,
        update: `SET paymentMethod = :noMethod, ${COUNT_FAULT} REMOVE liveAttempt, attempts[${index}]`,
        condition: `${isLiveStart(index)} AND #status = :pending AND size(attempts) = :size AND attempts[${index}].#state = :starting`,
        values: {
          ...faultValues(fault),
          ':noMethod': null,
          ':index': index,
          ':bankId': bankId,
          ':size': index + 1,
          ':pending': 'pending',
          ':starting': 'starting',
        },
        names: { '#state': 'state', '#status': 'status' },
      });
      if (outcome.kind === 'written') return true;
      const { current } = outcome;
      return current?.status === 'pending' && !current.attempts.some((each) => each.bankId === bankId);
    },

    /** Counts a start that did not even come to its claim. */
    async countFault(transactionId: string, fault: StartFault): Promise<void> {
      await write({
        transactionId,
        update: `SET ${COUNT_FAULT}`,
        condition: '#status = :pending',
        values: { ...faultValues(fault), ':pending': 'pending' },
        names: { '#status': 'status' },
      });
    },

    /** Takes the one start that is allowed at this time after many faults; false where another call has it. */
    async takeTurn({ transactionId, startFaultAt = 0 }: Transaction, nowMs: number): Promise<boolean> {
      const outcome = await write({
        transactionId,
        update: 'SET startFaultAt = :now',
        condition: 'startFaultAt = :seen AND #status = :pending AND attribute_not_exists(liveAttempt)',
        values: { ':now': nowMs, ':seen': startFaultAt, ':pending': 'pending' },
        names: { '#status': 'status' },
      });
      return outcome.kind === 'written';
    },
  };
}

function isLiveStart(index: number): string {
  return `liveAttempt = :index AND attempts[${index}].bankId = :bankId`;
}

function faultValues({ kind, atMs }: StartFault): MainItemWrite['values'] {
  return { ':none': 0, ':one': 1, ':at': atMs, ':kind': kind };
}

function settingStatusId(index: number, statusId: string | undefined): string {
  return statusId === undefined ? '' : `, attempts[${index}].statusId = :statusId`;
}
