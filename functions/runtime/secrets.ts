import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Sha256 } from './sha256.ts';

const secretsManager = new SecretsManagerClient({ maxAttempts: 3, sha256: Sha256 });

/** Reads a secret's text by name or ARN. Never log what it answers. */
export async function readSecret(secretId: string): Promise<string> {
  const { SecretString } = await secretsManager.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (SecretString === undefined) throw new Error('secret: has no text value');
  return SecretString;
}
