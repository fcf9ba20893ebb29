import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownPayment } from '../../../functions/banking/bank.ts';
import { type HttpCall, httpCaller } from '../../../functions/banking/http-call.ts';
import { CALLBACK_QUERY } from '../../../functions/banking/ifthenpay/callback-url.ts';
import type { IfthenpayCredentials } from '../../../functions/banking/ifthenpay/gateway.ts';
import { ifthenpayBank } from '../../../functions/banking/ifthenpay/ifthenpay.ts';
import { filledTemplate } from '../../bank/filled-template.ts';
import { type Reply, startScripted } from './scripted-server.ts';
import { NOW_MS } from './scripted-sibs.ts';

const ROUTES = {
  push: /^POST \/spg\/payment\/mbway$/,
  status: /^GET \/spg\/payment\/mbway\/status\?/,
  reference: /^POST \/multibanco\/reference\/init$/,
  payments: /^POST \/v2\/payments\/read$/,
};

export type ScriptedIfthenpay = Awaited<ReturnType<typeof startScriptedIfthenpay>>;

/** A local server with the answers that a test scripts for ifthenpay. */
export async function startScriptedIfthenpay() {
  const { origin: baseUrl, ...server } = await startScripted(ROUTES, (reply, route, body) => {
    // A list of payments gets the request's order id and its request id.
    const orderId = route === 'payments' ? String(JSON.parse(body).orderId) : '';
    const requestId = orderId.startsWith('w') ? PUSH_ID : REFERENCE_ID;
    return reply.replaceAll('ORDER_ID', orderId).replaceAll('REQUEST_ID', requestId);
  });
  return { baseUrl, ...server };
}

const FIXTURES = join(import.meta.dirname, '..', '..', 'integration', 'banking', 'fixtures', 'ifthenpay');

/** One of the recorded answers, with the given changes. */
export function recorded(name: string, changed: Record<string, unknown> = {}): Reply {
  const content = JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8'));
  return { status: 200, body: JSON.stringify({ ...content, ...changed }) };
}

/** A list of payments with these payments of the queried order. */
export function listing(...payments: { amount: number | string; paymentDate?: string; requestId?: string }[]): Reply {
  const { payments: samples } = JSON.parse(readFileSync(join(FIXTURES, 'payments-listed.json'), 'utf8'));
  return recorded('payments-listed', {
    payments: payments.map((payment) => ({ ...samples[0], orderId: 'ORDER_ID', requestId: 'REQUEST_ID', ...payment })),
  });
}

/** Makes ifthenpay work normally. */
export function behaveIfthenpay(provider: ScriptedIfthenpay): void {
  provider.seen.length = 0;
  provider.script('push', recorded('push-accepted'));
  provider.script('reference', recorded('reference-issued'));
  provider.script('status', recorded('status-rejected', { Status: '123', Message: 'Pending' }));
  provider.script('payments', recorded('payments-none'));
}

/** Makes ifthenpay report and list a push of 10 euros as paid. */
export function payPush(provider: ScriptedIfthenpay): void {
  provider.script('status', recorded('status-paid'));
  provider.script('payments', listing({ amount: 10, paymentDate: '12-02-2026 19:08:00' }));
}

/**
 * The query of a callback to the URL that the service registers, with the values of a recorded one. `changed` has its
 * parameters' names; `estado` is `status` unless given.
 */
export function callbackQuery(name: 'mbway' | 'multibanco', changed: Record<string, string> = {}) {
  const { status = 'PAGO', estado = status } = changed;
  const values: Record<string, string> = { ...callbackWithoutStatus(name), ...changed, status, estado };
  const placeholders = [...new URLSearchParams(CALLBACK_QUERY)].map(([parameter, placeholder]) => [
    placeholder.slice(1, -1),
    values[parameter] ?? '',
  ]);
  const filled = filledTemplate(CALLBACK_QUERY, Object.fromEntries(placeholders));
  return Object.fromEntries(new URLSearchParams(filled));
}

/** The query of a recorded callback, by a URL that was registered without the status. */
export function callbackWithoutStatus(name: 'mbway' | 'multibanco', changed: Record<string, string> = {}) {
  const line = readFileSync(join(FIXTURES, `callback-${name}.txt`), 'utf8').trim();
  return { ...Object.fromEntries(new URLSearchParams(line)), ...changed };
}

export const IFTHENPAY: IfthenpayCredentials = {
  mbWayKey: 'ABC-123456',
  mbKey: 'MBK-000000',
  backofficeKey: '0000-0000-0000-0000',
  antiPhishingKey: '0123456789abcdef0123456789abcdef',
};

/** Of another account. */
export const SECOND_CONTRACT: IfthenpayCredentials = {
  ...{ mbWayKey: 'XYZ-654321', mbKey: 'MBX-000001', backofficeKey: '1111-1111-1111-1111' },
  antiPhishingKey: 'another-anti-phishing-key-0123456789',
};

/** What is registered at ifthenpay for the account of `IFTHENPAY`. */
export const REGISTRATION = { callbackQuery: CALLBACK_QUERY, antiPhishingKey: IFTHENPAY.antiPhishingKey };

/** The request id of the recorded answers to a push, and to a request for a reference. */
export const PUSH_ID = 'i2szvoUfPYBMWdSxqO3n';
export const REFERENCE_ID = '5Qd8gtWLAEUJ6n0lkS5g';

/** The adapter against a scripted server. `impatient`: calls have a short timeout. */
export function ifthenpayAgainst(
  { baseUrl }: { baseUrl: string },
  { nowMs = NOW_MS, impatient = false }: { nowMs?: number; impatient?: boolean } = {},
) {
  const clock = () => nowMs;
  const patient = httpCaller(clock);
  const call: HttpCall = (request) => patient(impatient ? { ...request, timeoutMs: 150 } : request);
  return ifthenpayBank({ account: { baseUrl }, credentials: IFTHENPAY, clock, call });
}

/** A recorded push of 10 euros, begun at `NOW_MS`. */
export function knownPush(fields: Partial<KnownPayment> = {}): KnownPayment {
  return { method: 'MBWAY', expectedCents: 1_000, endsAtMs: NOW_MS + 240_000, statusId: PUSH_ID, ...fields };
}
