import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accounts, type OpenMerchant } from '../../functions/merchants/accounts.ts';
import { keyringIn } from '../../functions/merchants/keyring.ts';
import type { AccountStatus } from '../../functions/merchants/merchant.ts';
import { merchantsTable } from '../../functions/merchants/merchants.table.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import type { Host, LogEntry } from '../../lib/local/host.ts';
import { readDetail, type TransactionDetail } from '../../lib/operator/transaction-detail.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { startLocalService } from '../../lib/startup/local-service.ts';
import { type Hook, startHookReceiver } from '../e2e/hook-receiver.ts';
import { httpCall, type Reply, type Sent } from '../e2e/http-call.ts';

/** A merchant with a webhook endpoint, calling from an address that nobody else uses. */
export interface Shop {
  account: OpenMerchant;
  hook: Hook;
  localAddress: string;
  /** `path` is below the base URL; the shop's own key and address unless told otherwise. */
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** Creates a transaction and answers its id; throws unless the answer is 200. */
  init(amount?: number, orderId?: string): Promise<string>;
  mbway(transactionId: string, phoneNumber: string): Promise<Reply>;
  status(transactionId: string): Promise<Reply>;
}

export type HostedService = Awaited<ReturnType<typeof startHostedService>>;

/**
 * The whole service as `npm start` hosts it, on fresh engines in a folder of its own, with a receiver for webhooks.
 * What is asserted about it goes over HTTP; the tables are read only for what an operator reads there.
 */
export async function startHostedService() {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-e2e-'));
  const log: LogEntry[] = [];
  const service = await startLocalService({ dir, port: 0, onLog: (entry) => void log.push(entry) });
  const { host, baseUrl, simulatorUrl, outputs } = service;
  const { certificate } = await createDemoAuthority(join(dir, 'certificates'));
  const receiver = await startHookReceiver(certificate);
  const { client, secrets, readSecret, merchants, close } = clientsOf(host, outputs);
  const transactionsTable = outputs.TransactionsTable ?? '';
  const { pathname } = new URL(baseUrl);
  const nextAddress = addresses();

  const shop = async (status: AccountStatus = 'active'): Promise<Shop> => {
    const hook = receiver.hook();
    const bankAccount = outputs.DefaultBankAccount ?? '';
    const account = await merchants.create({ name: 'Loja', status, bankAccount, webhookUrl: hook.url });
    return shopOf(account, hook, nextAddress(), (method, path, sent) =>
      httpCall(host.url, method, pathname + path, sent),
    );
  };

  return {
    host,
    baseUrl,
    log,
    client,
    transactionsTable,
    accounts: merchants,
    nextAddress,
    shop,
    readSecret,
    putSecret: async (SecretId: string, SecretString: string): Promise<void> => {
      await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
    },
    /** `path` is the whole path, the stage included. */
    request: (method: string, path: string, sent?: Sent) => httpCall(host.url, method, path, sent),
    control: (method: string, path: string, body?: unknown) =>
      httpCall(host.url, method, `${new URL(simulatorUrl).pathname}/control${path}`, { body }),
    detail: async (transactionId: string): Promise<TransactionDetail> => {
      const detail = await readDetail(client, transactionsTable, transactionId);
      if (!detail) throw new Error(`no transaction ${transactionId}`);
      return detail;
    },
    stop: async (): Promise<void> => {
      await service.stop();
      await receiver.stop();
      close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Clients of the host's engines, and the accounts in them. */
export function clientsOf(host: Pick<Host, 'clientEnvironment'>, outputs: Record<string, string>) {
  const environment = host.clientEnvironment;
  const options = {
    region: environment.AWS_REGION ?? '',
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  };
  const client = new DynamoDBClient({ ...options, endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
  const secrets = new SecretsManagerClient({
    ...options,
    endpoint: environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
  });
  const readSecret = async (SecretId: string): Promise<string> =>
    (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '';
  const keyring = keyringIn(readSecret, outputs.KeyringSecretId ?? '', systemClock);
  const table = merchantsTable(client, outputs.MerchantsTable ?? '');
  return {
    client,
    secrets,
    readSecret,
    merchants: accounts({ merchants: table, keyring, clock: systemClock }),
    close: (): void => {
      client.destroy();
      secrets.destroy();
    },
  };
}

/** Asks until there is an answer, however slow the machine; rejects with what was last seen after `limitMs`. */
export async function eventually<Value>(
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 25_000,
  lastSeen: () => unknown = () => undefined,
): Promise<Value> {
  for (const giveUpAt = Date.now() + limitMs; ; ) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > giveUpAt) throw new Error(`nothing came of it in ${limitMs} ms: ${JSON.stringify(lastSeen())}`);
    await sleep(50);
  }
}

function shopOf(account: OpenMerchant, hook: Hook, localAddress: string, call: Shop['call']): Shop {
  const own: Shop['call'] = (method, path, sent) => call(method, path, { key: account.apiKey, localAddress, ...sent });
  return {
    account,
    hook,
    localAddress,
    call: own,
    init: async (amount = 10.5, orderId = 'ORDER-1') => {
      const { status, json, text } = await own('POST', '/payments/init', { body: { orderId, amount } });
      if (status !== 200) throw new Error(`init: ${status} ${text}`);
      return String(json.transactionId);
    },
    mbway: (transactionId, phoneNumber) => own('POST', '/payments/mbway', { body: { transactionId, phoneNumber } }),
    status: (transactionId) => own('GET', `/payments/status?transactionId=${transactionId}`),
  };
}

function addresses(): () => string {
  let given = 0;
  return () => {
    given += 1;
    return `127.1.${given >> 8}.${given & 255}`;
  };
}
