import { randomBytes } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { api, control, type Shop, type Stage } from './stage.ts';

const INIT = 'POST /payments/init';
const MBWAY = 'POST /payments/mbway';
const MULTIBANCO = 'POST /payments/multibanco';
const STATUS = 'GET /payments/status';
const EVENTS = 'GET /events';
const UNKNOWN = { query: '?transactionId=tx_1' };

/** A transaction of the shop. */
export async function init(stage: Stage, { apiKey: key }: Shop, amount: number, orderId = 'ORDER-1'): Promise<string> {
  const headers = { 'Idempotency-Key': randomBytes(16).toString('hex') };
  const { json } = await api(stage, INIT, { key, headers, body: { orderId, amount, currency: 'EUR' } });
  return String(json.transactionId);
}

export async function push(stage: Stage, { apiKey: key }: Shop, transactionId: string, phoneNumber: string) {
  return api(stage, MBWAY, { key, body: { transactionId, phoneNumber } });
}

export async function reference(stage: Stage, { apiKey: key }: Shop, transactionId: string) {
  return api(stage, MULTIBANCO, { key, body: { transactionId } });
}

export async function statusOf(stage: Stage, { apiKey: key }: Shop, transactionId: string): Promise<string> {
  const { json } = await api(stage, STATUS, { key }, { query: `?transactionId=${transactionId}` });
  return String(json.status);
}

/** Pays at once, by the customer's approval. */
export async function pay(stage: Stage, shop: Shop, amount = 10.5, orderId?: string): Promise<string> {
  const transactionId = await init(stage, shop, amount, orderId);
  await push(stage, shop, transactionId, '910000002');
  // Pending: after the approval already the first call may find it paid.
  await statusOf(stage, shop, transactionId);
  await control(stage, ...onPayment('approve', transactionId));
  await eventually(async () => (await statusOf(stage, shop, transactionId)) === 'paid');
  return transactionId;
}

export function onPayment(action: string, transactionId: string): [route: string, path: string] {
  const path = (id: string) => `POST /control/payments/${id}/${action}`;
  return [path('{transactionId}'), path(transactionId)];
}

export async function events(stage: Stage, { apiKey: key }: Shop): Promise<void> {
  await api(stage, EVENTS, { key });
}

/** Every way in which the API refuses. */
export async function playRefusals(stage: Stage, shop: Shop, inactive: Shop): Promise<void> {
  const { apiKey: key } = shop;
  await api(stage, INIT, { key, body: 'no JSON' });
  await api(stage, INIT, { key, body: { amount: 'x', currency: 'USD' } });
  await api(stage, MBWAY, { key, body: {} });
  await api(stage, MULTIBANCO, { key, body: {} });
  await api(stage, STATUS, { key });
  await api(stage, STATUS, {}, UNKNOWN);
  await api(stage, STATUS, { key }, UNKNOWN);
  await api(stage, EVENTS, { key }, { query: '?after=x&from=x&limit=x' });
  await api(stage, 'GET /payments/none', { key });
  await api(stage, STATUS, { key: inactive.apiKey }, UNKNOWN);
  const busy = { address: '127.3.0.1' };
  for (let number = 1; number <= 31; number += 1) await api(stage, STATUS, { key }, busy);
}
