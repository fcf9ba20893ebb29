import { createCipheriv, randomBytes } from 'node:crypto';
import type { NotificationReading, NotificationRequest } from '../../functions/banking/bank.ts';
import { readSibsNotification } from '../../functions/banking/sibs/notification.ts';
import { publishedSibs } from './published-sibs.ts';

export const KEY = randomBytes(32);

/** A notification as SIBS sends it, sealed by node:crypto. */
export function seal(content: unknown, { key = KEY, ivBytes = 12, tagBytes = 16 } = {}): NotificationRequest {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  const rawBody = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
  const headers = {
    'X-Initialization-Vector': iv.toString('base64'),
    'X-Authentication-Tag': cipher.getAuthTag().toString('base64'),
    'Content-Type': 'text/plain',
  };
  return { headers, rawBody };
}

/** The adapter's reading of a sealed text or object. */
export const read = (content: unknown, options = {}): NotificationReading =>
  readSibsNotification(seal(content, options), KEY, 0);

/** As published in 2026. */
export const PUBLISHED = JSON.parse(publishedSibs('generic.json'));
