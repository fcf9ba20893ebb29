import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accounts } from '../../../functions/merchants/accounts/accounts.ts';
import { keyringFrom } from '../../../functions/merchants/keys/keyring.ts';
import { merchantsOn } from '../../../functions/merchants/wiring.ts';
import { paymentsOn } from '../../../functions/payments/wiring.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { webhooksOn } from '../../../functions/webhooks/wiring.ts';
import { readDetail, type TransactionDetail } from '../../../lib/operator/transaction/transaction-detail.ts';

/** A running host's `clientEnvironment` and the outputs of its service stack, as in `.local/host.json`. */
export interface HostFacts {
  clientEnvironment: Record<string, string>;
  outputs: Record<string, string>;
  /** The host's clock, which may be ahead of the machine's. */
  nowMs?: () => number;
}

export type HostClients = ReturnType<typeof clientsOf>;

/** An operator's clients of a running host: accounts, secrets, and the detail of a transaction. */
export function clientsOf({ clientEnvironment: environment, outputs, nowMs: clock = systemClock }: HostFacts) {
  const { AWS_REGION: region = '', AWS_ACCESS_KEY_ID: accessKeyId = '' } = environment;
  const options = { region, credentials: { accessKeyId, secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '' } };
  const client = new DynamoDBClient({ ...options, endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
  const endpoint = environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '';
  const secrets = new SecretsManagerClient({ ...options, endpoint });
  const readSecret = async (SecretId: string): Promise<string> =>
    (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '';
  const keyring = keyringFrom(readSecret, outputs.KeyringSecretId ?? '', clock);
  const { merchants } = merchantsOn({ dynamo: client }, { merchants: outputs.MerchantsTable ?? '' });
  const transactionsTable = outputs.TransactionsTable ?? '';
  return {
    client,
    transactionsTable,
    payments: paymentsOn({ dynamo: client, clock }, { transactions: transactionsTable }),
    webhooks: webhooksOn({ dynamo: client, clock }, { transactions: transactionsTable }),
    accounts: accounts({ merchants, keyring, clock }),
    readSecret,
    putSecret: async (SecretId: string, SecretString: string): Promise<void> => {
      await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
    },
    /** Throws for an unknown transaction. */
    detail: async (transactionId: string): Promise<TransactionDetail> => {
      const detail = await readDetail(client, transactionsTable, transactionId);
      if (!detail) throw new Error(`no transaction ${transactionId}`);
      return detail;
    },
    close: (): void => {
      client.destroy();
      secrets.destroy();
    },
  };
}
