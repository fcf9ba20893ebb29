import { CRASH_KINDS, type Fault, type FaultKind, isCrash, NETWORK_KINDS } from '../world/fault.ts';
import { POST_FAULTS } from './post-faults.ts';

// Faults that can affect all three requests of a call that the SDK retries. A reset before the request arrives then has
// the effect of an error, and a truncated answer that of a reset after it.
const REPEATED: readonly FaultKind[] = ['throttled', 'error', 'reset-after'];
const ALL_REQUESTS = 3;

type Kind = Pick<Fault, 'kind' | 'times'>;

const ONCE: readonly Kind[] = [...CRASH_KINDS, ...NETWORK_KINDS].map((kind) => ({ kind, times: 1 }));
const ONCE_AND_ALL: readonly Kind[] = [...ONCE, ...REPEATED.map((kind) => ({ kind, times: ALL_REQUESTS }))];

/** For pairs: one fault of each effect. */
const PAIRED = new Set([
  'error 3',
  'reset-after 1',
  'reset-after 3',
  'hang-after 1',
  ...CRASH_KINDS.map((kind) => `${kind} 1`),
]);

// A call to a bank is never retried (invariant 2), a POST only as another attempt.
const IS_UNREPEATED = / bank | POST /;

/** Every fault that a call can meet. The stepper's own steps use no network, and Lambda itself can crash before them. */
export function possibleFaults(call: string): Fault[] {
  if (call.startsWith('stream ') || call.startsWith('queue ')) return [{ call, kind: 'crash-before', times: 1 }];
  const kinds = IS_UNREPEATED.test(call) ? ONCE : ONCE_AND_ALL;
  const possible = call.startsWith('deliver POST ')
    ? kinds.filter((each) => isCrash(each) || each.kind in POST_FAULTS)
    : kinds;
  return possible.map((fault) => ({ call, ...fault }));
}

/** The faults that can follow `first`, given all calls of a run with `first` alone. */
export function secondFaults(first: Fault, calls: readonly string[]): Fault[] {
  if (!isPaired(first)) return [];
  const after = calls.slice(calls.indexOf(first.call) + 1);
  return after.flatMap((call) => possibleFaults(call).filter(isPaired));
}

function isPaired({ call, kind, times }: Fault): boolean {
  return PAIRED.has(`${kind} ${times}`) || (IS_UNREPEATED.test(call) && kind === 'error');
}

// The writes of a start before and after the bank's call are two call sites with the same name.
const IS_NUMBERED = /^(mbway|multibanco) UpdateItem /;

/** Whether the SDK's retry recovers from the fault, so that it has no further effect. */
export function isHealed({ call, kind, times }: Fault): boolean {
  return (
    !isCrash({ kind }) && times === 1 && !IS_UNREPEATED.test(call) && !kind.startsWith('hang') && kind !== 'expired'
  );
}

const NEVER_ARRIVES: ReadonlySet<FaultKind> = new Set(['throttled', 'error', 'reset-before']);
const LOSES_ITS_ANSWER: ReadonlySet<FaultKind> = new Set(['reset-after', 'truncated']);
const IS_READ = / (GetItem|BatchGetItem|Query|GetSecretValue) /;

/** Whether the service does not notice the fault either, so that a run can meet one of them at each of its calls. */
export function isInvisible(fault: Fault): boolean {
  const { call, kind } = fault;
  return isHealed(fault) && (NEVER_ARRIVES.has(kind) || (LOSES_ITS_ANSWER.has(kind) && IS_READ.test(call)));
}

/** The call site, as far as the name identifies it. */
export function siteOf(call: string): string {
  return IS_NUMBERED.test(call) ? call : call.replace(/ #\d+$/, '');
}

// Of these only a later write has a condition that its own first request has changed.
const IS_LATER = /^(authorize|sweep) UpdateItem /;

/** The name of a fault by its call site. */
export function siteFaultOf(fault: Fault): string {
  const { call, kind, times } = fault;
  // A crash leaves what each call before it has done.
  const isOfOneCall = isCrash(fault) || (kind === 'reset-after' && times === 1 && IS_LATER.test(call));
  return nameOf(isOfOneCall ? fault : { ...fault, call: siteOf(call) });
}

export function nameOf({ call, kind, times }: Fault): string {
  return `${call}: ${kind}${times > 1 ? ` ${times} times` : ''}`;
}
