import { type Clock, isoTime } from '../../runtime/clock.ts';
import { randomId } from '../../runtime/ids.ts';
import { newWebhookSecret, secretEnd } from '../../webhooks/signature.ts';
import type { By } from '../history/change.ts';
import type { MerchantChange } from '../history/recorded-change.table.ts';
import { changeAccount } from '../history/recorded-change.ts';
import { apiKeyHash, newApiKey } from '../keys/api-key.ts';
import { apiKeyRotation } from '../keys/api-key-rotation.ts';
import { type ReadKeyring, sealedIn } from '../keys/keyring.ts';
import { lastingOverlap, lastingRotation } from '../keys/overlap.ts';
import { type SealedField, seal, unsealIfHeld } from '../keys/seal.ts';
import { hourlyResendChange, statusChange, type WebhookRequest, webhookChange } from './account-changes.ts';
import type { AccountStatus, Merchant } from './merchant.ts';
import type { Merchants } from './merchants.table.ts';

export interface AccountDependencies {
  merchants: Merchants;
  keyring: ReadKeyring;
  clock: Clock;
}

/** A merchant as its owner and the operator see it, the secrets opened. Never log one. */
export interface OpenMerchant {
  merchantId: string;
  name: string;
  status: AccountStatus;
  /** The name of the stage's bank account that receives its payments. */
  bankAccount: string;
  apiKey: string;
  /** While the overlap of a rotation lasts (decision 0032): the old key, and until when (ISO 8601) it is valid. */
  apiKeyRotation?: { previousApiKey: string; endsAt: string };
  webhookUrl: string | null;
  webhookEnabled: boolean;
  hourlyResend: boolean;
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
  /** Random, but that of the smoke test. */
  merchantId?: string;
  name: string;
  status: AccountStatus;
  bankAccount: string;
  /** Checked before (`webhooks/endpoint/webhook-url.ts`); giving one turns the webhooks on. */
  webhookUrl?: string;
}

const OPERATOR: By = { who: 'operator' };

/** Shown instead of a secret whose key the keyring lacks: one lost secret hides no other. */
export const UNOPENED = '(no key of the keyring opens it)';

/**
 * The changes of accounts, for the command line and the dashboard; each one is in the account's history (decision
 * 0032). All but `create` and `list` throw `UnknownMerchant`.
 */
export function accounts({ merchants, keyring, clock }: AccountDependencies) {
  const open = async (merchant: Merchant): Promise<OpenMerchant> => {
    const ring = await keyring(sealedIn(merchant));
    const { merchantId, name, accountStatus: status, bankAccount, webhookUrl = null, webhookEnabled } = merchant;
    const rotation = lastingRotation(merchant, clock());
    const overlap = lastingOverlap(merchant, clock());
    const opened = (field: SealedField['field'], sealed: string) =>
      unsealIfHeld(ring, { merchantId, field }, sealed) ?? UNOPENED;
    return {
      merchantId,
      name,
      status,
      bankAccount,
      apiKey: opened('apiKey', merchant.apiKey),
      ...(overlap && {
        apiKeyRotation: {
          previousApiKey: opened('previousApiKey', overlap.sealed),
          endsAt: isoTime(overlap.endsAt),
        },
      }),
      webhookUrl,
      webhookEnabled,
      hourlyResend: merchant.hourlyResend === 'on',
      webhookSecret: opened('webhookSecret', merchant.webhookSecret),
      ...(rotation && {
        webhookSecretRotation: {
          previousSecret: opened('previousWebhookSecret', rotation.sealed),
          until: isoTime(rotation.until),
        },
      }),
    };
  };

  const find = async (merchantId: string): Promise<Merchant> => {
    const merchant = await merchants.read(merchantId);
    if (!merchant) throw new UnknownMerchant(merchantId);
    // A previous secret that has ended is no longer valid (decision D22): it is removed when the account is next read.
    const until = merchant.previousWebhookSecretUntil;
    if (until !== undefined && until <= clock()) await merchants.wipeEndedSecret(merchantId, until);
    // The same with an API key.
    const keyEndsAt = merchant.previousApiKeyEndsAt;
    if (keyEndsAt !== undefined && keyEndsAt <= clock()) await merchants.wipeEndedApiKey(merchant);
    return merchant;
  };

  const changed = async (
    merchantId: string,
    changeOf: (seen: Merchant, at: number) => MerchantChange | undefined,
  ): Promise<OpenMerchant> => {
    await find(merchantId);
    await changeAccount(merchants, merchantId, (seen) => {
      const change = changeOf(seen, clock());
      return { outcome: undefined, ...(change && { change }) };
    });
    return open(await find(merchantId));
  };

  return {
    /** `itemsWith`: what must be made together with the account. */
    async create(
      { merchantId = randomId('mer'), name, status, bankAccount, webhookUrl }: NewMerchant,
      by = OPERATOR,
      itemsWith: (merchant: Merchant) => Parameters<Merchants['create']>[2] = () => [],
    ): Promise<OpenMerchant> {
      const ring = await keyring();
      const apiKey = newApiKey();
      const webhookSecret = newWebhookSecret();
      const merchant: Merchant = {
        merchantId,
        name,
        accountStatus: status,
        bankAccount,
        createdAt: clock(),
        apiKeyHash: apiKeyHash(apiKey),
        apiKey: seal(ring, { merchantId, field: 'apiKey' }, apiKey),
        webhookEnabled: webhookUrl !== undefined,
        webhookSecret: seal(ring, { merchantId, field: 'webhookSecret' }, webhookSecret),
        webhookSecretEnd: secretEnd(webhookSecret),
        changes: 1,
        ...(webhookUrl !== undefined && { webhookUrl }),
      };
      await merchants.create(merchant, by, itemsWith(merchant));
      return open(merchant);
    },

    /** On the account and on every key of it in one write, so that it applies to the next API call (decision D19). */
    setStatus: (merchantId: string, status: AccountStatus, by = OPERATOR): Promise<OpenMerchant> =>
      changed(merchantId, (seen, at) =>
        seen.accountStatus === status ? undefined : statusChange(seen, status, by, at),
      ),

    /** A URL turns the webhooks on unless `enabled` is false; `enabled` alone changes only the toggle. */
    setWebhook: (merchantId: string, request: WebhookRequest, by = OPERATOR): Promise<OpenMerchant> =>
      changed(merchantId, (seen, at) => webhookChange(seen, request, by, at)),

    setHourlyResend: (merchantId: string, isOn: boolean, by = OPERATOR): Promise<OpenMerchant> =>
      changed(merchantId, (seen, at) => hourlyResendChange(seen, isOn, by, at)),

    apiKeys: apiKeyRotation({ merchants, keyring, clock }),

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
