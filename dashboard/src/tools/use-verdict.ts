import { useEffect, useState } from 'react';
import type { Bytes } from '../signature/bytes.ts';
import { checkSignature, expectedValue, type Verdict } from '../signature/check.ts';
import type { Form } from './signature-form.tsx';

export interface Judged {
  expected: string | null;
  verdict: Verdict;
}

const TYPING_PAUSE_MS = 150;

/** The verdict on a form, anew after each change; undefined while something is missing. */
export function useVerdict(form: Form, body: Bytes): Judged | undefined {
  const [judged, setJudged] = useState<Judged>();
  const { header, secret, otherSecret, received, id, timestamp } = form;
  useEffect(() => {
    let isStale = false;
    const question = { header, body, secret, otherSecret, received, id: id.trim(), timestamp: timestamp.trim() };
    if (secret === '' || received.trim() === '') {
      setJudged(undefined);
      return;
    }
    const timer = setTimeout(async () => {
      const own = secret.trim();
      const expected = await expectedValue({ ...question, secret: own });
      const verdict = await checkSignature(question);
      if (!isStale) setJudged({ expected, verdict });
    }, TYPING_PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [header, body, secret, otherSecret, received, id, timestamp]);
  return judged;
}
