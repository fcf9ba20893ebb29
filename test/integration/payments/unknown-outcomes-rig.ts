import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { type HttpCall, httpCaller } from '../../../functions/banking/http-call.ts';
import { pendingTest } from '../../fixtures/payments.ts';
import { ANSWERS, PUSH_OUT, REFERENCE_OUT, registers, startsSeen } from '../../support/bank-script.ts';
import { type Answered, type PaymentCalls, paymentCalls } from '../../support/payment-calls.ts';
import { dependenciesOf, type PaymentRig, type RigDependencies } from '../../support/payment-rig.ts';
import { CREDENTIALS, json, type Reply } from '../../support/scripted-sibs.ts';

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

export interface TroubledBank {
  dependencies: RigDependencies;
  /** Ends of the paths whose calls are not sent. */
  unreachable: Set<string>;
  /** Ends of the paths whose calls time out soon, because the bank does not answer there. */
  silent: Set<string>;
  /** How many starts were tried: their first calls, sent or not. */
  attempted(): number;
}

const SILENCE_MS = 150;

/** The rig's functions with a bank that a test makes unreachable or silent. */
export function troubledBank(rig: PaymentRig): TroubledBank {
  const dependencies = dependenciesOf(rig);
  const [unreachable, silent] = [new Set<string>(), new Set<string>()];
  const caller = httpCaller(dependencies.clock);
  let attempted = 0;
  const call: HttpCall = async (request) => {
    if (request.url.endsWith(PATH_ENDS.checkout)) attempted += 1;
    const isAt = (ends: Set<string>) => [...ends].some((end) => request.url.endsWith(end));
    if (isAt(unreachable)) return { kind: 'not-sent', detail: 'ECONNREFUSED' };
    return caller(isAt(silent) ? { ...request, timeoutMs: SILENCE_MS } : request);
  };
  const account = dependencies.bankAccounts.account('main');
  if (!account) throw new Error('the rig has no account');
  const readSecret = async () => JSON.stringify(CREDENTIALS);
  const accounts = bankAccounts({ accounts: [account], readSecret, clock: dependencies.clock, call });
  return { dependencies: { ...dependencies, bankAccounts: accounts }, unreachable, silent, attempted: () => attempted };
}

/** The bank of the current test, and the endpoints that call it. */
export let bank: TroubledBank;
export let calls: PaymentCalls;

export const troubledTest = pendingTest.extend('troubled', { auto: true }, async ({ payments }) => {
  bank = troubledBank(payments);
  calls = paymentCalls(bank.dependencies);
});

/** Ends of the paths whose calls are not sent. */
export const PATH_ENDS = {
  checkout: '/payments',
  purchase: '/purchase',
  generate: '/generate',
  status: '/status',
} as const;

export interface Unknowns {
  /** Repeats the same call. */
  same(): Promise<Answered>;
  /** A call for another start. */
  other(): Promise<Answered>;
  /** The number of starts that customers can pay. */
  live(): number;
}

/**
 * The calls of one method on one transaction. It counts the bank's effects, not calls: `withoutEffect` is the number
 * of calls that the bank accepted without an effect.
 */
export function unknowns(
  rig: PaymentRig,
  dependencies: RigDependencies,
  { method, transactionId, withoutEffect }: { method: Method; transactionId: string; withoutEffect: () => number },
): Unknowns {
  const calls = paymentCalls(dependencies);
  const { starts } = AT_BANK[method];
  return {
    same: () => (method === 'mbway' ? calls.mbway(transactionId) : calls.multibanco(transactionId)),
    other: () => (method === 'mbway' ? calls.multibanco(transactionId) : calls.mbway(transactionId)),
    live: () => startsSeen(rig.sibs)[starts] - withoutEffect(),
  };
}

/** Makes the bank fail calls in this way; `name` is one of `FAULTS`. */
export function fault(
  rig: PaymentRig,
  { unreachable, silent }: TroubledBank,
  route: keyof typeof PATH_ENDS,
  name: string,
): void {
  const reply = FAULTS[name];
  if (reply === undefined) throw new Error(`no such fault: ${name}`);
  if (reply === 'silence') silent.add(PATH_ENDS[route]);
  if (reply === 'unreachable') unreachable.add(PATH_ENDS[route]);
  else rig.sibs.script(route, reply);
}

/** Ends the faults: the method starts as usual. Its status of a lost start is scripted separately. */
export function heal(rig: PaymentRig, { unreachable, silent }: TroubledBank, method: Method): void {
  unreachable.clear();
  silent.clear();
  rig.sibs.script('checkout', registers());
  rig.sibs.script(AT_BANK[method].route, AT_BANK[method].out);
}
