import { calls, dependencies, rig, transactionId } from '../../fixtures/payments.ts';
import { ANSWERS, PUSH_OUT, REFERENCE_OUT, registers, startsSeen } from '../../support/banks/bank-script.ts';
import type { Reply } from '../../support/banks/scripted-server.ts';
import { json } from '../../support/banks/scripted-sibs.ts';

export const METHODS = ['mbway', 'multibanco'] as const;
export type Method = (typeof METHODS)[number];

/** The route of each method's second call, and the bank's status of it. */
export const AT_BANK = {
  mbway: { route: 'purchase', out: PUSH_OUT, answerOut: ANSWERS.waiting, starts: 'pushes' },
  multibanco: { route: 'generate', out: REFERENCE_OUT, answerOut: ANSWERS.waitingReference, starts: 'references' },
} as const;

/**
 * Faults of a call to the bank. `unreachable`: it is not sent. In all others the bank receives it, and its answer is
 * unusable.
 */
export const FAULTS: Record<string, Reply | 'unreachable'> = {
  'cannot be reached': 'unreachable',
  'answers 503': json({ returnStatus: { statusCode: 'E0999', statusMsg: 'Unavailable' } }, 503),
  'answers 500 without a body': { status: 500, body: '' },
  'answers 429': json({ httpCode: '429', httpMessage: 'Too Many Requests' }, 429),
  'never answers': 'silence',
  'drops the connection': 'reset',
  'breaks off its answer': 'reset-in-body',
  'answers an HTML page with 502': { status: 502, type: 'text/html', body: '<html><h1>Bad Gateway</h1></html>' },
  'answers an HTML page with 200': { status: 200, type: 'text/html', body: '<html>maintenance</html>' },
  'answers JSON that is cut off': {
    status: 200,
    body: '{"paymentStatus":"Pending","returnStatus":{"statusCode":"000"',
  },
  'answers JSON of other types': json({ paymentStatus: { is: 'Pending' }, transactionID: [1], returnStatus: 'ok' }),
  'answers an empty object': json({}),
  'answers null': { status: 200, body: 'null' },
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
  if (reply === 'silence') dependencies.silent.add(PATH_ENDS[route]);
  if (reply === 'unreachable') dependencies.unreachable.add(PATH_ENDS[route]);
  else rig.sibs.script(route, reply);
}

/** Ends the faults: the method starts as usual. Its status of a lost start is scripted separately. */
export function heal(method: Method): void {
  dependencies.unreachable.clear();
  dependencies.silent.clear();
  rig.sibs.script('checkout', registers());
  rig.sibs.script(AT_BANK[method].route, AT_BANK[method].out);
}
