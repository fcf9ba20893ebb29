import { expect } from 'vitest';
import { type Answered, errorOf } from './payment-calls.ts';

/** Expects an error with this status, whose text has, or matches, `text`. */
export function expectRefused(answered: Answered, statusCode: number, text: string | RegExp): void {
  const expected = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  expect([answered.statusCode, errorOf(answered)]).toEqual([statusCode, expected]);
}
