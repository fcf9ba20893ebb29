import { BLOCKED_ADDRESS, NAME_NOT_FOUND } from '../endpoint/vetted-lookup.ts';
import type { OutcomeClass } from '../outcome.ts';

/** Looking up and connecting; TLS handshake; connected and verified. */
export type Phase = 'connecting' | 'securing' | 'secured';

/**
 * The class of a POST that ended without an answer. A reused connection that the other side had closed meanwhile counts
 * as `connection`, a failed attempt like any other: whether it had read the request is not known, so it is not sent
 * again outside the schedule.
 */
export function classOfError(error: Error | undefined, phase: Phase): Exclude<OutcomeClass, 'delivered' | 'status'> {
  const codes = codesOf(error);
  if (codes.includes(BLOCKED_ADDRESS)) return 'blocked';
  if (codes.includes(NAME_NOT_FOUND)) return 'dns';
  if (phase === 'securing') return 'tls';
  if (phase === 'connecting' && codes.includes('ECONNREFUSED')) return 'refused';
  return 'connection';
}

/** The error's code for the log, such as `ECONNREFUSED`; its message may name addresses and is left out. */
export function codeOf(error: Error | undefined): string {
  return codesOf(error)[0] ?? (error ? error.name : 'CLOSED');
}

// Where a name has several addresses the socket tries each and reports all failures in one.
function codesOf(error: Error | undefined): string[] {
  if (error === undefined) return [];
  const inner = error instanceof AggregateError ? (error.errors as Error[]).flatMap(codesOf) : [];
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined ? inner : [code, ...inner];
}
