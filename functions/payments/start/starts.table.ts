import type { MainItemWrite, WriteOutcome } from '../items.table.ts';
import type { Reference } from '../pointer.table.ts';
import type { BankAttempt, StartFaultKind, Transaction } from '../transaction.ts';

/** Identifies one start of a transaction. The index alone does not: it is reused after a withdrawal. */
export interface StartKey {
  index: number;
  bankId: string;
}

/** A start that certainly failed. */
export interface StartFault {
  kind: StartFaultKind;
  atMs: number;
}

const FORGET_FAULTS = 'startFaults, startFaultAt, startFaultKind';
const COUNT_FAULT =
  'startFaults = if_not_exists(startFaults, :none) + :one, startFaultAt = :at, startFaultKind = :kind';

/** The writes of a start at the bank, from its claim to its outcome. */
export function startsTable(
  write: (input: MainItemWrite) => Promise<WriteOutcome>,
  writeReference: (reference: Reference, leadsTo: string) => Promise<void>,
) {
  return {
    /**
     * Claims a start before the bank is called: only on a pending transaction without a live attempt (invariant 2) that
     * has not changed since `seen`. `dueAt` is given only where the present one is too late for the sweep.
     */
    async claim(seen: Transaction, attempt: BankAttempt, dueAt: number | undefined): Promise<boolean> {
      const { transactionId, startFaults } = seen;
      const index = seen.attempts.length;
      // A claim that the SDK repeats after its start was withdrawn fails on the fault counted meanwhile.
      const faults = startFaults === undefined ? 'attribute_not_exists(startFaults)' : 'startFaults = :faults';
      const outcome = await write({
        transactionId,
        update:
          'SET attempts = list_append(attempts, :attempt), liveAttempt = :index, paymentMethod = :method' +
          (dueAt === undefined ? '' : ', dueAt = :due'),
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
      // The SDK repeats a write whose answer was lost; the repeat fails its condition on our own write.
      return outcome.kind === 'written' || outcome.current?.attempts[index]?.bankId === attempt.bankId;
    },

    /** Records that the push was sent; without effect after a settlement. */
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

    /** Records the issued reference, also after a settlement: `mb` is present if and only if one was issued. */
    async recordReference(
      transactionId: string,
      { index, bankId }: StartKey,
      mb: { entity: string; reference: string; expiresAt: number },
      dueAt: number,
      statusId?: string,
    ): Promise<void> {
      await writeReference(mb, transactionId);
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
     * Records that nothing was started: the bank refused the phone or the amount, or reports `not-started`. The
     * transaction has no payment method again (decisions D7, D8). The attempt stays: money under its id still settles.
     */
    async free(transactionId: string, { index, bankId }: StartKey, dueAt?: number): Promise<boolean> {
      const outcome = await write({
        transactionId,
        update:
          `SET attempts[${index}].#state = :ended, paymentMethod = :none` +
          `${dueAt === undefined ? '' : ', dueAt = :due'} ` +
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
     * Withdraws the claim of a start that certainly failed without a fault of the caller, and counts the fault
     * (decisions D7, D8). Only the last attempt in `starting` is removed, so that no index changes. False where the
     * transaction was settled or the start found at the bank meanwhile.
     */
    async withdraw(transactionId: string, { index, bankId }: StartKey, fault: StartFault): Promise<boolean> {
      const outcome = await write({
        transactionId,
        update: `SET paymentMethod = :noMethod, ${COUNT_FAULT} REMOVE liveAttempt, attempts[${index}]`,
        condition:
          `${isLiveStart(index)} AND #status = :pending AND size(attempts) = :size ` +
          `AND attempts[${index}].#state = :starting`,
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

    /** Counts a start that failed before its claim. */
    async countFault(transactionId: string, fault: StartFault): Promise<void> {
      await write({
        transactionId,
        update: `SET ${COUNT_FAULT}`,
        condition: '#status = :pending',
        values: { ...faultValues(fault), ':pending': 'pending' },
        names: { '#status': 'status' },
      });
    },

    /** Takes the turn of this minute after many faults; false where another call has it. */
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
