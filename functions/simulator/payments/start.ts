import { randomInt } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { checkoutKey, referenceKey, type Table, ttlAfter } from '../table.ts';
import type { Checkout } from './checkout-item.ts';
import { listStart } from './started.ts';
import { type Fields, failedConditions, setExpression } from './writes.ts';

/** The customer's time to confirm a push. */
export const PUSH_WINDOW_MS = 4 * MINUTE_MS;

/** A checkout starts one payment only. */
const NOT_STARTED = 'attribute_exists(pk) AND attribute_not_exists(startedAtMs)';

/** Marks the push as sent. False when a payment was already started on the checkout. */
export async function startPush(
  table: Table,
  { bankId, ...push }: { bankId: string; pushId: string; phone: string },
  nowMs: number,
): Promise<boolean> {
  const endsAtMs = nowMs + PUSH_WINDOW_MS;
  const isFirst = await start(table, bankId, { method: 'MBWAY', startedAtMs: nowMs, endsAtMs, pushed: true, ...push });
  if (isFirst) await listStart(table, bankId, nowMs);
  return isFirst;
}

/** Ends the checkout immediately, because the phone is not registered with MB WAY. Nothing is pushed. */
export function declineUnregistered(table: Table, bankId: string, nowMs: number): Promise<boolean> {
  return start(table, bankId, {
    method: 'MBWAY',
    startedAtMs: nowMs,
    endsAtMs: nowMs,
    pushed: false,
    paymentStatus: 'Declined',
    statusCode: 'E0506',
    settledAtMs: nowMs,
  });
}

async function start({ dynamo, tableName }: Table, bankId: string, fields: Fields): Promise<boolean> {
  try {
    await dynamo.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: checkoutKey(bankId),
        ...setExpression(fields),
        ConditionExpression: NOT_STARTED,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

export interface ReferenceOffer {
  bankId: string;
  entity: string;
  amountCents: number;
  endsAtMs: number;
}

// An entity and amount have ten million numbers: five used ones in a row mean another fault.
const MAX_NUMBERS_TRIED = 5;

/**
 * Allocates a reference number and marks the reference as issued. Undefined when a payment was already started on
 * the checkout. `numbers` draws a candidate.
 */
export async function issueReference(
  table: Table,
  offer: ReferenceOffer,
  nowMs: number,
  numbers: typeof randomReference = randomReference,
): Promise<string | undefined> {
  for (let tried = 0; tried < MAX_NUMBERS_TRIED; tried++) {
    const reference = numbers(offer.entity, offer.amountCents);
    const outcome = await issue(table, offer, reference, nowMs);
    if (outcome === 'issued') {
      await listStart(table, offer.bankId, nowMs);
      return reference;
    }
    if (outcome === 'already-started') return undefined;
  }
  throw new Error('no free reference number was found');
}

async function issue(
  { dynamo, tableName }: Table,
  { bankId, entity, endsAtMs }: ReferenceOffer,
  reference: string,
  nowMs: number,
): Promise<'issued' | 'already-started' | 'number-taken'> {
  const fields: Partial<Checkout> = { method: 'REFERENCE', startedAtMs: nowMs, endsAtMs, reference };
  try {
    await dynamo.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          {
            Put: {
              TableName: tableName,
              Item: {
                ...referenceKey(entity, reference),
                ...toAttributes({ bankId, endsAtMs, ttl: ttlAfter(endsAtMs) }),
              },
              // An expired number may be issued again.
              ConditionExpression: 'attribute_not_exists(pk) OR endsAtMs <= :now',
              ExpressionAttributeValues: toAttributes({ ':now': nowMs }),
            },
          },
          {
            Update: {
              TableName: tableName,
              Key: checkoutKey(bankId),
              ...setExpression(fields),
              ConditionExpression: NOT_STARTED,
            },
          },
        ],
      }),
    );
    return 'issued';
  } catch (error) {
    const failed = failedConditions(error);
    if (failed.includes(1)) return 'already-started';
    if (failed.includes(0)) return 'number-taken';
    throw error;
  }
}

/**
 * The two check digits of a Multibanco reference: over entity (5 digits), the reference's first seven digits and the
 * amount (8 digits of cents), each digit weighted 3·10^i mod 97 from the right, which is three times the
 * 20-digit number mod 97, subtracted from 98.
 */
export function checkDigits(entity: string, sevenDigits: string, amountCents: number): string {
  const number = BigInt(`${entity}${sevenDigits}${String(amountCents).padStart(8, '0')}`);
  return String(98 - Number((3n * number) % 97n)).padStart(2, '0');
}

/** A random 9-digit reference, valid for `entity` and the amount. The table's write checks that it is free. */
export function randomReference(entity: string, amountCents: number): string {
  const sevenDigits = String(randomInt(10_000_000)).padStart(7, '0');
  return sevenDigits + checkDigits(entity, sevenDigits, amountCents);
}
