import * as z from 'zod/mini';
import { webhookChange } from '../../merchants/accounts/account-changes.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { holdsSecret } from '../../merchants/history/change.ts';
import { lastingRotation } from '../../merchants/keys/overlap.ts';
import { type Clock, isoTimeOrNull } from '../../runtime/clock.ts';
import { checkWebhookUrl } from '../../webhooks/endpoint/webhook-url.ts';
import { nextProbe } from '../../webhooks/hourly/hourly-resend.ts';
import type { ResendManyDependencies } from '../../webhooks/resend/resend-many.ts';
import { byCaller, type ChangeDependencies, changeOwn, readableAccount } from '../account-rules.ts';
import type { DashboardCaller } from '../caller.ts';
import type { MerchantInput } from '../inputs.ts';
import { Refused } from '../refused.ts';

/** The page `/dashboard/settings/webhook` (§1, §6). */
export interface WebhookSettings {
  url: string | null;
  enabled: boolean;
  /** `whsec_…` and the secret's last four characters. */
  secretHint: string;
  /** ISO 8601; while a rotation lasts, until when the old secret signs the contract's header (decision D22). */
  oldSecretUntil: string | null;
  hourlyResend: boolean;
  /** ISO 8601; null where nothing waits for a probe. */
  nextProbeAt: string | null;
}

interface ReadDependencies extends Pick<ResendManyDependencies, 'find' | 'isRefunded'> {
  merchants: Pick<Merchants, 'read'>;
  clock: Clock;
}

/** What the page shows. A merchant changes its own, below; finance and operators read. */
export function readWebhookSettings({ merchants, clock, ...deliveries }: ReadDependencies) {
  return async ({ merchantId }: MerchantInput, caller: DashboardCaller): Promise<WebhookSettings> => {
    const merchant = await readableAccount(merchants, caller, merchantId);
    return {
      url: merchant.webhookUrl ?? null,
      enabled: merchant.webhookEnabled,
      secretHint: `whsec_…${merchant.webhookSecretEnd}`,
      oldSecretUntil: isoTimeOrNull(lastingRotation(merchant, clock())?.until),
      hourlyResend: merchant.hourlyResend === 'on',
      nextProbeAt: isoTimeOrNull(await nextProbe(deliveries, merchant, clock())),
    };
  };
}

/** The rules of the URL itself are `checkWebhookUrl`'s. */
export const saveUrlInput = z.object({ url: z.string('url is required: an address that begins with https://') });

interface SaveUrlDependencies extends ChangeDependencies {
  /** On one machine only (`webhooks/address-guard.ts`). */
  permitLoopback: boolean;
}

/** The toggle stays as it is: a new URL is first tested, then turned on. */
export function saveWebhookUrl({ merchants, clock, permitLoopback }: SaveUrlDependencies) {
  return async ({ url: typed }: z.infer<typeof saveUrlInput>, caller: DashboardCaller) => {
    const reading = checkWebhookUrl(typed.trim(), { permitLoopback });
    if (!reading.ok) throw new Refused('url', { code: 'webhook-url', problem: reading.problem });
    const url = reading.value;
    if (holdsSecret(url)) throw new Refused('url', { code: 'secret-in-url' });
    return changeOwn(merchants, caller, (seen) => {
      const change = webhookChange(seen, { url, enabled: 'as-is' }, byCaller(caller), clock());
      const outcome = { kind: 'saved' as const, url, enabled: seen.webhookEnabled };
      return { outcome, ...(change && { change }) };
    });
  };
}

export const toggleInput = z.object({ enabled: z.boolean('enabled must be true or false') });

/** Turning it on sends nothing of what was skipped: a person does (decision D12). */
export function toggleWebhooks({ merchants, clock }: ChangeDependencies) {
  return ({ enabled }: z.infer<typeof toggleInput>, caller: DashboardCaller) =>
    changeOwn<{ kind: 'on' | 'off' }>(merchants, caller, (seen) => {
      if (enabled && seen.webhookUrl === undefined) throw new Refused('url', { code: 'no-url-to-turn-on' });
      const change = webhookChange(seen, { enabled }, byCaller(caller), clock());
      return { outcome: { kind: enabled ? 'on' : 'off' }, ...(change && { change }) };
    });
}
