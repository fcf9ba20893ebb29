import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import type { ProviderName } from '../../../functions/banking/account.ts';
import type { Bank, NotificationRequest } from '../../../functions/banking/bank.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { type HttpCall, httpCaller } from '../../../functions/banking/http-call.ts';
import { control } from '../../../functions/simulator/control/control.ts';
import { ifthenpay } from '../../../functions/simulator/ifthenpay/ifthenpay.ts';
import { act } from '../../../functions/simulator/notify/act.ts';
import type { Action } from '../../../functions/simulator/notify/actions.ts';
import { BASE_PATHS, ROUTES, type Route } from '../../../functions/simulator/routes.ts';
import { checkout } from '../../../functions/simulator/sibs/checkout.ts';
import { inquiry } from '../../../functions/simulator/sibs/inquiry.ts';
import { purchase } from '../../../functions/simulator/sibs/purchase.ts';
import { reference } from '../../../functions/simulator/sibs/reference.ts';
import { registrationKey } from '../../../functions/simulator/table.ts';
import { serve, type WebRequest } from '../../../functions/simulator/web.ts';
import { registerCallbacks } from '../../../lib/operator/bank/register.ts';
import { proxyEvent } from '../../fixtures/simulator.ts';
import { rigTest } from '../../fixtures/tables.ts';
import { createSimulatorTable, type Database } from '../../support/created-tables.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NOW_MS = Date.parse('2026-07-01T10:00:00.000Z');

const key = () => randomBytes(32).toString('base64');
const SIBS = { clientId: 'client-1', token: 'token-1', terminalId: 58019, entity: '24000', notificationKey: key() };
const IFTHENPAY = {
  mbWayKey: 'ABC-123456',
  mbKey: 'MBK-000000',
  backofficeKey: '0000-0000-0000-0000',
  antiPhishingKey: 'a'.repeat(40),
};

/** Two accounts of each provider: the tested one, and another whose keys must have no access to it. */
const SECRETS: Record<ProviderName, [own: object, other: object]> = {
  sibs: [SIBS, { ...SIBS, clientId: 'client-2', token: 'token-2', terminalId: 58020, notificationKey: key() }],
  ifthenpay: [
    IFTHENPAY,
    {
      mbWayKey: 'XYZ-654321',
      mbKey: 'MBX-000001',
      backofficeKey: '1111-1111-1111-1111',
      antiPhishingKey: 'b'.repeat(40),
    },
  ],
};

export type SimulatedBank = Awaited<ReturnType<typeof startSimulatedBank>>;

/** The rig of the current file. */
export let simulated: SimulatedBank;

export const simulatedTest = (provider: ProviderName) =>
  rigTest(async (database) => {
    simulated = await startSimulatedBank(provider, database);
    return simulated;
  });

/**
 * The simulated bank over HTTP, with its own table and a clock that a test moves, and the real adapter of one
 * provider against it. The bank's notifications are kept in the form in which an adapter reads them.
 */
async function startSimulatedBank(provider: ProviderName, { client: dynamo }: Database) {
  const table = { dynamo, tableName: 'simulator' };
  await createSimulatorTable(dynamo, table.tableName);
  const time = { nowMs: NOW_MS };
  const clock = () => time.nowMs;
  const scheduled: { action: Action; atMs: number }[] = [];
  const [own, other] = SECRETS[provider];
  const merchant = await startMerchant();
  const dependencies = {
    table,
    accounts: async () => (provider === 'sibs' ? [sibsAccount(own, 'own'), sibsAccount(other, 'other')] : []),
    providerOf: () => provider,
    settings: async () => ({ notificationBaseUrl: merchant.baseUrl }),
    schedule: async (action: Action, delayS: number) =>
      void scheduled.push({ action, atMs: time.nowMs + delayS * 1_000 }),
    clock,
    sleep: async () => undefined,
    logger: { ...SILENT, warn: (message: string, fields?: object) => void warnings.push({ message, ...fields }) },
  };
  const warnings: object[] = [];
  const ifthenpayAccounts = async () =>
    [own, other].map((each, n) => ({ ...IFTHENPAY, ...each, name: n ? 'other' : 'own' }));
  const server = await startServer({ ...dependencies, ifthenpayAccounts });
  const baseUrl = server.baseUrl + BASE_PATHS[provider];
  // Connections age by the machine's clock, because the test's clock stands still.
  const patient = httpCaller(() => Date.now());

  const readSecret = async (name: string) => JSON.stringify(name === 'own' ? own : other);
  const banksOver = (call: HttpCall, url = baseUrl) =>
    bankAccounts({
      accounts: ['own', 'other'].map((name) => ({
        name,
        provider,
        baseUrl: url,
        secretId: name,
        minimumCents: { MBWAY: 1, REFERENCE: 1 },
        referenceDays: 3,
      })),
      readSecret,
      clock,
      call,
    });
  const open = async (name: 'own' | 'other', call = patient, url = baseUrl): Promise<Bank> => {
    const bank = await banksOver(call, url).bank(name);
    if (!bank) throw new Error('no such account');
    return bank;
  };
  if (provider === 'ifthenpay') {
    for (const name of ['own', 'other']) {
      const account = { name, provider, baseUrl, secretId: name };
      await registerCallbacks(account, { baseUrl: merchant.baseUrl, readSecret, call: patient });
    }
  }
  return {
    time,
    /** The simulator's address, without a provider's path. */
    url: server.baseUrl,
    bank: await open('own'),
    other: await open('other'),
    /** A caller whose calls arrive and whose answers are lost. */
    unanswered: () =>
      open('own', async (request) => {
        const outcome = await patient(request);
        const isStart = request.method === 'POST' && !request.url.endsWith('/payments');
        return isStart && outcome.kind === 'answered' ? { kind: 'no-answer', detail: 'deadline' } : outcome;
      }),
    unreachable: () => open('own', patient, 'http://127.0.0.1:1'),
    /** Calls a control endpoint of the simulator. */
    control: async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${server.baseUrl}/control${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`control: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    },
    /** Advances the clock: everything that is due runs at its time. */
    pass: async (durationMs: number) => {
      const untilMs = time.nowMs + durationMs;
      for (;;) {
        scheduled.sort((left, right) => left.atMs - right.atMs);
        if (!scheduled[0] || scheduled[0].atMs > untilMs) break;
        const { action, atMs } = scheduled.shift() as (typeof scheduled)[number];
        time.nowMs = Math.max(time.nowMs, atMs);
        await act(action, dependencies);
      }
      time.nowMs = untilMs;
    },
    /** The requests that our side has received since the last read. */
    notifications: () => merchant.received.splice(0),
    /** Sets the answer of our side. */
    answering: (status: number, bodyOf?: (request: NotificationRequest) => string) => merchant.answer(status, bodyOf),
    /** Warnings of the simulator's log. */
    warnings,
    /** Removes the callback URL of a method of the tested account. */
    forget: (method: string) =>
      dynamo.send(new DeleteItemCommand({ TableName: table.tableName, Key: registrationKey('own', method) })),
    /** Our side's address. */
    merchantUrl: merchant.baseUrl,
    reset: () => {
      scheduled.length = 0;
      warnings.length = 0;
      merchant.received.length = 0;
      merchant.answer(200);
    },
    stop: async () => {
      await Promise.all([server.stop(), merchant.stop()]);
    },
  };
}

function sibsAccount(secret: object, name: string) {
  const { notificationKey, ...rest } = { ...SIBS, ...secret };
  return { ...rest, name, notificationKey: Buffer.from(notificationKey, 'base64') };
}

type Dependencies = Parameters<typeof purchase>[1] &
  Parameters<typeof act>[1] & { ifthenpayAccounts: Parameters<typeof ifthenpay>[1]['accounts'] };

async function startServer(all: Dependencies) {
  const endpoints: Record<Route['handler'], (request: WebRequest) => ReturnType<typeof checkout>> = {
    checkout: (request) => checkout(request, all),
    purchase: (request) => purchase(request, all),
    reference: (request) => reference(request, all),
    inquiry: (request) => inquiry(request, all),
    control: (request) => control(request, all),
    ifthenpay: (request) => ifthenpay(request, { ...all, accounts: all.ifthenpayAccounts }),
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://here');
    const found = matched(request.method ?? '', url.pathname);
    if (!found) return void response.writeHead(404).end();
    const event = proxyEvent({
      method: request.method ?? '',
      resource: found.route.path,
      headers: request.headers as Record<string, string>,
      pathParameters: found.parameters,
      query: Object.fromEntries(url.searchParams),
      rawBody: await text(request),
    });
    const { statusCode, headers, body } = await serve(endpoints[found.route.handler], SILENT)(event);
    response.writeHead(statusCode, headers as Record<string, string>).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: stopping(server) };
}

function matched(method: string, path: string): { route: Route; parameters: Record<string, string> } | undefined {
  for (const route of ROUTES.filter((each) => each.method === method)) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const match = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (match) return { route, parameters: Object.fromEntries(names.map((name, n) => [name, match[n + 1] ?? ''])) };
  }
  return undefined;
}

/** Receives the bank's notifications, keeps them and answers as configured. */
async function startMerchant() {
  const received: (NotificationRequest & { path: string })[] = [];
  let status = 200;
  let bodyOf: (request: NotificationRequest) => string = () => 'OK';
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://here');
    const query = Object.fromEntries(url.searchParams);
    const headers = request.headers as Record<string, string>;
    const notification = { path: request.url ?? '', headers, query, rawBody: await text(request) };
    received.push(notification);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(bodyOf(notification));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    received,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/bank`,
    answer: (nextStatus: number, nextBodyOf = bodyOf) => {
      status = nextStatus;
      bodyOf = nextBodyOf;
    },
    stop: stopping(server),
  };
}

function stopping(server: ReturnType<typeof createServer>) {
  return () => {
    server.closeAllConnections();
    return new Promise<void>((closed) => server.close(() => closed()));
  };
}
