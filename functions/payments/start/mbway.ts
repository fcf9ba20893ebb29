import * as z from 'zod/mini';
import type { PushOutcome } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { readTransactionId } from '../ids.ts';
import { bankOf } from '../settle/bank-of.ts';
import type { SendPoll } from '../settle/poll.ts';
import { CONFIRMATION_WINDOW_MINUTES, CONFIRMATION_WINDOW_MS } from '../times.ts';
import type { PhoneHash } from './phone.ts';
import { readPhoneNumber } from './phone.ts';
import { readForStart, recordOrLog, type StartDependencies, startAtBank } from './start-at-bank.ts';

/** The request of §4.2. */
export const mbwayInput = z.object({
  transactionId: field('transactionId', readTransactionId),
  phoneNumber: field('phoneNumber', readPhoneNumber),
});

/** The answer of §4.2. */
export const mbwayAnswer = z.object({ success: z.literal(true), message: z.string() });

export const PUSH_SENT: z.infer<typeof mbwayAnswer> = {
  success: true,
  message:
    `MB WAY notification sent: the customer has ${CONFIRMATION_WINDOW_MINUTES} minutes to confirm the payment ` +
    'on the phone.',
};

export interface MbwayDependencies extends StartDependencies {
  bankAccounts: BankAccounts;
  phoneHash: PhoneHash;
  /** Sends the first poll of a push, for a provider that does not notify every end. */
  sendPoll?: SendPoll;
}

/** A stage without polls: only the sweep queries the bank. */
const noPoll: SendPoll = () => Promise.resolve();

type Live = Extract<PushOutcome, { kind: 'live' }>;

/** Sends the MB WAY push once; a repeat of the call gets the same answer (§4.2, decision D6). */
export function mbway(dependencies: MbwayDependencies) {
  const { transactions, bankAccounts, phoneHash, sendPoll = noPoll, logger } = dependencies;
  return async ({ transactionId, phoneNumber }: z.infer<typeof mbwayInput>, caller: Caller) => {
    const [transaction, hash] = await Promise.all([
      readForStart(transactions, caller, transactionId),
      phoneHash(transactionId, phoneNumber),
    ]);
    const accountBank = await bankOf(bankAccounts, transaction);
    const { bank } = accountBank;
    return startAtBank<Live, typeof PUSH_SENT>(dependencies, accountBank, transaction, {
      request: { method: 'MBWAY', phoneHash: hash, phoneLast3: phoneNumber.slice(-3) },
      endsAt: (nowMs) => nowMs + CONFIRMATION_WINDOW_MS,
      callBank: ({ amountCents }, _endsAtMs, claim) =>
        bank.startPush({ transactionId, amountCents, phoneNumber }, claim),
      // The customer has the push, so a failed record does not fail the call.
      record: async ({ statusId }, _transaction, key) => {
        const records = [transactions.markLive(transactionId, key, statusId)];
        const [pauseS] = bank.needs?.pollPausesS ?? [];
        if (pauseS !== undefined) records.push(sendPoll({ transactionId, index: key.index, done: 0 }, pauseS));
        await Promise.all(records.map((write) => recordOrLog(write, transactionId, logger)));
        return PUSH_SENT;
      },
      replay: () => PUSH_SENT,
    });
  };
}
