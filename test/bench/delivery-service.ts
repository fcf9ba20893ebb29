import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accounts } from '../../functions/merchants/accounts.ts';
import { keyringFrom } from '../../functions/merchants/keyring.ts';
import { merchantsTable } from '../../functions/merchants/merchants.table.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { noLogger } from '../../functions/runtime/no-logger.ts';
import { Sha256 } from '../../functions/runtime/sha256.ts';
import { sparing } from '../../functions/runtime/sparing.ts';
import { type Host, type LogEntry, startHost } from '../../lib/local/host.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';
import { type DeliveryReceiver, startDeliveryReceiver } from './delivery-receiver.ts';
import { freshDir } from './fresh-dir.ts';

export interface DeliveryService {
  host: Host;
  /** Outputs of all stacks by name. */
  outputs: Record<string, string>;
  /** Ids of the merchants, in the order of their paths. */
  merchantIds: string[];
  receiver: DeliveryReceiver;
  dynamo: DynamoDBClient;
  /** The authority that the receiver's certificate is from. */
  caFile: string;
  complaints: string[];
  stop(): Promise<void>;
}

export interface DeliveryServiceOptions {
  /** One merchant for each, with its webhooks going to that path of the receiver. */
  paths: string[];
  /** Makes the assembly to be hosted, out of the local one, in the folder given; the local one itself unless said. */
  assembly?(assemblyDir: string, copyDir: string): void;
  onLog?(entry: LogEntry): void;
  /** Whether the engines keep their files in memory. */
  isInMemory?: boolean;
}

const ACCOUNT = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

// As the functions' own client (`functions/runtime/dynamo.ts`): the load takes from the processors that are measured.
const SPARING = { logger: noLogger, sha256: Sha256, cacheMiddleware: true };

/** The hosted template on fresh engines, several merchants, and their receivers in a process of their own. */
export async function startDeliveryService(options: DeliveryServiceOptions): Promise<DeliveryService> {
  const dir = freshDir('payment-service-delivery-', options.isInMemory);
  const complaints: string[] = [];
  const certificates = join(dir, 'certificates');
  const caFile = join(certificates, 'ca.pem');
  await createDemoAuthority(certificates);
  const assemblyDir = options.assembly ? join(dir, 'assembly') : LOCAL_ASSEMBLY_DIR;
  options.assembly?.(LOCAL_ASSEMBLY_DIR, assemblyDir);
  const host = await startHost({
    assemblyDir,
    dataDir: join(dir, 'data'),
    port: 0,
    environment: { PERMIT_LOOPBACK_WEBHOOKS: 'true' },
    isWarm: true,
    trustedCaFiles: [caFile],
    onLog: (entry) => {
      options.onLog?.(entry);
      if (entry.kind === 'host' && entry.level !== 'info') complaints.push(entry.text);
      if (entry.kind === 'function' && entry.line.includes('"ERROR"')) complaints.push(entry.line);
    },
  });
  const outputs: Record<string, string> = Object.assign({}, ...Object.values(host.outputs));
  const dynamo = sparing(new DynamoDBClient({ ...ACCOUNT, ...SPARING, endpoint: host.endpoints.dynamodb }));
  const receiver = await startDeliveryReceiver(certificates);
  const urls = options.paths.map((path) => receiver.url + path);
  const merchantIds = await openMerchants(host, dynamo, outputs, urls);
  return {
    host,
    outputs,
    merchantIds,
    receiver,
    dynamo,
    caFile,
    complaints,
    stop: async () => {
      // First, so that what hangs is cut off and nothing is waited for.
      receiver.stop();
      await host.stop();
      dynamo.destroy();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function openMerchants(
  host: Host,
  dynamo: DynamoDBClient,
  { MerchantsTable = '', KeyringSecretId = '', DefaultBankAccount: bankAccount = '' }: Record<string, string>,
  urls: readonly string[],
): Promise<string[]> {
  const secrets = new SecretsManagerClient({ ...ACCOUNT, endpoint: host.endpoints.secretsManager });
  const readSecret = async (SecretId: string) =>
    String((await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString);
  const keyring = keyringFrom(readSecret, KeyringSecretId, systemClock);
  const opening = accounts({ merchants: merchantsTable(dynamo, MerchantsTable), keyring, clock: systemClock });
  const ids: string[] = [];
  for (const [index, webhookUrl] of urls.entries()) {
    ids.push((await opening.create({ name: `M${index}`, status: 'active', bankAccount, webhookUrl })).merchantId);
  }
  return ids;
}
