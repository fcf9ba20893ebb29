import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Clock } from '../../runtime/clock.ts';
import { idleConnectionCloser } from '../../runtime/idle-connections.ts';
import {
  BLOCKED_ADDRESS,
  NAME_NOT_FOUND,
  nameServerResolve,
  type ResolveAddresses,
  vettedLookup,
} from '../endpoint/vetted-lookup.ts';
import { checkWebhookUrl, hostOf } from '../endpoint/webhook-url.ts';
import type { AttemptOutcome, OutcomeClass } from '../outcome.ts';
import { DEADLINE_MS } from '../plan.ts';

// More of an answer is neither read nor kept (decision D13).
const ANSWER_LIMIT_BYTES = 1_024;

// A second address is tried when the first has not answered by then; Node's own 250 ms is too short for far servers.
const NEXT_ADDRESS_AFTER_MS = 1_000;

export interface SenderOptions {
  clock: Clock;
  permitLoopback: boolean;
  deadlineMs?: number;
  resolve?: ResolveAddresses;
  /** Opens the connections. It is handed the vetting look-up as its option `lookup`. */
  agent?: Agent;
  /** PEM certificates trusted besides the well-known ones, for receivers on this machine. */
  extraAuthorities?: string[];
}

export interface WebhookPost {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** One POST. Never rejects; follows no redirect; sends nothing a second time. */
export type Send = (post: WebhookPost) => Promise<AttemptOutcome>;

/**
 * A sender with connections of its own, one per execution environment. Addresses are vetted when the connection is
 * made (`vetted-lookup.ts`), literal ones before each POST, since a socket does not look those up.
 */
export function webhookSender(options: SenderOptions): Send {
  const wiring: Wiring = {
    agent: options.agent ?? keepAliveAgent(options.extraAuthorities),
    lookup: vettedLookup(options.resolve ?? nameServerResolve(), options),
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    clock: options.clock,
  };
  const closeIdle = idleConnectionCloser(wiring.agent, options.clock);
  return async (post) => {
    const target = checkWebhookUrl(post.url, options);
    if (!target.ok) return { class: 'blocked', durationMs: 0, detail: target.problem };
    closeIdle();
    return sendOnce(new URL(target.value), post, wiring);
  };
}

function keepAliveAgent(extraAuthorities: string[] = []): Agent {
  return new Agent({
    keepAlive: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    ...(extraAuthorities.length > 0 && { ca: [...rootCertificates, ...extraAuthorities] }),
  });
}

interface Wiring {
  agent: Agent;
  lookup: LookupFunction;
  deadlineMs: number;
  clock: Clock;
}

function sendOnce(url: URL, { headers, body }: WebhookPost, wiring: Wiring): Promise<AttemptOutcome> {
  const { agent, lookup, deadlineMs, clock } = wiring;
  const startedAt = clock();
  const durationMs = () => Math.max(0, clock() - startedAt);
  return new Promise((resolve) => {
    const path = url.pathname + url.search;
    const request = httpsRequest({ method: 'POST', host: hostOf(url), port: url.port, path, headers, agent, lookup });
    const phase = followPhase(request);
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      request.destroy();
    }, deadlineMs);
    request.once('close', () => clearTimeout(deadline));

    // Once there is an answer, what happens to the connection changes nothing; before, the first failure counts.
    let isAnswered = false;
    const fail = (error?: Error) => {
      if (isAnswered) return;
      if (isLate) return resolve({ class: 'timeout', durationMs: durationMs(), detail: phase.current });
      resolve({ class: classOfError(error, phase.current), durationMs: durationMs(), detail: codeOf(error) });
    };
    request.on('error', fail);
    request.once('close', () => fail());
    request.once('response', (response) => {
      isAnswered = true;
      const statusCode = response.statusCode ?? 0;
      const answer = readAnswer(response);
      if (statusCode >= 200 && statusCode <= 299) {
        return resolve({ class: 'delivered', statusCode, durationMs: durationMs(), answer });
      }
      answer.then((text) => resolve({ class: 'status', statusCode, durationMs: durationMs(), answer: text }));
    });
    request.end(body);
  });
}

/** How far the connection of a request has come, which tells a failed TLS handshake from a failed connection. */
function followPhase(request: ClientRequest): { current: Phase } {
  const phase: { current: Phase } = { current: 'connecting' };
  request.once('socket', (socket: Socket) => {
    if (request.reusedSocket) {
      phase.current = 'secured';
      return;
    }
    socket.once('connect', () => {
      phase.current = 'securing';
    });
    socket.once('secureConnect', () => {
      phase.current = 'secured';
    });
  });
  return phase;
}

/**
 * The answer's first kilobyte as text, as far as it comes before the deadline. An answer that ends within it leaves the
 * connection for the next POST; a longer one is cut off with its connection.
 */
function readAnswer(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > ANSWER_LIMIT_BYTES) response.destroy();
    });
    response.on('error', () => undefined);
    response.once('close', () => {
      const bytes = Buffer.concat(chunks).subarray(0, ANSWER_LIMIT_BYTES);
      // `stream` leaves out a character that the cut went through.
      resolve(new TextDecoder().decode(bytes, { stream: true }));
    });
  });
}

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
