import type { Problem } from '../../../functions/dashboard/problem.ts';
import type { DashboardError } from '../../../functions/dashboard/refused.ts';

/** Why a call failed: the API's error, `network` without an answer, or `timeout`. */
export class ApiError extends Error implements DashboardError {
  readonly status: number | 'network' | 'timeout';
  readonly error: string;
  readonly problem?: Problem;
  readonly field?: string;
  /** Names the call in the service's log. */
  readonly requestId?: string;

  constructor(status: ApiError['status'], body: Partial<DashboardError> = {}, requestId?: string) {
    super(body.error ?? String(status));
    this.name = 'ApiError';
    this.status = status;
    this.error = body.error ?? '';
    if (body.problem !== undefined) this.problem = body.problem;
    if (body.field !== undefined) this.field = body.field;
    if (requestId !== undefined) this.requestId = requestId;
  }
}

/** The error of a call that got no answer. */
export function apiErrorOf(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('network', { error: String(error) });
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
