import * as z from 'zod';
import type { Simulation } from '../simulation.ts';
import { type Answer, jsonBody, type WebRequest } from '../web.ts';
import { storeRegistration } from './registration-item.ts';
import { accountOfKey, parse } from './wire.ts';

const key = z.string().min(10).max(50);

/** Limits of the official PHP SDK, which names the key `antiPhishingKey`; the plugins name it `apKey`. */
const activationRequest = z
  .object({
    chave: z.string(),
    entidade: z.string(),
    subentidade: z.string(),
    apKey: key.optional(),
    antiPhishingKey: key.optional(),
    urlCb: z.url({ protocol: /^https?$/ }).max(300),
  })
  .refine(({ apKey, antiPhishingKey }) => apKey ?? antiPhishingKey, { path: ['apKey'] });

/** ifthenpay's names of the methods, with the key that each has. */
const METHODS = {
  MBWAY: { method: 'MBWAY', keyOf: 'mbWayKey' },
  MB: { method: 'REFERENCE', keyOf: 'mbKey' },
} as const;

/**
 * `POST /endpoint/callback/activation`: registers the callback URL of a method and replaces the previous one. Success
 * is 200 with a text that begins with `OK:`. The refusal of a key is not documented: here 200 with another text.
 */
export async function activation(request: WebRequest, { table, accounts }: Simulation): Promise<Answer> {
  const sent = parse(activationRequest, jsonBody(request));
  const { chave, entidade, subentidade, apKey, antiPhishingKey = '', urlCb: template } = sent;
  const account = await accountOfKey(accounts, 'backofficeKey', chave);
  if (!account) return answered('ERROR: Invalid key');
  const known = Object.hasOwn(METHODS, entidade) ? METHODS[entidade as keyof typeof METHODS] : undefined;
  if (!known || account[known.keyOf] !== subentidade) return answered('ERROR: Invalid entidade or subentidade');
  const { name } = account;
  await storeRegistration(table, { account: name, method: known.method, apKey: apKey ?? antiPhishingKey, template });
  return answered('OK: Callback activated');
}

function answered(body: string): Answer {
  return { httpStatus: 200, body, contentType: 'text/plain; charset=utf-8' };
}
