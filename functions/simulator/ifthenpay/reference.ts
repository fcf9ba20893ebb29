import * as z from 'zod';
import { DAY_MS } from '../../runtime/durations.ts';
import { lisbonTimeMs, lisbonWallMs } from '../../runtime/lisbon.ts';
import { playTrouble } from '../control/troubled.ts';
import { referencePlay } from '../payments/amounts.ts';
import { issueReference } from '../payments/start.ts';
import { schedulePlay } from '../sibs/reference.ts';
import type { Answer } from '../sibs/refusal.ts';
import { jsonBody, type WebRequest } from '../web.ts';
import { accountOfKey, type IfthenpayDependencies } from './accounts.ts';
import { createOrder } from './orders.ts';
import {
  amount,
  euros,
  formProblem,
  optionalText,
  orderId,
  validityDays,
  wallDate,
  wrongForm,
  wrongKey,
} from './wire.ts';

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
type ReferenceRequest = z.infer<typeof referenceRequest>;

/** The entity of dynamic references in ifthenpay's documents. */
const ENTITY = '11249';
/** A reference without an end is stored with one. */
const NO_END_DAYS = 3_650;

/** `POST /multibanco/reference/init`: a reference until the end of a day in Lisbon, or without an end. */
export async function ifthenpayReference(request: WebRequest, dependencies: IfthenpayDependencies): Promise<Answer> {
  const parsed = referenceRequest.safeParse(jsonBody(request));
  if (!parsed.success) throw wrongForm(formProblem(parsed.error));
  const account = await accountOfKey(dependencies.accounts, 'mbKey', parsed.data.mbKey);
  if (!account) throw wrongKey();
  const { trouble } = referencePlay(parsed.data.amount);
  return playTrouble(trouble, dependencies.sleep, () => issue(parsed.data, account.name, dependencies));
}

async function issue(
  { orderId, amount: amountCents, description, expiryDays }: ReferenceRequest,
  account: string,
  { table, schedule, clock }: IfthenpayDependencies,
): Promise<Answer> {
  const nowMs = clock();
  const play = referencePlay(amountCents);
  const wallDay = Math.floor(lisbonWallMs(nowMs) / DAY_MS) + (expiryDays ?? NO_END_DAYS);
  const finalAtMs = lisbonTimeMs((wallDay + 1) * DAY_MS - 1000);
  const endsAtMs = play.endsAfterS === undefined ? finalAtMs : nowMs + play.endsAfterS * 1000;
  const order = { account, orderId, amountCents, description };
  const terms = { methods: ['REFERENCE' as const], entity: ENTITY, finalAtMs };
  const created = await createOrder(table, order, terms, nowMs);
  const reference = await issueReference(
    table,
    { bankId: created.bankId, entity: ENTITY, endsAtMs, amountCents },
    nowMs,
  );
  await schedulePlay({ ...created, endsAtMs }, play, schedule, nowMs);
  return {
    httpStatus: 200,
    body: {
      Amount: euros(amountCents),
      Entity: ENTITY,
      ExpiryDate: expiryDays === null ? '' : wallDate(finalAtMs),
      Message: 'Success',
      OrderId: orderId,
      Reference: reference,
      RequestId: created.bankId,
      Status: '0',
    },
  };
}
