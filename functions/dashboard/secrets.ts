import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { webhookSecretRotation } from '../merchants/accounts/secret-rotation.ts';
import { apiKeyRotation } from '../merchants/keys/api-key-rotation.ts';
import type { ReadKeyring } from '../merchants/keys/keyring.ts';
import { merchantsOn } from '../merchants/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import { noInput } from './endpoint.ts';
import { me } from './first-call.ts';
import { on, type Routes, type SecretsRoute } from './routes.ts';
import { endOldApiKey, revealApiKey, revealApiKeyInput, rotateApiKey } from './settings/api-keys.ts';
import { revealWebhookSecret, rotateWebhookSecret, switchWebhookSecret } from './settings/webhook-secret.ts';
import { meInput } from './signed-in.ts';
import { usersOn } from './wiring.ts';

interface Clients {
  dynamo: DynamoDBClient;
  keyring: ReadKeyring;
  clock: Clock;
}

/**
 * What opens or seals a secret, or writes a key: no other function of the page has the keyring. The page's first call is
 * here, since it creates the account of a new merchant, with its key and secret.
 */
export function secretsRoutes(
  { dynamo, keyring, clock }: Clients,
  names: { merchants: string },
  { bankAccount }: { bankAccount: string },
): Routes<SecretsRoute> {
  const { merchants } = merchantsOn({ dynamo }, names);
  const dependencies = { merchants, keyring, clock };
  const keys = { rotation: apiKeyRotation(dependencies) };
  const secrets = { rotation: webhookSecretRotation(dependencies) };
  const [rotateKey, endOldKey] = [rotateApiKey(keys), endOldApiKey(keys)];
  const revealSecret = revealWebhookSecret(dependencies);
  const [rotateSecret, switchSecret] = [rotateWebhookSecret(secrets), switchWebhookSecret(secrets)];
  return {
    'GET /me': on(meInput, me({ ...dependencies, users: usersOn({ dynamo }, names), bankAccount })),
    'POST /merchant/secrets/api-key/reveal': on(revealApiKeyInput, revealApiKey(dependencies)),
    'POST /merchant/secrets/api-key/rotate': on(noInput, (_, caller) => rotateKey(caller)),
    'POST /merchant/secrets/api-key/end-old': on(noInput, (_, caller) => endOldKey(caller)),
    'POST /merchant/secrets/webhook/reveal': on(noInput, (_, caller) => revealSecret(caller)),
    'POST /merchant/secrets/webhook/rotate': on(noInput, (_, caller) => rotateSecret(caller)),
    'POST /merchant/secrets/webhook/switch': on(noInput, (_, caller) => switchSecret(caller)),
  };
}
