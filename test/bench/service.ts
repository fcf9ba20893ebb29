import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accounts, type OpenMerchant } from '../../functions/merchants/accounts/accounts.ts';
import { keyringFrom } from '../../functions/merchants/keys/keyring.ts';
import { merchantsOn } from '../../functions/merchants/wiring.ts';
import { newTransactionId } from '../../functions/payments/ids.ts';
import type { Settling } from '../../functions/payments/settle/settle.ts';
import { paymentsOn } from '../../functions/payments/wiring.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { type Host, startHost } from '../../lib/local/host.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';
import { httpCall, type Reply } from '../hosted/support/http-call.ts';
import { attemptWith, transactionWith } from '../rig/transactions.ts';
import { type BenchReceiver, startReceiver } from './processes.ts';

export interface BenchService {
  host: Host;
  /** Outputs of all stacks by name. */
  outputs: Record<string, string>;
  /** Calls the payment API, with the first merchant's key unless another is given. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<Reply>;
  /** In the order of their paths. */
  merchants: [OpenMerchant, ...OpenMerchant[]];
  receiver: BenchReceiver;
  dynamo: DynamoDBClient;
  transactionsTable: string;
  /** The functions' log lines at ERROR, and the host's warnings and errors. */
  complaints: string[];
  stop(): Promise<void>;
}

export interface BenchServiceOptions {
  /** Paths of the receiver, with one merchant for each; one healthy merchant by default. */
  paths?: [string, ...string[]];
  /** Makes the hosted assembly in the given folder from the local one, which is the default. */
  assembly?(assemblyDir: string, copyDir: string): void;
  /** Whether the engines store their files in memory, where the machine supports it, without waiting for a disk. */
  isInMemory?: boolean;
  /** `HostOptions.environments`. */
  environments?: number;
}

const MEMORY = '/dev/shm';
const ACCOUNT = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** The hosted template on fresh engines, with active merchants and their receivers in a separate process. */
export async function startBenchService(options: BenchServiceOptions = {}): Promise<BenchService> {
  const { paths = ['/ok/0'], isInMemory = false, environments } = options;
  const dir = mkdtempSync(join(isInMemory && existsSync(MEMORY) ? MEMORY : tmpdir(), 'payment-service-bench-'));
  const complaints: string[] = [];
  const certificates = join(dir, 'certificates');
  await createDemoAuthority(certificates);
  const assemblyDir = options.assembly ? join(dir, 'assembly') : LOCAL_ASSEMBLY_DIR;
  options.assembly?.(LOCAL_ASSEMBLY_DIR, assemblyDir);
  const host = await startHost({
    assemblyDir,
    dataDir: join(dir, 'data'),
    port: 0,
    environment: { PERMIT_LOOPBACK_WEBHOOKS: 'true' },
    ...(environments !== undefined && { environments }),
    trustedCaFiles: [join(certificates, 'ca.pem')],
    onLog: (entry) => {
      if (entry.kind === 'host' && entry.level !== 'info') complaints.push(entry.text);
      if (entry.kind === 'function' && entry.line.includes('"ERROR"')) {
        complaints.push(`${entry.functionName} ${entry.line}`);
      }
    },
  });
  const outputs: Record<string, string> = Object.assign({}, ...Object.values(host.outputs));
  const dynamo = new DynamoDBClient({ ...ACCOUNT, endpoint: host.endpoints.dynamodb });
  const receiver = await startReceiver(certificates);
  const [first, ...others] = paths.map((path) => receiver.url + path) as [string, ...string[]];
  const open = merchantOpener(host, dynamo, outputs);
  const merchants: BenchService['merchants'] = [await open(first)];
  for (const url of others) merchants.push(await open(url));
  const { BaseUrl: baseUrl = '' } = outputs;
  return {
    host,
    outputs,
    call: (method, path, body, key = merchants[0].apiKey) =>
      httpCall(baseUrl, method, new URL(baseUrl).pathname + path, { key, body }),
    merchants,
    receiver,
    dynamo,
    transactionsTable: outputs.TransactionsTable ?? '',
    complaints,
    stop: async () => {
      // First, so that hanging requests end.
      receiver.stop();
      await host.stop();
      dynamo.destroy();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function merchantOpener(
  host: Host,
  dynamo: DynamoDBClient,
  { MerchantsTable = '', KeyringSecretId = '', DefaultBankAccount: bankAccount = '' }: Record<string, string>,
): (webhookUrl: string) => Promise<OpenMerchant> {
  const secrets = new SecretsManagerClient({ ...ACCOUNT, endpoint: host.endpoints.secretsManager });
  const readSecret = async (SecretId: string) =>
    String((await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString);
  const keyring = keyringFrom(readSecret, KeyringSecretId, systemClock);
  const { create } = accounts({
    ...merchantsOn({ dynamo }, { merchants: MerchantsTable }),
    keyring,
    clock: systemClock,
  });
  return (webhookUrl) => create({ name: 'Bench', status: 'active', bankAccount, webhookUrl });
}

const BANK_ACCOUNT = 'sandbox';
const WRITERS = 8;

export interface Settlings {
  /** Writes a transaction with a live push for each merchant id. Returns their ids in that order. */
  prepare(merchantIds: readonly string[]): Promise<string[]>;
  /** Settles them by the code of the notification function, at an even pace. */
  settle(transactionIds: readonly string[], perSecond: number): Promise<void>;
}

export function settlingsIn({ dynamo, transactionsTable: tableName }: BenchService): Settlings {
  const { transactions, settle } = paymentsOn({ dynamo, clock: systemClock }, { transactions: tableName });
  const settleOne = async (transactionId: string) => {
    if ((await settle(paymentOf(transactionId))).kind !== 'written') throw new Error('a settling write was refused');
  };
  return {
    prepare: async (merchantIds) => {
      const prepared = merchantIds.map((merchantId) => ({ transactionId: newTransactionId(), merchantId }));
      await sideBySide(prepared, async ({ transactionId, merchantId }) => {
        await transactions.create(liveTransaction(transactionId, merchantId));
      });
      return prepared.map(({ transactionId }) => transactionId);
    },
    settle: async (transactionIds, perSecond) => {
      const startedAt = performance.now();
      const writes: Promise<void>[] = [];
      for (const [index, transactionId] of transactionIds.entries()) {
        const aheadMs = startedAt + (index * 1_000) / perSecond - performance.now();
        if (aheadMs > 0) await sleep(aheadMs);
        writes.push(settleOne(transactionId));
      }
      await Promise.all(writes);
    },
  };
}

function liveTransaction(transactionId: string, merchantId: string) {
  const createdAt = Date.now();
  const fields = { transactionId, merchantId, bankAccount: BANK_ACCOUNT, createdAt, paymentMethod: 'MBWAY' as const };
  return {
    // Different order ids, as in production: the check of an order reads all its transactions.
    ...transactionWith({ ...fields, externalOrderId: transactionId }),
    dueAt: createdAt + 300_000,
    attempts: [attemptWith({ bankId: transactionId })],
    liveAttempt: 0,
  };
}

function paymentOf(transactionId: string): Settling {
  return {
    transactionId,
    from: 'pending',
    liveAttempt: 0,
    bankAccount: BANK_ACCOUNT,
    cause: 'bank-confirmed',
    attempt: { index: 0, bankId: transactionId, method: 'MBWAY' },
    otherMoney: undefined,
    paid: { amountCents: 1_000, receivedCents: 1_000, paidAtMs: null },
  };
}

/** Does the work for each item, eight concurrently. */
async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: WRITERS }, worker));
}
