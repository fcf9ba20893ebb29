import * as z from 'zod';
import { DAY_MS } from '../../runtime/durations.ts';
import { lisbonTimeMs, lisbonWallMs } from '../../runtime/lisbon.ts';
import { issueReference } from '../payments/start.ts';
import type { Simulation } from '../simulation.ts';
import { type Answer, jsonBody, type WebRequest } from '../web.ts';
import { createOrder } from './orders.ts';
import { accountOfKey, amount, euros, optionalText, orderId, parse, validityDays, wallDate, wrongKey } from './wire.ts';

// Documented are 200 characters; the official js-sdk sends up to 255 as description.
const text = optionalText(255);

const referenceRequest = z.object({
  mbKey: z.string(),
  orderId: orderId(25),
  amount,
  description: text,
  url: text,
  clientCode: text,
  clientName: text,
  clientEmail: text,
  clientUsername: text,
  clientPhone: text,
  expiryDays: validityDays,
});

/** The entity of dynamic references in ifthenpay's documents. */
const ENTITY = '11249';
/** A reference without an end is stored with one. */
const NO_END_DAYS = 3_650;

/** `POST /multibanco/reference/init`: a reference until the end of a day in Lisbon, or without an end. */
export async function reference(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const { mbKey, orderId, amount: amountCents, description, expiryDays } = parse(referenceRequest, jsonBody(request));
  const account = await accountOfKey(simulation.accounts, 'mbKey', mbKey);
  if (!account) throw wrongKey();
  const nowMs = simulation.clock();
  const wallDay = Math.floor(lisbonWallMs(nowMs) / DAY_MS) + (expiryDays ?? NO_END_DAYS);
  const finalAtMs = lisbonTimeMs((wallDay + 1) * DAY_MS - 1000);
  const order = { account: account.name, orderId, amountCents, description };
  const terms = { methods: ['REFERENCE' as const], entity: ENTITY, finalAtMs };
  const created = await createOrder(simulation.table, order, terms, nowMs);
  const issued = await issueReference(created, simulation);
  return {
    httpStatus: 200,
    body: {
      Amount: euros(amountCents),
      Entity: ENTITY,
      ExpiryDate: expiryDays === null ? '' : wallDate(finalAtMs),
      Message: 'Success',
      OrderId: orderId,
      Reference: issued?.reference,
      RequestId: created.bankId,
      Status: '0',
    },
  };
}
