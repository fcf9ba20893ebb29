import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accounts, type OpenMerchant } from '../../functions/merchants/accounts.ts';
import { keyringFrom } from '../../functions/merchants/keyring.ts';
import { merchantsTable } from '../../functions/merchants/merchants.table.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { type Host, startHost } from '../../lib/local/host.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';
import { type BenchReceiver, startBenchReceiver } from './bench-receiver.ts';

export interface BenchService {
  host: Host;
  baseUrl: string;
  merchant: OpenMerchant;
  receiver: BenchReceiver;
  dynamo: DynamoDBClient;
  transactionsTable: string;
  /** Lines the functions logged at ERROR, and what the host complained of. */
  complaints: string[];
  stop(): Promise<void>;
}

const CLIENT = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** The whole service on fresh engines in a folder of its own, with one active merchant and its receiver. */
export async function startBenchService(assemblyDir: string = LOCAL_ASSEMBLY_DIR): Promise<BenchService> {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-bench-'));
  const complaints: string[] = [];
  const { certificate } = await createDemoAuthority(join(dir, 'certificates'));
  const host = await startHost({
    assemblyDir,
    dataDir: join(dir, 'data'),
    port: 0,
    environment: { PERMIT_LOOPBACK_WEBHOOKS: 'true' },
    isWarm: true,
    trustedCaFiles: [join(dir, 'certificates', 'ca.pem')],
    onLog: (entry) => {
      if (entry.kind === 'function' && entry.line.includes('"ERROR"'))
        complaints.push(`${entry.functionName} ${entry.line}`);
      if (entry.kind === 'host' && entry.level !== 'info') complaints.push(entry.text);
    },
  });
  const outputs: Record<string, string> = Object.assign({}, ...Object.values(host.outputs));
  const dynamo = new DynamoDBClient({ ...CLIENT, endpoint: host.endpoints.dynamodb });
  const receiver = await startBenchReceiver(certificate);
  const merchant = await openMerchant(host, dynamo, outputs, receiver.url);
  return {
    host,
    baseUrl: outputs.BaseUrl ?? '',
    merchant,
    receiver,
    dynamo,
    transactionsTable: outputs.TransactionsTable ?? '',
    complaints,
    stop: async () => {
      await host.stop();
      await receiver.stop();
      dynamo.destroy();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function openMerchant(
  host: Host,
  dynamo: DynamoDBClient,
  outputs: Record<string, string>,
  webhookUrl: string,
): Promise<OpenMerchant> {
  const { MerchantsTable = '', KeyringSecretId = '', DefaultBankAccount: bankAccount = '' } = outputs;
  const secrets = new SecretsManagerClient({ ...CLIENT, endpoint: host.endpoints.secretsManager });
  const readSecret = async (SecretId: string) =>
    String((await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString);
  const keyring = keyringFrom(readSecret, KeyringSecretId, systemClock);
  const merchants = merchantsTable(dynamo, MerchantsTable);
  return accounts({ merchants, keyring, clock: systemClock }).create({
    name: 'Bench',
    status: 'active',
    bankAccount,
    webhookUrl,
  });
}
