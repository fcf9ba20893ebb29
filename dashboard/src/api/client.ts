import type { DashboardApi, Route } from '../../../functions/dashboard/api.ts';
import type { DashboardError } from '../../../functions/dashboard/refused.ts';
import { BASE } from '../app/config.ts';
import { answerIn } from './answer.ts';
import { ApiError, isAborted } from './api-error.ts';
import { type ApiRequest, isRead, requestOf } from './request.ts';
import { recordServiceTime } from './service-time.ts';

export type Input<R extends Route> = DashboardApi[R]['input'];
export type Answer<R extends Route> = DashboardApi[R]['answer'];

/** How calls get at the session. */
export interface Credentials {
  /** The ID token; null when nobody is signed in. */
  token(): Promise<string | null>;
  /** Asks the issuer for a new one; null when the session has ended. */
  renew(): Promise<string | null>;
  /** The session has ended. */
  onEnded(): void;
}

const READ_TIMEOUT_MS = 20_000;
// Longer than the gateway's 29 s: a change is not given up while its answer may still arrive.
const CHANGE_TIMEOUT_MS = 32_000;
const PAUSE_BEFORE_RETRY_MS = 400;

let credentials: Credentials | undefined;

export function giveCredentials(given: Credentials): void {
  credentials = given;
}

/** A complete answer. `body` is undefined where it is no JSON. */
interface Answered {
  status: number;
  body: unknown;
  requestId: string | undefined;
}

/** Calls the dashboard's API. Throws `ApiError`, or an `AbortError` when `signal` says so. */
export async function call<R extends Route>(route: R, input: Input<R>, signal?: AbortSignal): Promise<Answer<R>> {
  const request = requestOf(route, input as Record<string, unknown>);
  const isSafe = isRead(route, input);
  const timeoutMs = isSafe ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS;
  const once = () => authorized(request, timeoutMs, signal);
  let answered: Answered;
  try {
    answered = await once();
    if (answered.status >= 502 && isSafe) answered = await afterPause(once);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 'network' || !isSafe) throw error;
    answered = await afterPause(once);
  }
  const { status, body, requestId } = answered;
  if (status === 401) credentials?.onEnded();
  if (status >= 400) throw new ApiError(status, (body ?? {}) as Partial<DashboardError>, requestId);
  // A proxy answered, not the service.
  if (body === undefined) throw new ApiError('network', {}, requestId);
  return body as Answer<R>;
}

/** A 401 may only mean that the token ran out a moment ago: one renewal, one more try. */
async function authorized(request: ApiRequest, timeoutMs: number, signal?: AbortSignal): Promise<Answered> {
  const token = (await credentials?.token()) ?? null;
  const answered = token === null ? null : await send(request, token, timeoutMs, signal);
  if (answered !== null && answered.status !== 401) return answered;
  const renewed = (await credentials?.renew()) ?? null;
  if (renewed !== null) return send(request, renewed, timeoutMs, signal);
  credentials?.onEnded();
  throw new ApiError(401);
}

async function send({ method, path, body }: ApiRequest, token: string, timeoutMs: number, signal?: AbortSignal) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(`${BASE}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      ...(body !== undefined && { body }),
    });
    recordServiceTime(response.headers.get('x-service-time'));
    return await answeredOf(response);
  } catch (error) {
    if (signal?.aborted || (isAborted(error) && !timeout.signal.aborted))
      throw new DOMException('aborted', 'AbortError');
    throw new ApiError(timeout.signal.aborted ? 'timeout' : 'network');
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the complete body: a truncated answer is an error. */
async function answeredOf(response: Response): Promise<Answered> {
  const text = await response.text();
  return {
    status: response.status,
    body: jsonOf(text),
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
}

function jsonOf(text: string): unknown {
  try {
    return answerIn(text);
  } catch {
    return undefined;
  }
}

async function afterPause<T>(work: () => Promise<T>): Promise<T> {
  await new Promise((resume) => setTimeout(resume, PAUSE_BEFORE_RETRY_MS));
  return work();
}
