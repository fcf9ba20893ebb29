import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventLedger, eventLedger, type ReceivedEvent } from './ledger.ts';

export interface ReceiverOptions {
  /** 0 for any free port. */
  port: number;
  secret: string;
  /** PEM texts. */
  certificate: { cert: string; key: string };
  log(line: string): void;
  /** How many of the next verified webhooks are answered 500, to show the retries. */
  failures?: number;
  /** Wait before each answer, to show the timeout. */
  delayMs?: number;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Every verified webhook that was answered 200, repeats included, in order of arrival. */
  readonly received: readonly ReceivedEvent[];
  stop(): Promise<void>;
}

// A webhook's body is under 1 KB.
export const MAX_BODY_BYTES = 64 * 1_024;

/**
 * An example of a merchant's receiver (§5.2, §6): it verifies the signature over the raw body before it parses it,
 * answers immediately, recognises repeats by `data.id` and `event`, and treats `paid` as final. Listens on 127.0.0.1
 * only.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const ledger = eventLedger();
  const faults = { left: options.failures ?? 0 };
  const server = createServer({ ...options.certificate }, (request, response) => {
    receive(request, response, { options, ledger, faults }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/webhook`,
    port,
    received: ledger.received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface ReceiverState {
  options: ReceiverOptions;
  ledger: EventLedger;
  faults: { left: number };
}

async function receive(request: IncomingMessage, response: ServerResponse, state: ReceiverState): Promise<void> {
  const { options, ledger, faults } = state;
  const body = await rawBody(request);
  if (body === undefined) return answer(response, 413, 'body is too large');
  if (request.method !== 'POST') return answer(response, 405, 'webhooks are POST requests');
  if (!isGenuine(body, request.headers['x-service-signature'], options.secret)) {
    options.log('refused    signature does not match');
    return answer(response, 401, 'signature does not match');
  }
  await sleep(options.delayMs ?? 0);
  if (faults.left > 0) {
    faults.left -= 1;
    options.log(`failed     on purpose, answering 500 (${faults.left} more)`);
    return answer(response, 500, 'failing on purpose');
  }
  const event = ledger.add(JSON.parse(body.toString()));
  options.log(lineOf(event));
  // A shop would start its own processing here, after the answer (§6.4).
  return answer(response, 200, 'ok');
}

/** The received bytes; undefined when the body is too large for a webhook. */
async function rawBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

/** `sha256=` and the HMAC of the raw body in hex, compared in constant time (§5.2). */
function isGenuine(body: Buffer, header: string | string[] | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(String(header));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function lineOf({ event, id, externalOrderId, amount, status, receivedAs }: ReceivedEvent): string {
  const sum = `${amount.toFixed(2).padStart(9)} EUR`;
  const kind = `verified, ${receivedAs.padEnd(8)}  ${event.padEnd(17)}  ${status.padEnd(9)}`;
  return `${kind}  ${sum}  ${externalOrderId}  ${id}`;
}

function answer(response: ServerResponse, statusCode: number, text: string): void {
  response.writeHead(statusCode, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(text);
}
