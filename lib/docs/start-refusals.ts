import type { Bank, NotStarted } from '../../functions/banking/bank.ts';
import { Refusal } from '../../functions/http/refusal.ts';
import { belowMinimum } from '../../functions/payments/minimum.ts';
import { decideStart, type StartWish } from '../../functions/payments/start.ts';
import { type StartDependencies, startAtBank } from '../../functions/payments/start-at-bank.ts';
import type { BankAttempt, Transaction } from '../../functions/payments/transaction.ts';
import { TERMINAL_STATUSES } from '../../functions/payments/transitions.ts';

const FREE: Transaction = {
  transactionId: 'tx_000000000000000000000000',
  merchantId: 'mer_0',
  externalOrderId: 'ORDER-1',
  amountCents: 100,
  status: 'pending',
  createdAt: 0,
  paymentMethod: null,
  bankAccount: 'main',
  attempts: [],
  settlements: [],
};
const PUSH: BankAttempt = {
  method: 'MBWAY',
  bankId: 's2',
  state: 'live',
  startedAt: 0,
  endsAt: 1,
  phoneHash: 'a phone',
};
const REFERENCE: BankAttempt = { method: 'REFERENCE', bankId: 's2', state: 'live', startedAt: 0, endsAt: 1 };
const ANOTHER_PUSH: StartWish = { method: 'MBWAY', phoneHash: 'another phone' };

/** Every text with which mbway and multibanco refuse because of the transaction, the account or the bank (decisions D2, D6, D7). */
export async function startRefusals(): Promise<string[]> {
  return [
    ...TERMINAL_STATUSES.map((status) => decided({ ...FREE, status }, ANOTHER_PUSH)),
    decided(withLive(PUSH), ANOTHER_PUSH),
    decided(withLive(PUSH), { method: 'REFERENCE' }),
    decided(withLive(REFERENCE), ANOTHER_PUSH),
    decided(withLive(PUSH), { method: 'MBWAY', phoneHash: 'a phone' }),
    decided(withLive(REFERENCE), { method: 'REFERENCE' }),
    minimum('MBWAY'),
    minimum('REFERENCE'),
    await byBank({ kind: 'refused', field: 'phoneNumber' }),
    await byBank({ kind: 'refused', field: 'amount' }),
  ];
}

function withLive(attempt: BankAttempt): Transaction {
  return { ...FREE, attempts: [attempt], liveAttempt: 0 };
}

function decided(transaction: Transaction, wish: StartWish): string {
  const decision = decideStart(transaction, wish, PUSH.endsAt);
  if (decision.kind !== 'refuse') throw new Error(`start refusals: "${decision.kind}" where a refusal was expected`);
  return decision.problem;
}

function minimum(method: 'MBWAY' | 'REFERENCE'): string {
  const minimumCents = { MBWAY: 150, REFERENCE: 150 };
  try {
    belowMinimum(FREE.amountCents, method, {
      name: 'main',
      provider: 'sibs',
      baseUrl: '',
      secretId: '',
      minimumCents,
      referenceDays: 3,
    });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
  }
  throw new Error('start refusals: an amount below the minimum is accepted');
}

/** A start whose bank refuses before anything is claimed: of the dependencies only the clock is reached. */
async function byBank(outcome: NotStarted): Promise<string> {
  const dependencies = { clock: () => 0 } as unknown as StartDependencies;
  const start = {
    wish: ANOTHER_PUSH,
    endsAt: () => 1,
    at: async () => outcome,
    done: async () => '',
    again: () => null,
  };
  const refusal: unknown = await startAtBank(dependencies, {} as Bank, FREE, start).catch((error: unknown) => error);
  if (refusal instanceof Refusal) return refusal.message;
  throw new Error('start refusals: what the bank refuses is answered');
}
