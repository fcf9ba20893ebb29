import * as z from 'zod/mini';
import type { HttpCall, HttpOutcome } from '../http-call.ts';
import type { SibsCheckout, SibsPurchase } from './wire.ts';

/** The secret of a SIBS account: one JSON object, filled in by the operator (generated for the simulator). */
export const sibsCredentials = z.object({
  clientId: z.string().check(z.minLength(1)),
  token: z.string().check(z.minLength(1)),
  terminalId: z.coerce.number().check(z.int(), z.positive()),
  entity: z.string().check(z.regex(/^\d{5}$/)),
  /** 32 bytes in base64, from the provider's back office: decrypts its notifications (AES-256-GCM). */
  notificationKey: z
    .string()
    .check(z.refine((text) => Buffer.from(text, 'base64').length === 32, 'not 32 bytes in base64')),
});
export type SibsCredentials = z.infer<typeof sibsCredentials>;

/** The four calls of SIBS Gateway 2.0 that we use. */
export interface SibsGateway {
  /** Registers a payment; requests no money yet. */
  checkout(body: SibsCheckout, timeoutMs: number): Promise<HttpOutcome>;
  /** Sends the push of a registered payment; `signature` is from its checkout. */
  purchase(bankId: string, signature: string, body: SibsPurchase, timeoutMs: number): Promise<HttpOutcome>;
  /** Generates the reference of a registered payment. */
  generate(bankId: string, signature: string, timeoutMs: number): Promise<HttpOutcome>;
  inquire(bankId: string, timeoutMs: number): Promise<HttpOutcome>;
}

interface Access {
  /** Ends in the version, such as `https://api.sibspayments.com/sibs/spg/v2`. */
  baseUrl: string;
  clientId: string;
  token: string;
}

/** Calls SIBS with the authorisation that each call requires. */
export function sibsGateway({ baseUrl, clientId, token }: Access, call: HttpCall): SibsGateway {
  const root = `${baseUrl.replace(/\/+$/, '')}/payments`;
  const bearer = `Bearer ${token}`;

  const send = (method: 'GET' | 'POST', url: string, authorization: string, timeoutMs: number, body?: object) => {
    const headers = { Accept: 'application/json', 'X-IBM-Client-Id': clientId, Authorization: authorization };
    if (body === undefined) return call({ method, url, headers, timeoutMs });
    const json = { ...headers, 'Content-Type': 'application/json' };
    return call({ method, url, headers: json, body: JSON.stringify(body), timeoutMs });
  };
  const payment = (bankId: string) => `${root}/${encodeURIComponent(bankId)}`;

  return {
    checkout: (body, timeoutMs) => send('POST', root, bearer, timeoutMs, body),
    purchase: (bankId, signature, body, timeoutMs) =>
      send('POST', `${payment(bankId)}/mbway-id/purchase`, `Digest ${signature}`, timeoutMs, body),
    generate: (bankId, signature, timeoutMs) =>
      send('POST', `${payment(bankId)}/service-reference/generate`, `Digest ${signature}`, timeoutMs, {}),
    inquire: (bankId, timeoutMs) => send('GET', `${payment(bankId)}/status`, bearer, timeoutMs),
  };
}
