import type { AttemptFailure } from '../../payments/transaction.ts';
import { type Phase, UNREADABLE_ANSWER } from '../../runtime/http-connections.ts';
import { BLOCKED_ADDRESS, NAME_NOT_FOUND, NAME_SERVERS_FAILED } from '../endpoint/vetted-lookup.ts';
import type { AttemptOutcome, OutcomeClass } from '../outcome.ts';

type FailedOutcome = Extract<AttemptOutcome, { detail: string }>;

/** What error codes of Node, OpenSSL and the resolver mean to a merchant. Other errors have only their class. */
const FAILURES: Record<string, AttemptFailure> = {
  [NAME_SERVERS_FAILED]: 'name-servers',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'chain',
  UNABLE_TO_GET_ISSUER_CERT: 'chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'chain',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
  HOSTNAME_MISMATCH: 'wrong-name',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'wrong-name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no-tls',
  ERR_SSL_HTTP_REQUEST: 'no-tls',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls-version',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls-version',
  ERR_SSL_VERSION_TOO_LOW: 'tls-version',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'client-certificate',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EPIPE: 'reset',
  [UNREADABLE_ANSWER]: 'unreadable',
};

const TIMEOUTS: Record<Phase, AttemptFailure | undefined> = {
  connecting: 'no-connection',
  securing: 'no-handshake',
  secured: undefined,
};

/** The outcome of a POST that was not answered within the time-out. `hasBegun`: part of an answer had arrived. */
export function timedOut(phase: Phase, hasBegun: boolean, durationMs: number): FailedOutcome {
  return { kind: 'timeout', durationMs, detail: phase, failure: hasBegun ? 'unfinished' : TIMEOUTS[phase] };
}

/**
 * The outcome of a POST that ended without an answer. A reused connection that the other side had closed meanwhile
 * counts as `connection`, a failed attempt like any other: whether it had read the request is not known, so it is not
 * sent again outside the schedule. The error's message may name addresses and is left out.
 */
export function failedBy(error: Error, phase: Phase, durationMs: number): FailedOutcome {
  const all = codesOf(error);
  // One address that refuses says more than others that are out of reach: the machine is up, nothing listens.
  const codes = phase === 'connecting' && all.includes('ECONNREFUSED') ? ['ECONNREFUSED'] : all;
  const known = codes.map((code) => FAILURES[code]).find((failure) => failure !== undefined);
  const failure = known ?? failureOf(error, codes, phase);
  return { kind: classOf(codes, phase), durationMs, detail: codes[0] ?? error.name, failure };
}

function failureOf(error: NodeJS.ErrnoException, codes: readonly string[], phase: Phase): AttemptFailure | undefined {
  // With a system call it is a reset by the peer; without one the connection was closed.
  if (codes.includes('ECONNRESET') && error.syscall !== undefined) return 'reset';
  if (codes.includes('ETIMEDOUT')) return TIMEOUTS[phase];
  if (codes.some(isOfTls) || (codes.includes('ECONNRESET') && phase === 'securing')) return 'handshake';
  return codes.includes('ECONNRESET') ? 'closed' : undefined;
}

function classOf(codes: readonly string[], phase: Phase): Exclude<OutcomeClass, 'delivered' | 'status' | 'timeout'> {
  if (codes.includes(BLOCKED_ADDRESS)) return 'blocked';
  if (codes.includes(NAME_NOT_FOUND) || codes.includes(NAME_SERVERS_FAILED)) return 'dns';
  if (phase === 'securing' || codes.some(isOfTls)) return 'tls';
  if (phase === 'connecting' && codes.includes('ECONNREFUSED')) return 'refused';
  return 'connection';
}

const isOfTls = (code: string) => code.startsWith('ERR_SSL_') || code === 'EPROTO';

// Where a name has several addresses the socket tries each and reports all failures in one.
function codesOf(error: NodeJS.ErrnoException): string[] {
  const inner = error instanceof AggregateError ? (error.errors as Error[]).flatMap(codesOf) : [];
  return error.code === undefined ? inner : [error.code, ...inner];
}
