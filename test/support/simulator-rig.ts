import { createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { randomText } from '../../functions/runtime/ids.ts';
import type { Account } from '../../functions/simulator/accounts.ts';
import { control } from '../../functions/simulator/control/control.ts';
import { troubled } from '../../functions/simulator/control/troubled.ts';
import { act } from '../../functions/simulator/notify/act.ts';
import type { Action } from '../../functions/simulator/notify/actions.ts';
import { checkout } from '../../functions/simulator/sibs/checkout.ts';
import { inquiry } from '../../functions/simulator/sibs/inquiry.ts';
import { purchase } from '../../functions/simulator/sibs/purchase.ts';
import { reference } from '../../functions/simulator/sibs/reference.ts';
import { serve, type WebRequest } from '../../functions/simulator/web.ts';
import { createSimulatorTable, type Database } from './created-tables.ts';

export const CREDENTIALS = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const SANDBOX: Account = {
  name: 'sandbox',
  clientId: 'client-1',
  token: 'token-1',
  terminalId: 58019,
  entity: '24000',
  notificationKey: randomBytes(32),
};
export const OTHER: Account = {
  ...SANDBOX,
  name: 'other',
  clientId: 'client-2',
  token: 'token-2',
  terminalId: 58020,
  entity: '24001',
  notificationKey: randomBytes(32),
};

export interface Reply {
  status: number;
  // Any answer of the simulator; each test names the fields that it checks.
  body: Record<string, unknown> & { returnStatus?: { statusCode: string } };
}

export function proxyEvent(request: Partial<WebRequest>): APIGatewayProxyEvent {
  return {
    httpMethod: request.method ?? 'POST',
    resource: request.resource ?? '/',
    headers: request.headers ?? {},
    pathParameters: request.pathParameters ?? null,
    queryStringParameters: request.query ?? null,
    body: request.rawBody ?? null,
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEvent;
}

/** The service's side: receives notifications over HTTP, decrypts them, and answers by `acknowledge`. */
export async function startReceiver(accounts: Account[]) {
  const received: { path: string; headers: IncomingHttpHeaders; notification: Record<string, unknown> }[] = [];
  const state = {
    /** Number of notifications with a wrong authentication tag. */
    forged: 0,
    acknowledge: (id: unknown): { status: number; body: string } => ({
      status: 200,
      body: JSON.stringify({ statusCode: '000', statusMsg: 'Success', notificationID: id }),
    }),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const key = accounts.find(({ name }) => path === `/api/bank/${name}/notifications`)?.notificationKey;
    const notification = key ? opened(Buffer.concat(chunks).toString(), request.headers, key) : {};
    if (!notification) {
      state.forged += 1;
      return void response.writeHead(400).end();
    }
    received.push({ path, headers: request.headers, notification });
    const { status, body } = state.acknowledge(notification.notificationID);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/bank`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { baseUrl, received, state, stop };
}

function opened(...sealed: Parameters<typeof decrypted>): Record<string, unknown> | undefined {
  try {
    return decrypted(...sealed);
  } catch {
    return undefined;
  }
}

/** Decrypts AES-256-GCM independently of the simulator. Throws on a wrong tag. */
function decrypted(body: string, headers: IncomingHttpHeaders, key: Buffer): Record<string, unknown> {
  const iv = Buffer.from(String(headers['x-initialization-vector']), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAuthTag(Buffer.from(String(headers['x-authentication-tag']), 'base64'));
  return JSON.parse(decipher.update(body, 'base64', 'utf8') + decipher.final('utf8'));
}

/** The simulator on a real table with a real receiver, a clock that stands still, and actions that tests run. */
export async function startRig({ client: dynamo }: Database) {
  const table = { dynamo, tableName: 'simulator' };
  await createSimulatorTable(dynamo, table.tableName);
  const receiver = await startReceiver([SANDBOX, OTHER]);
  const time = { nowMs: Date.parse('2026-07-01T10:00:00.000Z') };
  const scheduled: { action: Action; delayS: number }[] = [];
  const slept: number[] = [];
  const dependencies = {
    table,
    accounts: async () => [SANDBOX, OTHER],
    settings: async () => ({ notificationBaseUrl: receiver.baseUrl }),
    schedule: async (action: Action, delayS: number) => void scheduled.push({ action, delayS }),
    clock: () => time.nowMs,
    sleep: async (delayMs: number) => void slept.push(delayMs),
    logger: SILENT,
  };
  const call = async (endpoint: typeof checkout | typeof purchase, request: Partial<WebRequest>): Promise<Reply> => {
    const { statusCode, body } = await serve((web) => endpoint(web, dependencies), SILENT)(proxyEvent(request));
    return { status: statusCode, body: body.startsWith('{') ? JSON.parse(body) : { html: body } };
  };
  const inTrouble = (endpoint: typeof checkout | typeof purchase): typeof checkout => {
    return (request, all) => troubled((inner) => endpoint(inner, { ...dependencies, ...all }), dependencies)(request);
  };
  return {
    dependencies,
    receiver,
    time,
    scheduled,
    slept,
    checkout: (request: Partial<WebRequest>) => call(inTrouble(checkout), request),
    purchase: (request: Partial<WebRequest>) => call(inTrouble(purchase), request),
    generate: (request: Partial<WebRequest>) => call(inTrouble(reference), request),
    inquire: (request: Partial<WebRequest>) => call(inTrouble(inquiry), { method: 'GET', ...request }),
    control: (method: string, resource: string, pathParameters: Record<string, string>, body?: unknown) =>
      call(control, { method, resource, pathParameters, rawBody: body === undefined ? '' : JSON.stringify(body) }),
    act: (action: Action) => act(action, dependencies),
    stop: () => receiver.stop(),
  };
}
export type Rig = Awaited<ReturnType<typeof startRig>>;

export function newTransactionId(): string {
  return `tx_${randomText(24)}`;
}

export const bearer = (account = SANDBOX) => ({
  Authorization: `Bearer ${account.token}`,
  'X-IBM-Client-Id': account.clientId,
  'Content-Type': 'application/json',
});
export const digest = (signature: string, account = SANDBOX) => ({
  ...bearer(account),
  Authorization: `Digest ${signature}`,
});

/** A checkout's body as in the bank's documents, with the given changes. */
export function checkoutBody(
  parts: { merchant?: Record<string, unknown>; transaction?: Record<string, unknown> } = {},
): { merchant: Record<string, unknown>; transaction: Record<string, unknown> } {
  return {
    merchant: { terminalId: 58019, channel: 'web', merchantTransactionId: `${randomText(24)}-1`, ...parts.merchant },
    transaction: {
      transactionTimestamp: '2026-07-01T10:00:00.000Z',
      description: 'Order',
      moto: false,
      paymentType: 'PURS',
      amount: { value: 5.1, currency: 'EUR' },
      paymentMethod: ['MBWAY'],
      ...parts.transaction,
    },
  };
}

export function referencePart(replaced: Record<string, unknown> = {}) {
  return {
    paymentMethod: ['REFERENCE'],
    paymentReference: {
      initialDatetime: '2026-07-01T10:00:00.000Z',
      finalDatetime: '2026-07-04T22:59:59.000Z',
      minAmount: { value: 5.1, currency: 'EUR' },
      maxAmount: { value: 5.1, currency: 'EUR' },
      entity: '24000',
      ...replaced,
    },
  };
}

export interface Made {
  transactionId: string;
  bankId: string;
  merchantTransactionId: string;
  signature: string;
}

/** Makes a checkout. Throws unless it succeeds. */
export async function make(
  rig: Rig,
  transaction: Record<string, unknown> = {},
  transactionId = newTransactionId(),
): Promise<Made> {
  const merchantTransactionId = `${transactionId.slice(3)}-${randomText(4)}`;
  const body = checkoutBody({ merchant: { merchantTransactionId }, transaction });
  const reply = await rig.checkout({ headers: bearer(), rawBody: JSON.stringify(body) });
  if (reply.status !== 200) throw new Error(`checkout: ${JSON.stringify(reply)}`);
  return {
    transactionId,
    merchantTransactionId,
    bankId: String(reply.body.transactionID),
    signature: String(reply.body.transactionSignature),
  };
}

export function push(rig: Rig, made: Made, phone: string): Promise<Reply> {
  return rig.purchase({
    headers: digest(made.signature),
    pathParameters: { transactionId: made.bankId },
    rawBody: JSON.stringify({ customerPhone: `351#${phone}` }),
  });
}

export function issue(rig: Rig, made: Made): Promise<Reply> {
  return rig.generate({
    headers: digest(made.signature),
    pathParameters: { transactionId: made.bankId },
    rawBody: '{}',
  });
}

export function ask(rig: Rig, made: Made): Promise<Reply> {
  return rig.inquire({ headers: bearer(), pathParameters: { transactionId: made.bankId } });
}

/** The scheduled actions of one payment, soonest first. */
export function actionsOf(rig: Rig, made: Made) {
  return rig.scheduled.filter(({ action }) => action.bankId === made.bankId).sort((a, b) => a.delayS - b.delayS);
}

export function notificationsOf(rig: Rig, made: Made) {
  return rig.receiver.received
    .map(({ notification }) => notification)
    .filter(({ transactionID }) => transactionID === made.bankId);
}
