import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { STATUSES } from '../../../functions/payments/transitions.ts';
import { blocksOf, PAGES, readDocument } from '../../support/documents/blocks.ts';

const LOOPS = PAGES.flatMap((page) => blocksOf(readDocument(page)))
  .flatMap(({ code }) => code.match(/until [\s\S]*?"status"[\s\S]*?done/g) ?? [])
  .map((loop) => [loop] as const);

/** Whether a loop ends when the API gives this answer: where it waits, `sleep` ends the shell. */
function endsAt(loop: string, answer: string): boolean {
  const answers = `curl() { printf '%s' '${answer}'; }\nread_status() { curl; }\nsleep() { exit 9; }\n`;
  try {
    execFileSync('bash', ['-c', `${answers}${loop}`], { stdio: 'pipe' });
    return true;
  } catch (error) {
    if ((error as { status?: number }).status !== 9) throw error;
    return false;
  }
}

test('some pages wait for the end of a transaction', () => {
  expect(LOOPS.length).toBeGreaterThanOrEqual(2);
});

test.each(LOOPS)('a wait ends at any status but pending, and at no other answer: %s', (loop) => {
  for (const status of STATUSES) {
    const answer = `{"transactionId":"tx_1","status":"${status}","paidAt":null}`;
    expect([status, endsAt(loop, answer)]).toEqual([status, status !== 'pending']);
  }
  for (const answer of ['', '{"error":"the service failed"}']) expect(endsAt(loop, answer)).toBe(false);
});
