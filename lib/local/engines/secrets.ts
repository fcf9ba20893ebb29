import type { JsonObject } from '../json.ts';
import type { Engine } from './dynamo.ts';
import { type JsonReply, serveJson } from './json-server.ts';
import { SecretStore } from './secret-store.ts';

export interface SecretsEngine extends Engine {
  readonly store: SecretStore;
}

/** Starts Secrets Manager on 127.0.0.1, with GetSecretValue and PutSecretValue. Without a file it is in memory. */
export async function startSecrets(file?: string): Promise<SecretsEngine> {
  const store = new SecretStore(file);
  const server = await serveJson('1.1', (action, body) => answer(action, body as JsonObject, store));
  return { endpoint: `http://127.0.0.1:${server.port}`, store, stop: server.stop };
}

function answer(action: string, { SecretId, SecretString, ...others }: JsonObject, store: SecretStore): JsonReply {
  const secret = store.find(String(SecretId));
  if (!secret) return refused('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  const { arn: ARN, name: Name } = secret;
  // The SDK adds its token to every Put.
  const [unknown] = Object.keys(others).filter((parameter) => parameter !== 'ClientRequestToken');
  if (unknown) return refused('InvalidRequestException', `${unknown} is not supported: add it in engines/secrets.ts.`);
  switch (action) {
    case 'GetSecretValue':
      return { status: 200, body: { ARN, Name, SecretString: secret.value } };
    case 'PutSecretValue':
      store.put(secret, String(SecretString));
      return { status: 200, body: { ARN, Name } };
    default:
      return refused('InvalidRequestException', `${action} is not supported: add it in engines/secrets.ts.`);
  }
}

function refused(code: string, message: string): JsonReply {
  return { status: 400, body: { __type: code, message } };
}
