import { createHmac } from 'node:crypto';
import type { Keyring } from '../../merchants/keys/keyring.ts';
import type { Reading } from '../../runtime/reading.ts';

/** A Portuguese mobile number: exactly 9 digits, starting with 9 (§4.2). ASCII digits only. */
const PORTUGUESE_MOBILE = /^9[0-9]{8}$/;

/** Reads a phone number in the contract's form; the problem states the rule and never the number. */
export function readPhoneNumber(phoneNumber: unknown): Reading<string> {
  if (typeof phoneNumber === 'string' && PORTUGUESE_MOBILE.test(phoneNumber)) return { ok: true, value: phoneNumber };
  return {
    ok: false,
    problem:
      'must be a Portuguese mobile number: a string of exactly 9 digits, format 9XXXXXXXX, ' +
      'without country code or spaces',
  };
}

/** Hashes a phone number for one transaction: 16 characters of base64url. */
export type PhoneHash = (transactionId: string, phoneNumber: string) => Promise<string>;

/**
 * Compares the phone of a repeated call without storing the number (decision D6). The hash is keyed, so that the
 * billion possible numbers cannot be tried, and bound to the transaction, so that payments of one customer cannot be
 * linked. It uses the oldest key, so that a key added while a push is live does not change the hash of the same
 * phone.
 */
export function phoneHashFrom(keyring: () => Promise<Keyring>): PhoneHash {
  return async (transactionId, phoneNumber) => {
    const ring = await keyring();
    const key = ring.derive(ring.oldestId, 'phone');
    if (!key) throw new Error('keyring: lacks its oldest key');
    return createHmac('sha256', key).update(`${transactionId}/${phoneNumber}`).digest('base64url').slice(0, 16);
  };
}
