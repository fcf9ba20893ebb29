/** The function crashes before a call leaves, or after it returns. */
export const CRASH_KINDS = ['crash-before', 'crash-after'] as const;

/**
 * Faults on the connection between a function and a service. `…-after`: the service has processed the request and the
 * answer is lost. `hang-…`: no answer arrives before Lambda ends the function.
 */
export const NETWORK_KINDS = [
  'throttled',
  'error',
  'reset-before',
  'reset-after',
  'truncated',
  'hang-before',
  'hang-after',
  'expired',
] as const;

export type NetworkKind = (typeof NETWORK_KINDS)[number];
export type FaultKind = (typeof CRASH_KINDS)[number] | NetworkKind;

/** What goes wrong at one call of a run. */
export interface Fault {
  /** Label in the trace (`call-trace.ts`). */
  call: string;
  kind: FaultKind;
  /** How many requests of the call it affects. The SDK retries a failed request twice. */
  times: number;
}

export function isCrash({ kind }: Pick<Fault, 'kind'>): boolean {
  return kind.startsWith('crash');
}
