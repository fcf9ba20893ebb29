import { createHmac } from 'node:crypto';
import type { Keyring } from '../../merchants/keys/keyring.ts';

export type PhoneHash = (transactionId: string, phoneNumber: string) => Promise<string>;

/**
 * Tells whether a repeated call names the same phone, without keeping the number: keyed, so that the billion possible
 * numbers cannot be tried, and bound to the transaction, so that customers cannot be followed across payments. By the oldest key, so that a key added while a
 * push is out does not make the same phone look like another.
 */
export function phoneHashFrom(keyring: () => Promise<Keyring>): PhoneHash {
  return async (transactionId, phoneNumber) => {
    const ring = await keyring();
    const key = ring.derive(ring.oldestId, 'phone');
    if (!key) throw new Error('keyring: lacks its oldest key');
    return createHmac('sha256', key).update(`${transactionId}/${phoneNumber}`).digest('base64url').slice(0, 16);
  };
}
