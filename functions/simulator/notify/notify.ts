import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { errorFields } from '../../runtime/logger.ts';
import type { Account } from '../accounts.ts';
import { seal } from '../sibs/encryption.ts';

const ANSWER_WITHIN_MS = 10_000;

/** Both codes are in SIBS's documents: "000" in those of 2026, "200" in earlier ones. */
const acknowledgement = z.object({ statusCode: z.enum(['000', '200']), notificationID: z.string() });

export type NotifyOutcome = { kind: 'acknowledged' } | { kind: 'refused'; detail: string };

export interface Notification {
  id: string;
  plainText: string;
  /** Sent with a wrong authentication tag. */
  forged?: boolean;
}

/**
 * Posts an encrypted notification. Only HTTP 200 with the expected code and the same notificationID acknowledges it.
 */
export async function notify(
  baseUrl: string,
  account: Pick<Account, 'name' | 'notificationKey'>,
  { id, plainText, forged = false }: Notification,
): Promise<NotifyOutcome> {
  const { ciphertext, initializationVector, authenticationTag } = seal(plainText, account.notificationKey);
  try {
    const response = await fetch(`${baseUrl}/${account.name}/notifications`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: {
        'Content-Type': 'text/plain',
        'X-Initialization-Vector': initializationVector,
        'X-Authentication-Tag': forged ? randomBytes(16).toString('base64') : authenticationTag,
      },
      body: ciphertext,
    });
    return outcomeOf(response.status, await response.text(), id);
  } catch (error) {
    return { kind: 'refused', detail: `no answer: ${errorFields(error).errorName}` };
  }
}

function outcomeOf(httpStatus: number, body: string, id: string): NotifyOutcome {
  if (httpStatus !== 200) return { kind: 'refused', detail: `status ${httpStatus}` };
  const parsed = acknowledgement.safeParse(parseJson(body));
  if (!parsed.success) return { kind: 'refused', detail: 'body is no acknowledgement' };
  if (parsed.data.notificationID !== id) return { kind: 'refused', detail: 'acknowledges another notification' };
  return { kind: 'acknowledged' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
