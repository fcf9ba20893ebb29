import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

const secretsManager = new SecretsManagerClient({ maxAttempts: 3 });

/** Reads a secret's text by name or ARN. Never log the result. */
export async function readSecret(secretId: string): Promise<string> {
  const { SecretString } = await secretsManager.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (SecretString === undefined) throw new Error('secret: has no text value');
  return SecretString;
}
