import * as z from 'zod/mini';
import { webhookChange } from '../../merchants/accounts/account-changes.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { holdsSecret } from '../../merchants/history/change.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import { lastingRotation } from '../../merchants/keys/overlap.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { checkWebhookUrl } from '../../webhooks/endpoint/webhook-url.ts';
import { nextProbe } from '../../webhooks/hourly/hourly-resend.ts';
import type { FindDeliveries } from '../../webhooks/resend/found-delivery.ts';
import { byCaller, ownMerchant, readableMerchant } from '../account-rules.ts';
import type { MerchantInput } from '../accounts/history-input.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';
import { countSkipped, type Skipped } from './webhook-skipped.ts';

/** The rules of the URL itself are `checkWebhookUrl`'s. */
export const saveUrlInput = z.object({ url: z.string('url is required: an address that begins with https://') });
export type SaveUrlInput = z.infer<typeof saveUrlInput>;
export const toggleInput = z.object({ enabled: z.boolean('enabled must be true or false') });
export type ToggleInput = z.infer<typeof toggleInput>;

export interface WebhookSettingsDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  find: FindDeliveries;
  clock: Clock;
  /** On one machine only (`webhooks/address-guard.ts`). */
  permitLoopback: boolean;
}

/** The page `/dashboard/settings/webhook` (§1, §6). */
export interface WebhookSettings {
  url: string | null;
  enabled: boolean;
  /** `whsec_…` and the secret's last four characters. */
  secretHint: string;
  /** ISO 8601; while a rotation lasts, until when the old secret signs the contract's header (decision D22). */
  oldSecretUntil: string | null;
  skipped: Skipped;
  hourlyResend: boolean;
  /** ISO 8601; null where nothing waits for a probe. */
  nextProbeAt: string | null;
}

export type SaveUrlOutcome = { kind: 'saved'; url: string; enabled: boolean } | Refused;
export type ToggleOutcome = { kind: 'on' | 'off' } | Refused;

/** What the page shows. A merchant changes its own, below; finance and operators read. */
export function readWebhookSettings({
  merchants,
  find,
  clock,
}: Pick<WebhookSettingsDependencies, 'merchants' | 'find' | 'clock'>) {
  return async ({ merchantId: named }: MerchantInput, caller: DashboardCaller): Promise<WebhookSettings> => {
    const merchantId = readableMerchant(caller, named);
    const merchant = await merchants.read(merchantId);
    if (!merchant) throw notFound('merchant');
    const nextAt = await nextProbe(find, merchant, clock());
    const lasting = lastingRotation(merchant, clock());
    return {
      url: merchant.webhookUrl ?? null,
      enabled: merchant.webhookEnabled,
      secretHint: `whsec_…${merchant.webhookSecretEnd}`,
      oldSecretUntil: lasting ? isoTime(lasting.until) : null,
      skipped: await countSkipped(find, merchantId, clock()),
      hourlyResend: merchant.hourlyResend === 'on',
      nextProbeAt: nextAt === undefined ? null : isoTime(nextAt),
    };
  };
}

/** The toggle stays as it is: a new URL is first tested, then turned on. */
export function saveWebhookUrl({
  merchants,
  clock,
  permitLoopback,
}: Pick<WebhookSettingsDependencies, 'merchants' | 'clock' | 'permitLoopback'>) {
  return async ({ url }: SaveUrlInput, caller: DashboardCaller): Promise<SaveUrlOutcome> => {
    const merchantId = ownMerchant(caller);
    const reading = checkWebhookUrl(url.trim(), { permitLoopback });
    if (!reading.ok) return refused('url', { code: 'webhook-url', problem: reading.problem });
    if (holdsSecret(reading.value)) return refused('url', { code: 'secret-in-url' });
    const outcome = await changeAccount<SaveUrlOutcome>(merchants, merchantId, (seen) => {
      const change = webhookChange(seen, { url: reading.value, enabled: 'as-is' }, byCaller(caller), clock());
      const saved = { kind: 'saved', url: reading.value, enabled: seen.webhookEnabled } as const;
      return { outcome: saved, ...(change && { change }) };
    });
    if (!outcome) throw notFound('merchant');
    return outcome;
  };
}

/** Turning it on sends nothing of what was skipped: a person does (decision D12). */
export function toggleWebhooks({ merchants, clock }: Pick<WebhookSettingsDependencies, 'merchants' | 'clock'>) {
  return async ({ enabled }: ToggleInput, caller: DashboardCaller): Promise<ToggleOutcome> => {
    const merchantId = ownMerchant(caller);
    const outcome = await changeAccount<'done' | 'no-url'>(merchants, merchantId, (seen) => {
      if (enabled && seen.webhookUrl === undefined) return { outcome: 'no-url' };
      const change = webhookChange(seen, { enabled }, byCaller(caller), clock());
      return { outcome: 'done', ...(change && { change }) };
    });
    if (!outcome) throw notFound('merchant');
    if (outcome === 'no-url') return refused('url', { code: 'no-url-to-turn-on' });
    return { kind: enabled ? 'on' : 'off' };
  };
}
