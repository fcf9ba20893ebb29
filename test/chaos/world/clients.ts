import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { ACCOUNT, TABLES } from '../../rig/tables.ts';
import { external } from './invocation.ts';

/** The header that carries a request's call label to the proxies. */
export const CALL_HEADER = 'x-fault-call';

export interface Endpoints {
  dynamodb: string;
  sqs: string;
  secretsManager: string;
}

/** Endpoints of the proxies, and which calls go through them. */
export interface Detour {
  by: Endpoints;
  isProxied(label: string): boolean;
}

// The engines check only the form of a signature. Computing a real one takes a tenth of a call's processor time.
const SIGNATURE =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/any/aws4_request, SignedHeaders=host, Signature=0';
const SIGNER: DynamoDBClientConfig['signer'] = {
  sign: async (request) => {
    Object.assign(request.headers, { authorization: SIGNATURE, 'x-amz-date': '20260101T000000Z' });
    return request;
  },
};

/** Options of every client of an engine. */
export const ACCESS = { ...ACCOUNT, signer: SIGNER };

export type ProductClients = ReturnType<typeof productClients>;

// As in `functions/runtime`.
const MAX_ATTEMPTS = 3;

/** The SDK clients as the product creates them, with every call traced and cuttable. */
export function productClients(endpoints: Endpoints, detour?: Detour) {
  const options = { ...ACCESS, maxAttempts: MAX_ATTEMPTS };
  const dynamo = new DynamoDBClient({ ...options, endpoint: endpoints.dynamodb });
  const sqs = new SQSClient({ ...options, endpoint: endpoints.sqs });
  const secrets = new SecretsManagerClient({ ...options, endpoint: endpoints.secretsManager });
  for (const [service, client] of Object.entries({ dynamodb: dynamo, sqs, secretsManager: secrets })) {
    const port = detour && Number(new URL(detour.by[service as keyof Endpoints]).port);
    traceCalls(client as unknown as TraceableClient, (label) => (detour?.isProxied(label) ? port : undefined));
  }
  return {
    dynamo,
    sqs,
    secrets,
    /** As in a fresh execution environment: the budget of retries is full again. */
    renew: async () => {
      await Promise.all([dynamo, sqs, secrets].map((client) => quickRetries(client)));
    },
    destroy: () => {
      for (const client of [dynamo, sqs, secrets]) client.destroy();
    },
  };
}

// The middleware stack's own types differ from client to client; these are the parts that are used.
type Next = (args: { input: object; request?: unknown }) => Promise<unknown>;
interface Context {
  commandName?: string;
  faultCall?: string;
}
interface TraceableClient {
  middlewareStack: {
    add(
      middleware: (next: Next, context: Context) => Next,
      options: { step: 'initialize' | 'build'; name: string },
    ): void;
  };
}

function traceCalls({ middlewareStack }: TraceableClient, detourPort: (label: string) => number | undefined): void {
  const traced = (next: Next, context: Context): Next => {
    const operation = (context.commandName ?? '').replace(/Command$/, '');
    return (args) =>
      external(operation + tableOf(args.input), (label) => {
        if (label !== undefined) context.faultCall = label;
        return next(args);
      });
  };
  middlewareStack.add(traced, { step: 'initialize', name: 'trace' });
  const labelled = (next: Next, context: Context): Next => {
    return (args) => {
      const request = args.request as { headers: Record<string, string>; port?: number };
      const { faultCall: label } = context;
      const port = label === undefined ? undefined : detourPort(label);
      if (label !== undefined) request.headers[CALL_HEADER] = label;
      if (port !== undefined) request.port = port;
      return next(args);
    };
  };
  middlewareStack.add(labelled, { step: 'build', name: 'label' });
}

/** The table of a call as a suffix; empty for the transactions table. */
function tableOf(input: object): string {
  const table = 'TableName' in input ? input.TableName : TABLES.transactions;
  return table === TABLES.transactions ? '' : ` ${table}`;
}

/** The SDK's retry strategy, without its back-off of 50 ms and more. */
async function quickRetries(client: { config: { retryStrategy: () => Promise<unknown> } }): Promise<void> {
  const strategy = (await client.config.retryStrategy()) as { retryBackoffStrategy: object; capacity: number };
  strategy.retryBackoffStrategy = { setDelayBase: () => undefined, computeNextBackoffDelay: () => 1 };
  strategy.capacity = 500;
}
