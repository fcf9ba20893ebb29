import type { DashboardError } from '../../../functions/dashboard/api.ts';

/** Why a call has no answer: what the API said, or `network` when nothing was heard from it, `timeout` when not in time. */
export class ApiError extends Error implements DashboardError {
  readonly status: number | 'network' | 'timeout';
  readonly error: string;
  readonly pt?: string;
  readonly field?: string;
  /** Names the call in the service's log. */
  readonly requestId?: string;

  constructor(status: ApiError['status'], said: Partial<DashboardError> = {}, requestId?: string) {
    super(said.error ?? String(status));
    this.name = 'ApiError';
    this.status = status;
    this.error = said.error ?? '';
    if (said.pt !== undefined) this.pt = said.pt;
    if (said.field !== undefined) this.field = said.field;
    if (requestId !== undefined) this.requestId = requestId;
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
