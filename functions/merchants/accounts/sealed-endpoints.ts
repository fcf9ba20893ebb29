import type { EndpointState, WebhookEndpoints } from '../../webhooks/endpoint/webhook-endpoint.ts';
import type { Keyring, ReadKeyring } from '../keys/keyring.ts';
import { unseal } from '../keys/seal.ts';
import type { Merchant } from './merchant.ts';
import type { Merchants } from './merchants.table.ts';

/**
 * The merchants' webhook endpoints with their secrets opened, for the function that signs and sends. A read throws
 * where there is no such merchant, as in a lost table: its deliveries wait, and do not end as skipped.
 */
export function sealedWebhookEndpoints(
  merchants: Pick<Merchants, 'read' | 'setWebhook'>,
  keyring: ReadKeyring,
): WebhookEndpoints {
  return {
    async read(merchantId) {
      const merchant = await merchants.read(merchantId, false);
      if (!merchant) throw new Error(`no merchant ${merchantId}`);
      if (merchant.webhookUrl === undefined) return undefined;
      const { webhookSecret, previousWebhookSecret } = merchant;
      const ring = await keyring([
        webhookSecret,
        ...(previousWebhookSecret === undefined ? [] : [previousWebhookSecret]),
      ]);
      return {
        url: merchant.webhookUrl,
        enabled: merchant.webhookEnabled,
        secrets: openSecrets(ring, merchant),
        ...(merchant.slowUntil !== undefined && { slowUntilMs: merchant.slowUntil }),
      };
    },
    async markSlow(merchantId, untilMs) {
      await merchants.setWebhook(merchantId, { slowUntil: untilMs });
    },
  };
}

/** Whether a merchant has a URL and its toggle is on, now; for callers that need neither URL nor secret. */
export function endpointStates(merchants: Pick<Merchants, 'read'>): (merchantId: string) => Promise<EndpointState> {
  return async (merchantId) => {
    const merchant = await merchants.read(merchantId);
    return { hasEndpoint: merchant?.webhookUrl !== undefined, isEnabled: merchant?.webhookEnabled ?? false };
  };
}

function openSecrets(ring: Keyring, merchant: Merchant) {
  const { merchantId, webhookSecret, previousWebhookSecret, previousWebhookSecretUntil } = merchant;
  const current = unseal(ring, { merchantId, field: 'webhookSecret' }, webhookSecret);
  if (previousWebhookSecret === undefined || previousWebhookSecretUntil === undefined) return { current };
  const secret = unseal(ring, { merchantId, field: 'previousWebhookSecret' }, previousWebhookSecret);
  return { current, previous: { secret, until: previousWebhookSecretUntil } };
}
