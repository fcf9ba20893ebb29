import { existing, type Fragment, havingSize, removing, setting, where } from '../../dynamo/update.ts';
import type { WriteMainItem } from '../items.table.ts';
import type { Reference } from '../pointer.table.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';

/** Identifies one start of a transaction. The index alone does not: it is reused after a withdrawal. */
export interface StartKey {
  index: number;
  bankId: string;
}

const PENDING = where({ status: 'pending' });
const NO_LIVE_ATTEMPT = where({ liveAttempt: undefined });

/**
 * The writes of a start at the bank, from its claim to its outcome.
 *
 *     claim             only if pending, without a live attempt, and with as many attempts as read
 *     push, reference   only of the live attempt, by index and bank id
 *     freed             only of the live attempt, while pending
 *     withdrawn         likewise, and only the last attempt, while starting
 */
export function startsTable(
  write: WriteMainItem,
  writeReference: (reference: Reference, leadsTo: string) => Promise<void>,
) {
  return {
    /**
     * Claims a start before the bank is called: only on a pending transaction without a live attempt (invariant 2) that
     * has not changed since `seen`. `dueAt` is given only where the present one is too late for the sweep. A claim that
     * the SDK repeats and that arrives after its withdrawal claims again: as after a crash between the two, the next call
     * or the sweep asks the bank by its id and frees it.
     */
    async claim(seen: Transaction, attempt: BankAttempt, dueAt: number | undefined): Promise<boolean> {
      const { transactionId } = seen;
      const index = seen.attempts.length;
      const outcome = await write(
        transactionId,
        { set: ['attempts = list_append(attempts, :attempt)'], values: { attempt: [attempt] } },
        setting({ liveAttempt: index, paymentMethod: attempt.method, dueAt }),
        PENDING,
        NO_LIVE_ATTEMPT,
        havingSize('attempts', index),
      );
      // The SDK repeats a write whose answer was lost; the repeat fails its condition on our own write.
      return outcome.kind === 'written' || outcome.current?.attempts[index]?.bankId === attempt.bankId;
    },

    /** Records that the push was sent; without effect after a settlement. */
    async markLive(transactionId: string, start: StartKey, statusId?: string): Promise<void> {
      await write(transactionId, setting(ofAttempt(start, { state: 'live', statusId })), live(start));
    },

    /** Records the issued reference, also after a settlement: `mb` is present if and only if one was issued. */
    async recordReference(
      transactionId: string,
      start: StartKey,
      mb: { entity: string; reference: string; expiresAt: number },
      dueAt: number,
      statusId?: string,
    ): Promise<void> {
      await writeReference(mb, transactionId);
      const { kind } = await write(
        transactionId,
        setting({ mb, dueAt, ...ofAttempt(start, { state: 'live', endsAt: mb.expiresAt, statusId }) }),
        live(start),
      );
      if (kind === 'written') return;
      await write(transactionId, setting({ mb }), existing('transactionId'), where({ mb: undefined }));
    },

    /**
     * Records that nothing was started: the bank refused the phone or the amount, or reports `not-started`. The
     * transaction has no payment method again (decisions D7, D8). The attempt stays: money under its id still settles.
     */
    async free(transactionId: string, start: StartKey, dueAt?: number): Promise<boolean> {
      const { index, bankId } = start;
      const outcome = await write(
        transactionId,
        setting({ ...ofAttempt(start, { state: 'ended' }), paymentMethod: null, dueAt }),
        removing('liveAttempt', `attempts[${index}].phoneHash`, `attempts[${index}].phoneLast3`),
        live(start),
        PENDING,
      );
      if (outcome.kind === 'written') return true;
      const { current } = outcome;
      const attempt = current?.attempts[index];
      return current?.status === 'pending' && attempt?.bankId === bankId && attempt.state === 'ended';
    },

    /**
     * Withdraws the claim of a start that certainly failed without a fault of the caller (decisions D7, D8). Only the
     * last attempt in `starting` is removed, so that no index changes. False where the transaction was settled or the
     * start found at the bank meanwhile.
     */
    async withdraw(transactionId: string, start: StartKey): Promise<boolean> {
      const { index, bankId } = start;
      const outcome = await write(
        transactionId,
        setting({ paymentMethod: null }),
        removing('liveAttempt', `attempts[${index}]`),
        live(start),
        PENDING,
        havingSize('attempts', index + 1),
        where(ofAttempt(start, { state: 'starting' })),
      );
      if (outcome.kind === 'written') return true;
      const { current } = outcome;
      return current?.status === 'pending' && !current.attempts.some((each) => each.bankId === bankId);
    },
  };
}

/** Attributes of the attempt of a start. */
function ofAttempt({ index }: StartKey, fields: Partial<BankAttempt>) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`attempts[${index}].${name}`, value]));
}

/** Only while it is this start that may be live. */
function live(start: StartKey): Fragment {
  return where({ liveAttempt: start.index, ...ofAttempt(start, { bankId: start.bankId }) });
}
