import { type Clock, isoTime } from '../runtime/clock.ts';
import { randomId } from '../runtime/ids.ts';
import { newWebhookSecret } from '../webhooks/signature.ts';
import { apiKeyHash, newApiKey } from './api-key.ts';
import type { Keyring } from './keyring.ts';
import type { AccountStatus, Merchant } from './merchant.ts';
import type { Merchants } from './merchants.table.ts';
import { lastingRotation } from './rotation-time.ts';
import { seal, unseal } from './seal.ts';

export interface AccountDependencies {
  merchants: Merchants;
  keyring: () => Promise<Keyring>;
  clock: Clock;
}

/** A merchant as its owner and the operator see it, the secrets opened. Never log one. */
export interface OpenMerchant {
  merchantId: string;
  name: string;
  status: AccountStatus;
  apiKey: string;
  webhookUrl: string | null;
  webhookEnabled: boolean;
  webhookSecret: string;
  /** While a rotation of the webhook secret lasts (decision D22). */
  webhookSecretRotation?: OpenRotation;
}

/** Until `until` (ISO 8601) or *switch now* the contract's header is signed with `previousSecret`. */
export interface OpenRotation {
  previousSecret: string;
  until: string;
}

export interface NewMerchant {
  name: string;
  status: AccountStatus;
  bankAccount: string;
  /** Checked before (`webhooks/webhook-url.ts`); giving one turns the webhooks on. */
  webhookUrl?: string;
}

/** What an operator does with accounts; the command line and later the dashboard call these. */
export function accounts({ merchants, keyring, clock }: AccountDependencies) {
  const open = async (merchant: Merchant): Promise<OpenMerchant> => {
    const ring = await keyring();
    const { merchantId, name, accountStatus: status, webhookUrl = null, webhookEnabled } = merchant;
    const rotation = lastingRotation(merchant, clock());
    return {
      merchantId,
      name,
      status,
      apiKey: unseal(ring, { merchantId, field: 'apiKey' }, merchant.apiKey),
      webhookUrl,
      webhookEnabled,
      webhookSecret: unseal(ring, { merchantId, field: 'webhookSecret' }, merchant.webhookSecret),
      ...(rotation && {
        webhookSecretRotation: {
          previousSecret: unseal(ring, { merchantId, field: 'previousWebhookSecret' }, rotation.sealed),
          until: isoTime(rotation.until),
        },
      }),
    };
  };

  const find = async (merchantId: string): Promise<Merchant> => {
    const merchant = await merchants.read(merchantId);
    if (!merchant) throw new UnknownMerchant(merchantId);
    // A previous secret whose time is over counts no more (decision D22): it is wiped when the account is next looked at.
    const until = merchant.previousWebhookSecretUntil;
    if (until !== undefined && until <= clock()) await merchants.endRotation(merchantId, until);
    return merchant;
  };

  return {
    async create({ name, status, bankAccount, webhookUrl }: NewMerchant): Promise<OpenMerchant> {
      const ring = await keyring();
      const merchantId = randomId('mer');
      const apiKey = newApiKey();
      const merchant: Merchant = {
        merchantId,
        name,
        accountStatus: status,
        bankAccount,
        createdAt: clock(),
        apiKeyHash: apiKeyHash(apiKey),
        apiKey: seal(ring, { merchantId, field: 'apiKey' }, apiKey),
        webhookEnabled: webhookUrl !== undefined,
        webhookSecret: seal(ring, { merchantId, field: 'webhookSecret' }, newWebhookSecret()),
        ...(webhookUrl !== undefined && { webhookUrl }),
      };
      await merchants.create(merchant);
      return open(merchant);
    },

    async setStatus(merchantId: string, status: AccountStatus): Promise<OpenMerchant> {
      const merchant = await find(merchantId);
      await merchants.setAccountStatus(merchant, status);
      return open({ ...merchant, accountStatus: status });
    },

    /** Giving a URL turns the webhooks on unless `enabled` says otherwise; `enabled` alone only moves the toggle. */
    async setWebhook(merchantId: string, change: { url?: string; enabled?: boolean }): Promise<OpenMerchant> {
      const merchant = await find(merchantId);
      const webhookUrl = change.url ?? merchant.webhookUrl;
      const webhookEnabled = change.enabled ?? (change.url !== undefined || merchant.webhookEnabled);
      if (webhookEnabled && webhookUrl === undefined)
        throw new Error('webhooks cannot be on without a URL: give --url');
      await merchants.setWebhook(merchantId, { ...(webhookUrl !== undefined && { webhookUrl }), webhookEnabled });
      return open(await find(merchantId));
    },

    show: async (merchantId: string): Promise<OpenMerchant> => open(await find(merchantId)),

    list: async (): Promise<OpenMerchant[]> => Promise.all((await merchants.list()).map(open)),
  };
}

export class UnknownMerchant extends Error {
  constructor(merchantId: string) {
    super(`merchant not found: ${merchantId}`);
    this.name = 'UnknownMerchant';
  }
}
