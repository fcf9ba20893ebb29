import { webhookChange } from '../../merchants/accounts/account-changes.ts';
import type { Merchant } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { holdsSecret } from '../../merchants/history/change.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import { type Keyring, type ReadKeyring, sealedIn } from '../../merchants/keys/keyring.ts';
import { lastingRotation } from '../../merchants/keys/overlap.ts';
import { unseal } from '../../merchants/keys/seal.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { checkWebhookUrl, URL_PROBLEM_SENTENCES, type UrlProblem } from '../../webhooks/endpoint/webhook-url.ts';
import type { FindDeliveries } from '../../webhooks/resend/found-delivery.ts';
import { byCaller, ownMerchant, type Refused, readableMerchant, type Sentence } from '../account-rules.ts';
import type { MerchantInput } from '../accounts/history-input.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import type { SaveUrlInput, ToggleInput } from './webhook-settings-input.ts';
import { countSkipped, type Skipped } from './webhook-skipped.ts';

export interface WebhookSettingsDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  keyring: ReadKeyring;
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
}

export type SaveUrlOutcome = { kind: 'saved'; url: string; enabled: boolean } | Refused;
/** With the toggle turned on, `offer` is what was skipped meanwhile: nothing of it is sent unless asked for (decision D12). */
export type ToggleOutcome = { kind: 'on'; offer: Skipped } | { kind: 'off' } | Refused;

/** What the page shows. A merchant changes its own, below; finance and operators read. */
export function readWebhookSettings({
  merchants,
  keyring,
  find,
  clock,
}: Pick<WebhookSettingsDependencies, 'merchants' | 'keyring' | 'find' | 'clock'>) {
  return async ({ merchantId: named }: MerchantInput, caller: DashboardCaller): Promise<WebhookSettings> => {
    const merchantId = readableMerchant(caller, named);
    const [merchant] = await Promise.all([merchants.read(merchantId), keyring()]);
    if (!merchant) throw notFound('merchant');
    const ring = await keyring(sealedIn(merchant));
    const lasting = lastingRotation(merchant, clock());
    return {
      url: merchant.webhookUrl ?? null,
      enabled: merchant.webhookEnabled,
      secretHint: hintOf(merchant, ring),
      oldSecretUntil: lasting ? isoTime(lasting.until) : null,
      skipped: await countSkipped(find, merchantId, clock()),
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
    if (!reading.ok) return refusedUrl(reading.problem);
    if (holdsSecret(reading.value)) return SECRET_IN_URL;
    const outcome = await changeAccount<SaveUrlOutcome>(merchants, merchantId, (seen) => {
      const change = webhookChange(seen, { url: reading.value, enabled: 'as-is' }, byCaller(caller), clock());
      const saved = { kind: 'saved', url: reading.value, enabled: seen.webhookEnabled } as const;
      return { outcome: saved, ...(change && { change }) };
    });
    if (!outcome) throw notFound('merchant');
    return outcome;
  };
}

export function toggleWebhooks({
  merchants,
  find,
  clock,
}: Pick<WebhookSettingsDependencies, 'merchants' | 'find' | 'clock'>) {
  return async ({ enabled }: ToggleInput, caller: DashboardCaller): Promise<ToggleOutcome> => {
    const merchantId = ownMerchant(caller);
    const outcome = await changeAccount<'done' | 'no-url'>(merchants, merchantId, (seen) => {
      if (enabled && seen.webhookUrl === undefined) return { outcome: 'no-url' };
      const change = webhookChange(seen, { enabled }, byCaller(caller), clock());
      return { outcome: 'done', ...(change && { change }) };
    });
    if (!outcome) throw notFound('merchant');
    if (outcome === 'no-url') return NO_URL;
    return enabled ? { kind: 'on', offer: await countSkipped(find, merchantId, clock()) } : { kind: 'off' };
  };
}

function hintOf({ merchantId, webhookSecret }: Merchant, ring: Keyring): string {
  return `whsec_…${unseal(ring, { merchantId, field: 'webhookSecret' }, webhookSecret).slice(-4)}`;
}

const NO_URL: Refused = {
  kind: 'refused',
  field: 'url',
  en: 'No webhook URL is set: save one before turning webhooks on.',
  pt: 'Não está definido nenhum URL de webhook: guarde um antes de ligar os webhooks.',
};

const SECRET_IN_URL: Refused = {
  kind: 'refused',
  field: 'url',
  en: 'The URL holds what looks like an API key or a webhook secret: leave it out; each webhook is signed.',
  pt: 'O URL contém o que parece ser uma chave da API ou um segredo de webhook: retire-o; cada webhook é assinado.',
};

/** What to do about each problem, beside the sentence that says what it is. */
const FIXES: Record<UrlProblem, Sentence> = {
  'too-long': { en: 'Use a shorter path or query.', pt: 'Encurte o caminho ou a query.' },
  'not-https': {
    en: 'Give the address of your server with https, such as https://shop.example/webhooks.',
    pt: 'Indique o endereço do seu servidor com https, como https://shop.example/webhooks.',
  },
  malformed: {
    en: 'Give one such as https://shop.example/webhooks, without spaces or backslashes.',
    pt: 'Indique um como https://shop.example/webhooks, sem espaços nem barras invertidas.',
  },
  credentials: {
    en: 'Remove them: each webhook is signed, which tells your server that it is from us.',
    pt: 'Retire-os: cada webhook é assinado, o que prova ao seu servidor que vem de nós.',
  },
  'not-public': {
    en: 'Give a public host name; addresses of private networks and of one machine are refused.',
    pt: 'Indique um nome de servidor público; endereços de redes privadas ou da própria máquina são recusados.',
  },
};

function refusedUrl(problem: UrlProblem): Refused {
  const [{ en, pt }, fix] = [URL_PROBLEM_SENTENCES[problem], FIXES[problem]];
  return { kind: 'refused', field: 'url', en: `${en} ${fix.en}`, pt: `${pt} ${fix.pt}` };
}
