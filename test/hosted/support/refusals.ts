import { expect } from 'vitest';
import type { Reply, Sent } from './http-call.ts';

/**
 * Checks an error answer against the contract (§7, D16, D17): the status, a JSON body with the only text `error` that
 * matches `about`, an X-Request-Id, and no secret of the request.
 */
export function expectRefusal(reply: Reply, status: number, about: RegExp = /./, sent: Sent = {}): void {
  expect(reply, reply.text).toMatchObject({ status });
  expect(reply.headers['content-type']).toBe('application/json');
  expect(Object.keys(reply.json)).toEqual(['error']);
  expect(reply.json.error).toEqual(expect.stringMatching(about));
  expect(reply.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  for (const secret of secretsOf(sent)) expect(reply.text).not.toContain(secret);
}

/** Keys and anything like a phone number, as they were sent. */
function secretsOf({ key, body, headers = {} }: Sent): string[] {
  const text = [key, ...Object.values(headers).flat(), typeof body === 'object' ? JSON.stringify(body) : body].join(
    ' ',
  );
  return text.match(/sk_\w+|\+?\p{Nd}{8,12}/gu) ?? [];
}
