import type { Reading } from '../../runtime/reading.ts';

/** A Portuguese mobile number: exactly 9 digits, starting with 9 (§4.2). ASCII digits only. */
const PORTUGUESE_MOBILE = /^9[0-9]{8}$/;

/** Reads a phone number in the contract's form; the problem states the rule and never the number. */
export function readPhoneNumber(phoneNumber: unknown): Reading<string> {
  if (typeof phoneNumber === 'string' && PORTUGUESE_MOBILE.test(phoneNumber)) return { ok: true, value: phoneNumber };
  return {
    ok: false,
    problem:
      'must be a Portuguese mobile number: a string of exactly 9 digits, format 9XXXXXXXX, without country code or spaces',
  };
}
