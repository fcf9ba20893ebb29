import * as z from 'zod/mini';
import type { ReferenceOutcome } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { isoTime } from '../../runtime/clock.ts';
import { endOfLisbonDay } from '../../runtime/lisbon-day.ts';
import { amountOf } from '../amount.ts';
import { readTransactionId } from '../ids.ts';
import { bankOf } from '../settle/bank-of.ts';
import { GRACE_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import { readForStart, type StartDependencies, startAtBank } from './start-at-bank.ts';

/** The request of §4.3. */
export const multibancoInput = z.object({ transactionId: field('transactionId', readTransactionId) });

/** The answer of §4.3; the amount is in EUR. */
export const multibancoAnswer = z.object({
  entity: z.string(),
  reference: z.string(),
  amount: z.number(),
  expiresAt: z.string(),
});
type Answer = z.infer<typeof multibancoAnswer>;

export interface MultibancoDependencies extends StartDependencies {
  bankAccounts: BankAccounts;
}

type Issued = Extract<ReferenceOutcome, { kind: 'issued' }>;

/** Issues the Multibanco reference once; a repeat of the call gets the same reference (§4.3, decision D6). */
export function multibanco(dependencies: MultibancoDependencies) {
  const { transactions, bankAccounts } = dependencies;
  return async ({ transactionId }: z.infer<typeof multibancoInput>, caller: Caller): Promise<Answer> => {
    const transaction = await readForStart(transactions, caller, transactionId);
    const accountBank = await bankOf(bankAccounts, transaction);
    const { account, bank } = accountBank;
    return startAtBank<Issued, Answer>(dependencies, accountBank, transaction, {
      request: { method: 'REFERENCE' },
      endsAt: (nowMs) => endOfLisbonDay(nowMs, account.referenceDays),
      callBank: ({ amountCents }, expiresAtMs, claim) =>
        bank.issueReference({ transactionId, amountCents, expiresAtMs }, claim),
      // Recorded before the answer, so that the status always has a reference that was answered.
      record: async ({ entity, reference, expiresAtMs, statusId }, issuedOn, key) => {
        const mb = { entity, reference, expiresAt: expiresAtMs };
        await transactions.recordReference(transactionId, key, mb, expiresAtMs + GRACE_MS.REFERENCE, statusId);
        return answerOf({ ...issuedOn, mb });
      },
      replay: (recorded) => (recorded.mb ? answerOf({ ...recorded, mb: recorded.mb }) : null),
    });
  };
}

function answerOf({ mb, amountCents }: { mb: NonNullable<Transaction['mb']>; amountCents: number }): Answer {
  return {
    entity: mb.entity,
    reference: mb.reference,
    amount: amountOf(amountCents),
    expiresAt: isoTime(mb.expiresAt),
  };
}
