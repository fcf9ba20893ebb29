import type { Engine } from './dynamo.ts';
import { type JsonReply, serveJson } from './json-server.ts';
import { type SecretRequest, SecretStore, SecretsError } from './secret-store.ts';

export interface SecretsOptions {
  /** JSON file of the secrets; without it they are in memory. */
  file?: string;
  /** The machine's time unless given. */
  now?: () => number;
}

export interface SecretsEngine extends Engine {
  readonly store: SecretStore;
}

/** Starts Secrets Manager on 127.0.0.1, with the actions that create, read, write, describe and list, as JSON 1.1. */
export async function startSecrets(options: SecretsOptions = {}): Promise<SecretsEngine> {
  const store = new SecretStore(options.file, options.now);
  const server = await serveJson(0, '1.1', (action, body) => answer(action, body as SecretRequest, store));
  return { endpoint: `http://127.0.0.1:${server.port}`, store, stop: server.stop };
}

function answer(action: string, body: SecretRequest, store: SecretStore): JsonReply {
  try {
    return { status: 200, body: act(action, body, store) };
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    return { status: 400, body: { __type: error.code, message: error.message } };
  }
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
