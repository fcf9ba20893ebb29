import { useCallback, useEffect, useRef, useState } from 'react';
import type { TestAttempts } from '../../../../functions/dashboard/settings/webhook-test.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';

export interface WebhookTest {
  state: 'idle' | 'starting' | 'watching' | 'ended' | 'slow' | 'failed';
  testId?: string;
  seen?: TestAttempts;
  error?: ApiError;
}

const POLL_MS = 300;
/** Room for cold starts, and for queues that deliver late. */
const ROOM_MS = 37_000;
const WATCHED_FOR_MS = DELAYS_BEFORE_ATTEMPT_MS.reduce<number>(
  (sum, delay) => sum + delay,
  MAX_ATTEMPTS * DEADLINE_MS + ROOM_MS,
);
const FAILURES_BORNE = 5;

/** Presses the test button and watches the attempts as they are recorded, until the delivery has ended. */
export function useWebhookTest() {
  const [test, setTest] = useState<WebhookTest>({ state: 'idle' });
  const watch = useRef<AbortController>(undefined);
  useEffect(() => () => watch.current?.abort(), []);

  const follow = useCallback(async (testId: string) => {
    watch.current?.abort();
    const own = new AbortController();
    watch.current = own;
    const update = (change: Partial<WebhookTest>) =>
      own.signal.aborted || setTest((before) => ({ ...before, ...change, testId }));
    update({ state: 'watching' });
    const untilMs = Date.now() + WATCHED_FOR_MS;
    let failures = 0;
    while (!own.signal.aborted && Date.now() < untilMs) {
      try {
        const seen = await call('GET /me/webhook/tests/{testId}', { testId }, own.signal);
        failures = 0;
        update({ seen, state: seen.isEnded ? 'ended' : 'watching' });
        if (seen.isEnded) return;
      } catch (error) {
        if (!(error instanceof ApiError)) return;
        failures += 1;
        // Right after the button the record may not be readable yet, and a network may stumble.
        if (failures > FAILURES_BORNE) return update({ state: 'failed', error });
      }
      await new Promise((resume) => setTimeout(resume, POLL_MS));
    }
    update({ state: 'slow' });
  }, []);

  const start = useCallback(async () => {
    watch.current?.abort();
    setTest({ state: 'starting' });
    try {
      const { testId } = await call('POST /merchant/webhook/tests', {});
      await follow(testId);
    } catch (error) {
      if (error instanceof ApiError) setTest({ state: 'failed', error });
    }
  }, [follow]);

  return { test, start, follow };
}
