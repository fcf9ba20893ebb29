import { type By, type Facts, shownUrl } from '../history/change.ts';
import type { MerchantChange } from '../history/recorded-change.table.ts';
import type { Company } from './company.ts';
import type { AccountStatus, Merchant } from './merchant.ts';

export interface WebhookRequest {
  /** Checked before (`webhooks/endpoint/webhook-url.ts`). */
  url?: string;
  /** Left out: a URL turns the webhooks on, and no URL leaves the toggle. `as-is` leaves it in any case. */
  enabled?: boolean | 'as-is';
}

/** The change of an account's status, on the account and on every key of it (decision D19). */
export function statusChange(seen: Merchant, accountStatus: AccountStatus, by: By, at: number): MerchantChange {
  const { apiKeyHash, previousApiKeyHash } = seen;
  const hashes = previousApiKeyHash === undefined ? [apiKeyHash] : [apiKeyHash, previousApiKeyHash];
  return {
    set: { accountStatus },
    keys: hashes.map((hash) => ({ kind: 'update', hash, fields: { accountStatus } })),
    entry: {
      action: 'account.status',
      by,
      at,
      before: { accountStatus: seen.accountStatus },
      after: { accountStatus },
    },
  };
}

/**
 * The change of the company; undefined when it is stored already. The history gets its name and NIF, and only that the
 * contact changed: an old contact is stored nowhere.
 */
export function companyChange(seen: Merchant, company: Company, by: By, at: number): MerchantChange | undefined {
  const before = seen.company;
  const isContactChanged = company.contact !== before?.contact;
  if (company.name === before?.name && company.nif === before.nif && !isContactChanged) return undefined;
  const facts = (of?: Company): Facts => ({ company: of?.name ?? null, nif: of?.nif ?? null });
  return {
    set: { company },
    entry: {
      action: 'account.company',
      by,
      at,
      before: facts(before),
      after: { ...facts(company), ...(isContactChanged && { contactChanged: true }) },
    },
  };
}

/**
 * The change of the switch of the morning mail; undefined when it is set already. Turned on, it goes to `address`, the
 * verified one of who turns it on.
 */
export function mailChange(
  seen: Merchant,
  isOn: boolean,
  by: By,
  at: number,
  address?: string,
): MerchantChange | undefined {
  const wasOn = seen.mailOff !== true;
  if (isOn === wasOn) return undefined;
  const entry = {
    action: 'account.mail',
    by,
    at,
    before: { morningMail: wasOn },
    after: { morningMail: isOn },
  } as const;
  const mail = isOn && seen.mail && address !== undefined && { mail: { ...seen.mail, address } };
  return { set: { mailOff: !isOn, ...mail }, entry };
}

/** The change of the switch of the hourly resend; undefined when it is set already. */
export function hourlyResendChange(seen: Merchant, isOn: boolean, by: By, at: number): MerchantChange | undefined {
  const wasOn = seen.hourlyResend === 'on';
  if (isOn === wasOn) return undefined;
  const facts = { before: { hourlyResend: wasOn }, after: { hourlyResend: isOn } };
  const entry = { action: 'webhook.hourly-resend', by, at, ...facts } as const;
  return isOn ? { set: { hourlyResend: 'on' }, entry } : { remove: ['hourlyResend', 'probe'], entry };
}

/** The change of URL and toggle; undefined when both are set already. Throws when webhooks would be on without URL. */
export function webhookChange(seen: Merchant, request: WebhookRequest, by: By, at: number): MerchantChange | undefined {
  const webhookUrl = request.url ?? seen.webhookUrl;
  const byDefault = request.url !== undefined || seen.webhookEnabled;
  const webhookEnabled = request.enabled === 'as-is' ? seen.webhookEnabled : (request.enabled ?? byDefault);
  if (webhookEnabled && webhookUrl === undefined) throw new Error('webhooks cannot be on without a URL: give --url');
  const isSameUrl = webhookUrl === seen.webhookUrl;
  if (isSameUrl && webhookEnabled === seen.webhookEnabled) return undefined;
  const shown = ({ url, enabled }: { url: string | undefined; enabled: boolean }) => ({
    webhookUrl: shownUrl(url),
    webhookEnabled: enabled,
  });
  return {
    set: { ...(webhookUrl !== undefined && { webhookUrl }), webhookEnabled },
    entry: {
      action: isSameUrl ? 'webhook.toggle' : 'webhook.url',
      by,
      at,
      before: shown({ url: seen.webhookUrl, enabled: seen.webhookEnabled }),
      after: shown({ url: webhookUrl, enabled: webhookEnabled }),
    },
  };
}
