/** Loaded before the tests: in a complete run it records their exchanges with the payment API. */
import { appendFileSync } from 'node:fs';
import { onExchange } from '../hosted/support/http-call.ts';
import { EXCHANGES_FILE, type Exchange, RECORDS_EXCHANGES } from './exchanges.ts';

const API_CALL =
  /^(POST \/api\/v1\/payments\/(init|mbway|multibanco)|GET \/api\/v1\/(payments\/status|events)(\?.*)?)$/;
/** What is sent as bytes or text may be megabytes; its beginning is not JSON either. */
const MAX_BODY_CHARACTERS = 10_000;
/** What the local host answers before it serves the API: a call right after a kill may get it. */
const HOST_STARTS = { status: 503, text: JSON.stringify({ message: 'The local host is starting' }) };

onExchange(({ method, path, sent: { key, body, headers } }, { status, headers: answered, text }) => {
  if (!process.env[RECORDS_EXCHANGES] || !API_CALL.test(`${method} ${path}`)) return;
  if (status === HOST_STARTS.status && text === HOST_STARTS.text) return;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const sent = { key, body: isRaw ? body.toString().slice(0, MAX_BODY_CHARACTERS) : body, headers };
  const exchange: Exchange = { call: { method, path, sent }, reply: { status, headers: answered, text } };
  appendFileSync(EXCHANGES_FILE, `${JSON.stringify(exchange)}\n`);
});
