import * as z from 'zod/mini';
import type { ReferenceOutcome } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { isoTime } from '../../runtime/clock.ts';
import { endOfLisbonDay } from '../../runtime/lisbon-day.ts';
import { readTransactionId } from '../ids.ts';
import { amountOf } from '../money.ts';
import { bankOf } from '../settle/bank-of.ts';
import { GRACE_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import { readForStart, type StartDependencies, startAtBank } from './start-at-bank.ts';
import { assertMinimumAmount } from './start-refusals.ts';

/** §4.3. */
export const multibancoInput = z.object({ transactionId: field('transactionId', readTransactionId) });

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

/** Issues the Multibanco reference, once: the same call again answers the same reference (decision D6). */
export function multibanco(dependencies: MultibancoDependencies) {
  const { transactions, bankAccounts } = dependencies;
  return async ({ transactionId }: z.infer<typeof multibancoInput>, caller: Caller): Promise<Answer> => {
    const transaction = await readForStart(transactions, caller, transactionId);
    const { account, bank } = await bankOf(bankAccounts, transaction);
    return startAtBank<Issued, Answer>(dependencies, bank, transaction, {
      request: { method: 'REFERENCE' },
      endsAt: (nowMs) => endOfLisbonDay(nowMs, account.referenceDays),
      at: async ({ amountCents }, expiresAtMs, claim) => {
        assertMinimumAmount(amountCents, 'REFERENCE', account);
        return bank.issueReference({ transactionId, amountCents, expiresAtMs }, claim);
      },
      // The reference is answered only when it is recorded, so that `mb` in the status never lags behind this answer.
      done: async ({ entity, reference, expiresAtMs, statusId }, issuedOn, key) => {
        const mb = { entity, reference, expiresAt: expiresAtMs };
        await transactions.recordReference(transactionId, key, mb, expiresAtMs + GRACE_MS.REFERENCE, statusId);
        return answerOf({ ...issuedOn, mb });
      },
      again: (recorded) => (recorded.mb ? answerOf({ ...recorded, mb: recorded.mb }) : null),
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
