import { webhookSecretRotation } from '../merchants/accounts/secret-rotation.ts';
import { apiKeyRotation } from '../merchants/keys/api-key-rotation.ts';
import type { ReadKeyring } from '../merchants/keys/keyring.ts';
import { merchantsOn } from '../merchants/wiring.ts';
import { me } from './first-call.ts';
import { noInput, on } from './routes.ts';
import { endOldApiKey, revealApiKey, revealApiKeyInput, rotateApiKey } from './settings/api-keys.ts';
import { revealWebhookSecret, rotateWebhookSecret, switchWebhookSecret } from './settings/webhook-secret.ts';
import { meInput } from './signed-in.ts';
import { type Clients, usersOn } from './wiring.ts';

/**
 * What opens or seals a secret, or writes a key: no other function of the page has the keyring. The page's first call is
 * here, since it creates the account of a new merchant, with its key and secret.
 */
export function secretsRoutes(
  { dynamo, keyring, clock }: Clients & { keyring: ReadKeyring },
  names: { merchants: string },
  { bankAccount }: { bankAccount: string },
) {
  const { merchants } = merchantsOn({ dynamo }, names);
  const dependencies = { merchants, keyring, clock };
  const keys = apiKeyRotation(dependencies);
  const secrets = webhookSecretRotation(dependencies);
  return {
    'GET /me': on(meInput, me({ ...dependencies, users: usersOn({ dynamo }, names), bankAccount })),
    'POST /merchant/secrets/api-key/reveal': on(revealApiKeyInput, revealApiKey(dependencies)),
    'POST /merchant/secrets/api-key/rotate': on(noInput, rotateApiKey(keys)),
    'POST /merchant/secrets/api-key/end-old': on(noInput, endOldApiKey(keys)),
    'POST /merchant/secrets/webhook/reveal': on(noInput, revealWebhookSecret(dependencies)),
    'POST /merchant/secrets/webhook/rotate': on(noInput, rotateWebhookSecret(secrets)),
    'POST /merchant/secrets/webhook/switch': on(noInput, switchWebhookSecret(secrets)),
  };
}
