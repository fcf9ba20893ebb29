import { createDecipheriv } from 'node:crypto';
import type { NotificationRequest } from '../bank.ts';

/** Outcome of decrypting a notification. */
export type Opened = { kind: 'opened'; text: string } | { kind: 'rejected'; detail: string };

const IV_HEADER = 'x-initialization-vector';
const TAG_HEADER = 'x-authentication-tag';
// GCM's standard is 12 bytes; some senders use a full block.
const MIN_IV_BYTES = 12;
const MAX_IV_BYTES = 16;
// Shorter tags are legal GCM and far easier to forge.
const TAG_BYTES = 16;
const MAX_BODY_CHARACTERS = 128 * 1024;

/**
 * Decrypts a notification: AES-256-GCM, ciphertext as base64 in the body, initialisation vector and tag as base64 in
 * headers. Returns no plain text unless the tag is valid. Never throws. `key` is 32 bytes.
 */
export function openEnvelope({ headers, rawBody }: NotificationRequest, key: Buffer): Opened {
  const iv = decodeBase64(headerOf(headers, IV_HEADER));
  if (!iv || iv.length < MIN_IV_BYTES || iv.length > MAX_IV_BYTES) return rejected('initialisation vector');
  const tag = decodeBase64(headerOf(headers, TAG_HEADER));
  if (tag?.length !== TAG_BYTES) return rejected('authentication tag');
  if (rawBody.length > MAX_BODY_CHARACTERS) return rejected('body too large');
  const sealed = decodeBase64(rawBody);
  if (!sealed) return rejected('body is not base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const start = decipher.update(sealed);
    // final() verifies the tag.
    return { kind: 'opened', text: Buffer.concat([start, decipher.final()]).toString('utf8') };
  } catch {
    return rejected('authentication failed');
  }
}

function headerOf(headers: NotificationRequest['headers'], name: string): string {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

/** The bytes of standard, padded base64; null for any other text, of which Buffer would decode a part. */
function decodeBase64(text: string): Buffer | null {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === trimmed ? bytes : null;
}

function rejected(detail: string): Opened {
  return { kind: 'rejected', detail };
}
