import { createServer } from 'node:http';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { CALLER } from '../rig/api-event.ts';
import { CREDENTIALS } from '../rig/banks/scripted-sibs.ts';
import { transactionWith } from '../rig/transactions.ts';
import { listening } from '../support/network/listening.ts';

export const BANK_ID = 'bank-0';
export const NOTIFICATION_KEY = Buffer.from(CREDENTIALS.notificationKey, 'base64');

const BANK_PATH = '/sibs/spg/v2';
const UNDERSTOOD = { returnStatus: { statusCode: '000', statusMsg: 'Success' } };

export interface Stub {
  /** Environment variables that point a function to it. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Answers immediately for DynamoDB, Secrets Manager and the bank, with the normal answers and without state, so that
 * only the cold start is measured.
 */
export async function startStub(): Promise<Stub> {
  const server = createServer((request, response) => {
    let sent = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      sent += chunk;
    });
    request.once('end', () => {
      const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1];
      const answer = operation ? serviceAnswer(operation, sent) : bankAnswer(request.url ?? '');
      response.writeHead(200, { 'content-type': operation ? 'application/x-amz-json-1.0' : 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  const { origin, stop } = await listening(server);
  return { environment: environmentAt(origin), close: stop };
}

function environmentAt(endpoint: string): Record<string, string> {
  const account = {
    name: 'main',
    provider: 'sibs',
    baseUrl: endpoint + BANK_PATH,
    secretId: 'bank-account',
    minimumCents: { MBWAY: 1, REFERENCE: 1 },
    referenceDays: 3,
  };
  return {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_LAMBDA_FUNCTION_NAME: 'measured',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_ENDPOINT_URL: endpoint,
    TRANSACTIONS_TABLE: 'transactions',
    MERCHANTS_TABLE: 'merchants',
    RATE_LIMITS_TABLE: 'rate-limits',
    WITHIN_LIMIT_KEY: 'within-limit',
    OVER_LIMIT_KEY: 'over-limit',
    KEYRING_SECRET_ID: 'keyring',
    BANK_ACCOUNTS: JSON.stringify([account]),
  };
}

function serviceAnswer(operation: string, sent: string): unknown {
  const request = JSON.parse(sent) as { TableName?: string; SecretId?: string };
  switch (operation) {
    case 'GetItem': {
      const isKey = request.TableName === 'merchants';
      return {
        Item: toAttributes(
          isKey
            ? { ...CALLER, accountStatus: 'active', issuedAt: 0 }
            : { ...transactionWith(), dueAt: Date.now() + 300_000 },
        ),
      };
    }
    case 'UpdateItem':
      return request.TableName === 'rate-limits'
        ? { Attributes: toAttributes({ log: Array<number>(30).fill(0) }) }
        : {};
    case 'GetSecretValue':
      return { SecretString: JSON.stringify(request.SecretId === 'keyring' ? { k1: 'k'.repeat(64) } : CREDENTIALS) };
    default:
      return {};
  }
}

function bankAnswer(path: string): unknown {
  if (path === `${BANK_PATH}/payments`) {
    return { ...UNDERSTOOD, transactionID: BANK_ID, transactionSignature: 'signature' };
  }
  const reference = { entity: '24000', reference: '123456789', status: 'UNPAID' };
  const isReference = path.endsWith('/generate');
  return {
    ...UNDERSTOOD,
    transactionID: BANK_ID,
    paymentStatus: 'Pending',
    ...(isReference && { paymentReference: reference }),
  };
}
