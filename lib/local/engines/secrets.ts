import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from './dynamo.ts';
import { type SecretRequest, SecretStore, SecretsError } from './secret-store.ts';

export interface SecretsOptions {
  /** JSON file that keeps the secrets; without it they live in memory. */
  file?: string;
  /** The machine's time unless given. */
  now?: () => number;
}

export interface SecretsEngine extends Engine {
  readonly store: SecretStore;
}

/** Starts a small Secrets Manager on 127.0.0.1: create, read, write, describe and list, as JSON 1.1 for the SDK. */
export async function startSecrets(options: SecretsOptions = {}): Promise<SecretsEngine> {
  const store = new SecretStore(options.file, options.now);
  const server = createServer((request, response) => {
    answer(request, response, store).catch((error: unknown) => {
      if (error instanceof SecretsError) reply(response, 400, { __type: error.code, message: error.message });
      else reply(response, 500, { __type: 'InternalServiceError', message: String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, store: SecretStore): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as SecretRequest;
  reply(response, 200, act(String(request.headers['x-amz-target']).replace('secretsmanager.', ''), body, store));
}

function act(action: string, body: SecretRequest, store: SecretStore): unknown {
  switch (action) {
    case 'CreateSecret':
      return store.create(body);
    case 'GetSecretValue':
      return store.value(body);
    case 'PutSecretValue':
    case 'UpdateSecret':
      return store.put(body);
    case 'DescribeSecret':
      return store.describe(body.SecretId);
    case 'ListSecrets':
      return store.list();
    default:
      throw new SecretsError('InvalidRequestException', `Secrets Manager action ${action} is not supported here`);
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
