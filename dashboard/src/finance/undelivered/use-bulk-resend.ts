import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/api-error.ts';
import { type Answer, call, type Input } from '../../api/client.ts';
import { type Reloadable, useReceived } from '../../api/use-received.ts';
import { addEuros } from '../../i18n/add-euros.ts';

/** The list of undelivered events to resend. */
export type BulkInput = Omit<Input<'POST /me/undelivered/resend'>, 'cursor' | 'dryRun' | 'why'>;
type Part = Answer<'POST /me/undelivered/resend'>;

/** Events and the euros of their payments, and how many of refunded orders are left out. */
export interface Counted {
  count: number;
  euros: number;
  leftOut: number;
}

export interface BulkRun extends Counted {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  /** What interrupted it. */
  error: ApiError | undefined;
}

const NONE: Counted = { count: 0, euros: 0, leftOut: 0 };

function withPart({ count, euros, leftOut }: Counted, part: Part): Counted {
  return { count: count + part.queued, euros: addEuros([euros, part.euros]), leftOut: leftOut + part.leftOut };
}

/** How many events would be resent now, counted part by part. */
export function useBulkCount(input: BulkInput): Reloadable<Counted> {
  return useReceived(JSON.stringify(input), async (signal) => {
    let counted = NONE;
    let cursor: string | null = null;
    do {
      const part: Part = await call(
        'POST /me/undelivered/resend',
        { ...input, dryRun: true, ...(cursor !== null && { cursor }) },
        signal,
      );
      counted = withPart(counted, part);
      cursor = part.cursor;
    } while (cursor !== null);
    return counted;
  });
}

/** Queues the events part by part. It can be stopped, and goes on where it ended. */
export function useBulkResend() {
  const [run, setRun] = useState<BulkRun>({ ...NONE, state: 'idle', error: undefined });
  const isStopped = useRef(false);
  const cursor = useRef<string | null>(null);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  useEffect(() => stop, [stop]);

  const start = useCallback(async (input: BulkInput, why: string) => {
    isStopped.current = false;
    setRun((before) => ({ ...before, state: 'running', error: undefined }));
    try {
      let hasMore = true;
      while (hasMore && !isStopped.current) {
        const from = cursor.current !== null && { cursor: cursor.current };
        const part: Part = await call('POST /me/undelivered/resend', { ...input, why, ...from });
        cursor.current = part.cursor;
        hasMore = part.more;
        setRun((before) => ({ ...before, ...withPart(before, part) }));
      }
      setRun((before) => ({ ...before, state: hasMore ? 'stopped' : 'done' }));
    } catch (error) {
      setRun((before) => ({ ...before, state: 'failed', error: apiErrorOf(error) }));
    }
  }, []);
  return { run, start, stop };
}
