import type { Movement } from '../bank.ts';
import type { HttpOutcome } from '../http-call.ts';
import { centsOf } from './amount.ts';
import { ifthenpayTimeMs } from './time.ts';
import { parseWire, paymentsAnswer } from './wire.ts';

/** Every payment that the list has under one order id; null where there is no list to read. */
export function readMovements(outcome: HttpOutcome, orderId: string): Movement[] | null {
  const answer = outcome.kind === 'answered' && outcome.status === 200 ? parseWire(paymentsAnswer, outcome.body) : null;
  if (answer?.status !== '200') return null;
  return (answer.payments ?? [])
    .filter((each) => each.orderId === orderId)
    .map(({ amount, paymentDate }) => ({
      kind: 'payment',
      amountCents: centsOf(amount),
      atMs: ifthenpayTimeMs(paymentDate),
    }));
}
