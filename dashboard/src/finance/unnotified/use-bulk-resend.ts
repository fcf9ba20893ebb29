import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResendOutcome } from '../../../../functions/webhooks/resend/resend.ts';
import { ApiError } from '../../api/api-error.ts';
import { call, type Input } from '../../api/client.ts';
import type { Undelivered } from './undelivered-columns.tsx';

/** What came of it, by outcome; `refusals` are outcomes that came as an error, with the error that says it. */
export interface BulkRun {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  done: number;
  outcomes: Partial<Record<ResendOutcome['kind'], number>>;
  refusals: { error: ApiError; count: number }[];
  /** What broke it off. */
  error: ApiError | undefined;
}

type Request = { why: string; selected: readonly Undelivered[] | undefined; input: Input<'POST /finance/undelivered'> };

const IDLE: BulkRun = { state: 'idle', done: 0, outcomes: {}, refusals: [], error: undefined };

/** Resends the selected events, or a complete list page by page. It can be stopped and resumed. */
export function useBulkResend() {
  const [run, setRun] = useState<BulkRun>(IDLE);
  const abort = useRef<AbortController>(undefined);
  const place = useRef<{ index: number; cursor: string | null }>({ index: 0, cursor: null });
  useEffect(() => () => abort.current?.abort(), []);

  const start = useCallback(async ({ why, selected, input }: Request) => {
    const own = new AbortController();
    abort.current = own;
    setRun((before) => ({ ...before, state: 'running', error: undefined }));
    try {
      const steps = selected
        ? oneByOne(selected, why, place.current, own.signal)
        : pageByPage(input, why, place.current, own.signal);
      for await (const came of steps) setRun((before) => added(before, came));
      const isOver = selected ? place.current.index >= selected.length : place.current.cursor === null;
      setRun((before) => ({ ...before, state: isOver ? 'done' : 'stopped' }));
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError('network', { error: String(error) });
      setRun((before) => ({ ...before, state: 'failed', error: known }));
    }
  }, []);
  /** After the step that is under way: what it did is to be known. */
  const stop = useCallback(() => abort.current?.abort(), []);
  return { run, start, stop };
}

type Came = Pick<BulkRun, 'outcomes'> & { refusal?: ApiError };

async function* oneByOne(
  selected: readonly Undelivered[],
  why: string,
  place: { index: number },
  signal: AbortSignal,
): AsyncGenerator<Came> {
  for (; place.index < selected.length && !signal.aborted; place.index += 1) {
    const each = selected[place.index];
    if (!each) return;
    const { transactionId, eventId, series } = each;
    try {
      await call('POST /transactions/{transactionId}/resend', { transactionId, eventId, series, why });
      yield { outcomes: { resent: 1 } };
    } catch (error) {
      // A refusal is about this one; anything else would befall the next one too.
      if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 404)) throw error;
      yield { outcomes: {}, refusal: error };
    }
  }
}

async function* pageByPage(
  input: Request['input'],
  why: string,
  place: { cursor: string | null },
  signal: AbortSignal,
): AsyncGenerator<Came> {
  do {
    const { cursor } = place;
    const page = await call('POST /finance/undelivered/resend', { ...input, why, ...(cursor !== null && { cursor }) });
    place.cursor = page.cursor;
    yield { outcomes: page.outcomes };
  } while (place.cursor !== null && !signal.aborted);
}

function added(run: BulkRun, { outcomes, refusal }: Came): BulkRun {
  const next = { ...run.outcomes };
  let { done } = run;
  for (const [kind, count] of Object.entries(outcomes) as [ResendOutcome['kind'], number][]) {
    next[kind] = (next[kind] ?? 0) + count;
    done += count;
  }
  if (!refusal) return { ...run, outcomes: next, done };
  const known = run.refusals.some(({ error }) => error.error === refusal.error);
  const refusals = known
    ? run.refusals.map((each) => (each.error.error === refusal.error ? { ...each, count: each.count + 1 } : each))
    : [...run.refusals, { error: refusal, count: 1 }];
  return { ...run, outcomes: next, done: done + 1, refusals };
}
