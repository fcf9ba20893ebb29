import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { checkoutId } from '../../functions/banking/sibs/wire.ts';
import { bundleDir } from '../../lib/bundling/bundle.ts';
import { apiEvent, authorizerEvent } from '../rig/api-event.ts';
import { seal } from '../rig/banks/sealed-notification.ts';
import { TRANSACTION_ID } from '../rig/transactions.ts';
import type { API_FUNCTIONS } from './size-section.ts';
import { BANK_ID, NOTIFICATION_KEY } from './stub.ts';

/** A bundle to start, and the call that starts it. */
export interface Subject {
  name: string;
  bundle: string;
  event: unknown;
  status: number;
}

const INIT = { orderId: 'ORDER-1', amount: 10.5 };
const BEARER: readonly (readonly [string, string])[] = [['Authorization', `Bearer sk_${'a'.repeat(43)}`]];

const notified = {
  returnStatus: { statusCode: '000', statusMsg: 'Success' },
  paymentStatus: 'Success',
  paymentMethod: 'MBWAY',
  paymentType: 'PURS',
  transactionID: BANK_ID,
  amount: { currency: 'EUR', value: 10 },
  merchant: { transactionId: checkoutId(TRANSACTION_ID) },
  notificationID: 'notice-1',
};

/** The functions that a caller waits for, each with a call that succeeds. */
export function ourSubjects(): Subject[] {
  const { headers, rawBody } = seal(notified, { key: NOTIFICATION_KEY });
  const calls: Record<(typeof API_FUNCTIONS)[number], { event: unknown; status?: number }> = {
    'payments/init': { event: apiEvent({ body: INIT }) },
    'payments/status': { event: apiEvent({ method: 'GET', query: { transactionId: [TRANSACTION_ID] } }) },
    'events/feed': { event: apiEvent({ method: 'GET' }) },
    'payments/mbway': { event: apiEvent({ body: { transactionId: TRANSACTION_ID, phoneNumber: '912345678' } }) },
    'payments/multibanco': { event: apiEvent({ body: { transactionId: TRANSACTION_ID } }) },
    'payments/notification': {
      event: apiEvent({
        body: rawBody,
        headers: headers as Record<string, string>,
        pathParameters: { account: 'main' },
      }),
    },
    'gateway/authorize': { event: authorizerEvent('203.0.113.7', BEARER) },
    'gateway/not-found': { event: apiEvent({ method: 'GET' }), status: 404 },
  };
  return Object.entries(calls).map(([name, { event, status = 200 }]) => ({
    name,
    bundle: join(bundleDir(name), 'index.mjs'),
    event,
    status,
  }));
}

/** The typical function, bundled as the CDK's own construct bundles by default: CommonJS, not minified. */
export async function typicalSubject(dir: string): Promise<Subject> {
  const bundle = join(dir, 'typical', 'index.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'typical-function.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    logLevel: 'error',
  });
  return { name: 'typical', bundle, event: apiEvent({ body: INIT }), status: 200 };
}

/** An empty function: the cost of Node itself, subtracted from every count. */
export function helloSubject(dir: string): Subject {
  mkdirSync(join(dir, 'hello'), { recursive: true });
  const bundle = join(dir, 'hello', 'index.mjs');
  writeFileSync(bundle, 'export const handler = async () => ({ statusCode: 200 });\n');
  return { name: 'hello', bundle, event: {}, status: 200 };
}
