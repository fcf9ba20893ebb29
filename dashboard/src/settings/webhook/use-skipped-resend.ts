import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResendOutcome } from '../../../../functions/webhooks/resend/resend.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';

export interface SkippedRun {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  /** How many events were scanned. */
  done: number;
  outcomes: Partial<Record<ResendOutcome['kind'], number>>;
  /** What broke it off. */
  error?: ApiError;
}

/** Resends skipped events page by page. It can be stopped after any page and resumed. */
export function useSkippedResend() {
  const [run, setRun] = useState<SkippedRun>({ state: 'idle', done: 0, outcomes: {} });
  const isStopping = useRef(false);
  const cursor = useRef<string | null>(null);

  const stop = useCallback(() => {
    isStopping.current = true;
  }, []);
  useEffect(() => stop, [stop]);

  const start = useCallback(async (why: string) => {
    isStopping.current = false;
    setRun(({ done, outcomes }) => ({ state: 'running', done, outcomes }));
    try {
      do {
        const from = cursor.current === null ? {} : { cursor: cursor.current };
        const page = await call('POST /settings/webhook/skipped/resend', { why, ...from });
        cursor.current = page.cursor;
        setRun((before) => withPage(before, page.outcomes));
      } while (cursor.current !== null && !isStopping.current);
      setRun((before) => ({ ...before, state: cursor.current === null ? 'done' : 'stopped' }));
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError('network', { error: String(error) });
      setRun((before) => ({ ...before, state: 'failed', error: known }));
    }
  }, []);
  return { run, start, stop };
}

function withPage(run: SkippedRun, page: SkippedRun['outcomes']): SkippedRun {
  const outcomes = { ...run.outcomes };
  let { done } = run;
  for (const [kind, count] of Object.entries(page) as [ResendOutcome['kind'], number][]) {
    outcomes[kind] = (outcomes[kind] ?? 0) + count;
    done += count;
  }
  return { ...run, outcomes, done };
}
