import { useEffect, useRef, useState } from 'react';
import type { TestAttempts } from '../../../../functions/dashboard/settings/webhook-test.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { type ApiError, apiErrorOf, isAborted } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';

export interface WebhookTest {
  state: 'idle' | 'watching' | 'ended' | 'slow' | 'failed';
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

/** Presses the test button and watches the attempts as they are recorded, until the delivery has ended. */
export function useWebhookTest() {
  const [test, setTest] = useState<WebhookTest>({ state: 'idle' });
  const watch = useRef<AbortController>(undefined);
  useEffect(() => () => watch.current?.abort(), []);

  const start = async () => {
    watch.current = new AbortController();
    const { signal } = watch.current;
    const update = (change: WebhookTest) => setTest((before) => ({ ...before, ...change }));
    setTest({ state: 'watching' });
    try {
      const { testId } = await call('POST /merchant/webhook/tests', {}, signal);
      update({ state: 'watching', testId });
      for (const untilMs = Date.now() + WATCHED_FOR_MS; Date.now() < untilMs; ) {
        const seen = await call('GET /me/webhook/tests/{testId}', { testId }, signal);
        update({ state: seen.isEnded ? 'ended' : 'watching', seen });
        if (seen.isEnded) return;
        await new Promise((resume) => setTimeout(resume, POLL_MS));
      }
      update({ state: 'slow' });
    } catch (error) {
      if (!isAborted(error)) update({ state: 'failed', error: apiErrorOf(error) });
    }
  };

  return { test, start };
}
