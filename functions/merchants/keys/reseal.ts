import type { Merchant } from '../accounts/merchant.ts';
import type { Keyring } from './keyring.ts';
import { type SealedField, seal, unsealIfHeld } from './seal.ts';

const SEALED_FIELDS: readonly SealedField['field'][] = [
  'apiKey',
  'previousApiKey',
  'webhookSecret',
  'previousWebhookSecret',
];

export interface Resealed {
  /** The values that another key than the newest sealed, sealed by the newest. */
  fields: Partial<Pick<Merchant, SealedField['field']>>;
  /** Values that no key of the keyring opens. */
  unopened: SealedField['field'][];
}

/** Seals the secrets of an account by the newest key of the keyring, so that an older key can be removed. */
export function resealed(ring: Keyring, merchant: Merchant): Resealed {
  const result: Resealed = { fields: {}, unopened: [] };
  for (const field of SEALED_FIELDS) {
    const sealed = merchant[field];
    if (sealed === undefined) continue;
    const sealedField = { merchantId: merchant.merchantId, field };
    const secret = unsealIfHeld(ring, sealedField, sealed);
    if (secret === undefined) result.unopened.push(field);
    else if (!sealed.startsWith(`${ring.currentId}.`)) result.fields[field] = seal(ring, sealedField, secret);
  }
  return result;
}
