import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { external } from './invocation.ts';

/** The header by which a proxy on the way to an engine knows which call a request belongs to. */
export const CALL_HEADER = 'x-fault-call';

export interface Endpoints {
  dynamodb: string;
  sqs: string;
  secretsManager: string;
}

export type ProductClients = ReturnType<typeof productClients>;

// As in `functions/runtime`.
const MAXIMUM_ATTEMPTS = 3;

/** The SDK clients as the product makes them, save that each call is known to the trace and can be cut. */
export function productClients(endpoints: Endpoints) {
  const options = { ...ACCOUNT, maxAttempts: MAXIMUM_ATTEMPTS };
  const dynamo = new DynamoDBClient({ ...options, endpoint: endpoints.dynamodb });
  const sqs = new SQSClient({ ...options, endpoint: endpoints.sqs });
  const secrets = new SecretsManagerClient({ ...options, endpoint: endpoints.secretsManager });
  for (const client of [dynamo, sqs, secrets]) traceCalls(client as unknown as TraceableClient);
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

function traceCalls({ middlewareStack }: TraceableClient): void {
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
      const { headers } = args.request as { headers: Record<string, string> };
      if (context.faultCall !== undefined) headers[CALL_HEADER] = context.faultCall;
      return next(args);
    };
  };
  middlewareStack.add(labelled, { step: 'build', name: 'label' });
}

/** Where a call goes, unless it is the table that nearly all of them go to. */
function tableOf(input: object): string {
  const table = 'TableName' in input ? input.TableName : TABLES.transactions;
  return table === TABLES.transactions ? '' : ` ${table}`;
}

/** The SDK's own retry strategy, which decides what is worth a retry, without its pauses of 50 ms and more. */
async function quickRetries(client: { config: { retryStrategy: () => Promise<unknown> } }): Promise<void> {
  const strategy = (await client.config.retryStrategy()) as { retryBackoffStrategy: object; capacity: number };
  strategy.retryBackoffStrategy = { setDelayBase: () => undefined, computeNextBackoffDelay: () => 1 };
  strategy.capacity = 500;
}
