import { DEADLINE, type Exchange, RESETS } from '../../runtime/http-client.ts';
import { BLOCKED_ADDRESS, NAME_NOT_FOUND, NAME_SERVERS_FAILED } from '../endpoint/vetted-lookup.ts';
import type { AttemptOutcome } from '../outcome.ts';

type FailedOutcome = Extract<AttemptOutcome, { detail: string }>;

/** What codes of Node, OpenSSL and the resolver mean to a merchant. The others are OpenSSL's, and mean `tls`. */
const CODES: Record<string, FailedOutcome['kind']> = {
  [DEADLINE]: 'timeout',
  ETIMEDOUT: 'timeout',
  [NAME_NOT_FOUND]: 'dns',
  [NAME_SERVERS_FAILED]: 'dns',
  [BLOCKED_ADDRESS]: 'blocked',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'wrong-name',
  ...Object.fromEntries(RESETS.map((code) => [code, 'reset'])),
};

/** The outcome of a POST without a status. The error's message may name addresses and is left out. */
export function failedBy(
  { error, received }: Extract<Exchange, { kind: 'failed' }>,
  durationMs: number,
): FailedOutcome {
  // Where a name has several addresses the socket tries each and reports all failures in one.
  const errors: NodeJS.ErrnoException[] = error instanceof AggregateError ? error.errors : [error];
  const detail = error.code ?? error.name;
  if (received.length > 0 && detail !== DEADLINE) return { kind: 'not-http', durationMs, detail };
  // One address that refuses says more than others that do not answer: the machine is up.
  const isRefused = errors.some(({ code, syscall }) => syscall === 'connect' && code !== 'ETIMEDOUT');
  return { kind: isRefused ? 'refused' : (CODES[detail] ?? 'tls'), durationMs, detail };
}
