import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Agent, request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { Clock } from '../runtime/clock.ts';
import { dropIdleConnections, keepAliveAgent } from './connections.ts';
import type { AttemptOutcome } from './outcome.ts';
import { classOfError, codeOf, type Phase } from './send-error.ts';
import { nameServerResolve, type ResolveAddresses, vettedLookup } from './vetted-lookup.ts';
import { checkWebhookUrl, hostOf, type UrlProblem } from './webhook-url.ts';

/** The contract's time-out (§6.4): from the start to the end of the answer's headers, looking up the name included. */
const DEADLINE_MS = 8_000;

// More of an answer is neither read nor kept (decision D13).
const ANSWER_LIMIT_BYTES = 1_024;

export interface SenderOptions {
  clock: Clock;
  permitLoopback: boolean;
  deadlineMs?: number;
  resolve?: ResolveAddresses;
  /** Opens the connections; by default `keepAliveAgent`. It is handed the vetting look-up as its option `lookup`. */
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
 * made (`vetted-lookup.ts`), literal ones before each POST, since a socket looks those up nowhere.
 */
export function webhookSender(options: SenderOptions): Send {
  const wiring: Wiring = {
    agent: options.agent ?? keepAliveAgent(options.clock, options.extraAuthorities),
    lookup: vettedLookup(options.resolve ?? nameServerResolve(), options),
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    clock: options.clock,
  };
  const targetOf = rememberedTargets(options);
  return async (post) => {
    const target = targetOf(post.url);
    if (!(target instanceof URL)) return { class: 'blocked', durationMs: 0, detail: target };
    dropIdleConnections(wiring.agent, options.clock());
    return sendOnce(target, post, wiring);
  };
}

const MAXIMUM_TARGETS = 1_000;

/** Checks each URL once, which takes a tenth of a POST's processor time: the same text is always judged the same. */
function rememberedTargets(options: SenderOptions): (text: string) => URL | UrlProblem {
  const targets = new Map<string, URL | UrlProblem>();
  return (text) => {
    const known = targets.get(text);
    if (known) return known;
    const reading = checkWebhookUrl(text, options);
    const target = reading.ok ? new URL(reading.value) : reading.problem;
    if (targets.size >= MAXIMUM_TARGETS) targets.clear();
    targets.set(text, target);
    return target;
  };
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
        return resolve({ class: 'delivered', statusCode, durationMs: durationMs() });
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
