import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** Which secret of which merchant is sealed: authenticated, so that a sealed value cannot be moved to another field. */
export interface SealedField {
  merchantId: string;
  field: 'apiKey' | 'previousApiKey' | 'webhookSecret' | 'previousWebhookSecret';
}

/** AES-256-GCM under the keyring's current key: `keyId.iv.tag.ciphertext`, base64url (decision D18). */
export function seal(keyring: Keyring, sealedField: SealedField, secret: string): string {
  const key = keyring.derive(keyring.currentId, 'seal');
  if (!key) throw new Error('seal: the keyring lacks its current key');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(sealedField));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
  return [keyring.currentId, ...parts].join('.');
}

/** Opens what `seal` made; throws where it was tampered with, moved, or sealed under a key that is gone. */
export function unseal(keyring: Keyring, sealedField: SealedField, sealed: string): string {
  const [keyId = '', ...parts] = sealed.split('.');
  const [iv, tag, ciphertext] = parts.map((part) => Buffer.from(part, 'base64url'));
  const key = keyring.derive(keyId, 'seal');
  if (!key || !iv || !ciphertext || tag?.length !== 16) throw new Error('unseal: not sealed by this keyring');
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
    .setAAD(additionalData(sealedField))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}

/** The same; undefined where it cannot be opened, as after the loss of a key. */
export function unsealIfHeld(keyring: Keyring, sealedField: SealedField, sealed: string): string | undefined {
  try {
    return unseal(keyring, sealedField, sealed);
  } catch {
    return undefined;
  }
}

function additionalData({ merchantId, field }: SealedField): Buffer {
  return Buffer.from(`${merchantId}/${field}`);
}
