import { ANSWERS, PUSH_OUT, REFERENCE_OUT, registers, startsSeen } from '../../../rig/banks/bank-script.ts';
import type { Reply } from '../../../rig/banks/scripted-server.ts';
import { json } from '../../../rig/banks/scripted-sibs.ts';
import { calls, dependencies, rig, transactionId } from '../../../rig/payments.ts';

export const METHODS = ['mbway', 'multibanco'] as const;
export type Method = (typeof METHODS)[number];

/** The route of each method's second call, and the bank's status of it. */
export const AT_BANK = {
  mbway: { route: 'purchase', out: PUSH_OUT, answerOut: ANSWERS.waiting, starts: 'pushes' },
  multibanco: { route: 'generate', out: REFERENCE_OUT, answerOut: ANSWERS.waitingReference, starts: 'references' },
} as const;

/**
 * A fault of each outcome of the adapter. `unreachable`: the call is not sent. In the others the bank receives it, and
 * its answer is unusable. Which answers are: test/integration/banking.
 */
export const FAULTS: Record<string, Reply | 'unreachable'> = {
  'cannot be reached': 'unreachable',
  'answers 503': json({ returnStatus: { statusCode: 'E0999', statusMsg: 'Unavailable' } }, 503),
  'drops the connection': 'reset',
};

/** Ends of the paths of the bank's routes. */
export const PATH_ENDS = {
  checkout: '/payments',
  purchase: '/purchase',
  generate: '/generate',
  status: '/status',
} as const;

/**
 * The calls of one method on the current transaction. It counts the bank's effects, not calls: `withoutEffect` is the
 * number of calls that the bank accepted without an effect.
 */
export function unknowns(method: Method, withoutEffect = () => 0) {
  const { starts } = AT_BANK[method];
  const call = { mbway: () => calls.mbway(transactionId), multibanco: () => calls.multibanco(transactionId) };
  return {
    /** Repeats the same call. */
    same: call[method],
    /** A call for another start. */
    other: call[method === 'mbway' ? 'multibanco' : 'mbway'],
    /** The number of starts that customers can pay. */
    live: () => startsSeen(rig.sibs)[starts] - withoutEffect(),
  };
}
export type Unknowns = ReturnType<typeof unknowns>;

/** Makes the bank fail calls in this way; `name` is one of `FAULTS`. */
export function fault(route: keyof typeof PATH_ENDS, name: string): void {
  const reply = FAULTS[name];
  if (reply === undefined) throw new Error(`no such fault: ${name}`);
  if (reply === 'unreachable') dependencies.unreachable.add(PATH_ENDS[route]);
  else rig.sibs.script(route, reply);
}

/** Ends the faults: the method starts as usual. Its status of a lost start is scripted separately. */
export function heal(method: Method): void {
  dependencies.unreachable.clear();
  rig.sibs.script('checkout', registers());
  rig.sibs.script(AT_BANK[method].route, AT_BANK[method].out);
}
