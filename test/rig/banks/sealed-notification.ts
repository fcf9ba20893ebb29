import { randomBytes } from 'node:crypto';
import type { NotificationReading } from '../../../functions/banking/bank.ts';
import { readSibsNotification } from '../../../functions/banking/sibs/notification.ts';
import { sealed } from '../../bank/sibs-notification.ts';
import { publishedSibs } from './published-sibs.ts';

export const KEY = randomBytes(32);

/** A notification as SIBS sends it, of a text or an object. */
export function seal(content: unknown, { key = KEY, ivBytes = 12, tagBytes = 16 } = {}) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return sealed(text, { key, iv: randomBytes(ivBytes), tagBytes });
}

/** The adapter's reading of a sealed text or object. */
export const read = (content: unknown, options = {}): NotificationReading =>
  readSibsNotification(seal(content, options), KEY, 0);

/** As published in 2026. */
export const PUBLISHED = JSON.parse(publishedSibs('generic.json'));
