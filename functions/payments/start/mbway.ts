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
import { readForStart, recordOrHeal, type StartDependencies, startAtBank } from './start-at-bank.ts';
import { assertMinimumAmount } from './start-refusals.ts';

/** §4.2. */
export const mbwayInput = z.object({
  transactionId: field('transactionId', readTransactionId),
  phoneNumber: field('phoneNumber', readPhoneNumber),
});

export const mbwayAnswer = z.object({ success: z.literal(true), message: z.string() });

const SENT: z.infer<typeof mbwayAnswer> = {
  success: true,
  message: `MB WAY notification sent: the customer has ${CONFIRMATION_WINDOW_MINUTES} minutes to confirm the payment on the phone.`,
};

export interface MbwayDependencies extends StartDependencies {
  bankAccounts: BankAccounts;
  phoneHash: PhoneHash;
  /** Begins the looks at a push of a provider that does not notify every end. */
  sendPoll?: SendPoll;
}

/** In a stage without polls the sweep alone asks. */
const lostToTheSweep: SendPoll = () => Promise.resolve();

type Live = Extract<PushOutcome, { kind: 'live' }>;

/** Sends the MB WAY push, once: the same call again is answered alike and does nothing new (decision D6). */
export function mbway(dependencies: MbwayDependencies) {
  const { transactions, bankAccounts, phoneHash, sendPoll = lostToTheSweep, logger } = dependencies;
  return async ({ transactionId, phoneNumber }: z.infer<typeof mbwayInput>, caller: Caller) => {
    const [transaction, hash] = await Promise.all([
      readForStart(transactions, caller, transactionId),
      phoneHash(transactionId, phoneNumber),
    ]);
    const { account, bank } = await bankOf(bankAccounts, transaction);
    return startAtBank<Live, typeof SENT>(dependencies, bank, transaction, {
      request: { method: 'MBWAY', phoneHash: hash, phoneLast3: phoneNumber.slice(-3) },
      endsAt: (nowMs) => nowMs + CONFIRMATION_WINDOW_MS,
      at: async ({ amountCents }, _endsAtMs, claim) => {
        assertMinimumAmount(amountCents, 'MBWAY', account);
        return bank.startPush({ transactionId, amountCents, phoneNumber }, claim);
      },
      // The customer has the push: failing to note it must not make the merchant believe otherwise.
      done: async ({ statusId }, _transaction, key) => {
        const records = [transactions.markLive(transactionId, key, statusId)];
        const [pauseS] = bank.needs?.pollPausesS ?? [];
        if (pauseS !== undefined) records.push(sendPoll({ transactionId, index: key.index, done: 0 }, pauseS));
        await Promise.all(records.map((record) => recordOrHeal(record, transactionId, logger)));
        return SENT;
      },
      again: () => SENT,
    });
  };
}
