import type { OpenMerchant } from '../../../functions/merchants/accounts/accounts.ts';
import type { ResealReport } from './reseal.ts';

/** An account as text, with its secrets. */
export function merchantText(merchant: OpenMerchant): string {
  const { merchantId, name, status, bankAccount, apiKey, webhookUrl, webhookEnabled, hourlyResend, webhookSecret } =
    merchant;
  const { previousSecret, until } = merchant.webhookSecretRotation ?? {};
  const oldKey = merchant.apiKeyRotation
    ? `old API key     ${merchant.apiKeyRotation.previousApiKey} valid until ${merchant.apiKeyRotation.endsAt}\n`
    : '';
  const rotation = previousSecret ? `old secret      ${previousSecret} signs X-Service-Signature until ${until}\n` : '';
  return `merchant        ${merchantId}
name            ${name}
status          ${status}
bank account    ${bankAccount}
API key         ${apiKey}
${oldKey}webhook URL     ${webhookUrl ?? '(none)'}
webhooks        ${webhookEnabled ? 'on' : 'off'}
hourly resend   ${hourlyResend ? 'on' : 'off'}
webhook secret  ${webhookSecret}
${rotation}`;
}

export function resealText({ keyId, dryRun, merchants, resealed, unopened }: ResealReport): string {
  const others = unopened.length === 0 ? 'all others are' : 'all others are, but for these';
  return [
    `${resealed} secrets of ${merchants} merchants ${dryRun ? 'to be sealed' : 'sealed'} by ${keyId}; ${others}`,
    ...unopened.map(({ merchantId, fields }) => `${merchantId}: no key of the keyring opens ${fields.join(', ')}`),
    '',
  ].join('\n');
}
