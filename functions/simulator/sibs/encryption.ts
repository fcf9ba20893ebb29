import { createCipheriv, randomBytes } from 'node:crypto';

export interface Sealed {
  /** All three in base64. */
  ciphertext: string;
  initializationVector: string;
  authenticationTag: string;
}

const IV_BYTES = 12;

/** Encrypts a notification: AES-256-GCM without padding. `key`: 32 bytes. */
export function seal(plainText: string, key: Buffer): Sealed {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return {
    ciphertext: ciphertext.toString('base64'),
    initializationVector: iv.toString('base64'),
    authenticationTag: cipher.getAuthTag().toString('base64'),
  };
}
