import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { webhookSecretRotation } from '../../merchants/accounts/secret-rotation.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import { type ReadKeyring, sealedIn } from '../../merchants/keys/keyring.ts';
import { lastingRotation } from '../../merchants/keys/overlap.ts';
import { unseal } from '../../merchants/keys/seal.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { byCaller, ownMerchant } from '../account-rules.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';

export interface WebhookSecretDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  keyring: ReadKeyring;
  rotation: ReturnType<typeof webhookSecretRotation>;
  clock: Clock;
}

/** The secret, and while a rotation lasts the old one with its end in ISO 8601. Never log one. */
export interface RevealedSecret {
  secret: string;
  old: { secret: string; until: string } | null;
}

export type RotateSecretOutcome = { kind: 'rotated'; oldSecretUntil: string } | Refused;
export type SwitchSecretOutcome = { kind: 'switched' } | Refused;

/** The merchant's own webhook secret (§5.2). The history records the reveal first. Its rotation (D22) is below. */
export function revealWebhookSecret({
  merchants,
  keyring,
  clock,
}: Pick<WebhookSecretDependencies, 'merchants' | 'keyring' | 'clock'>) {
  return async (caller: DashboardCaller): Promise<RevealedSecret> => {
    const merchantId = ownMerchant(caller);
    const revealed = await changeAccount<RevealedSecret>(merchants, merchantId, async (seen) => {
      const ring = await keyring(sealedIn(seen));
      const at = clock();
      const lasting = lastingRotation(seen, at);
      const secret = unseal(ring, { merchantId, field: 'webhookSecret' }, seen.webhookSecret);
      const old = lasting && {
        secret: unseal(ring, { merchantId, field: 'previousWebhookSecret' }, lasting.sealed),
        until: isoTime(lasting.until),
      };
      const entry = { action: 'webhook.secret-revealed', by: byCaller(caller), at } as const;
      return { outcome: { secret, old: old ?? null }, change: { entry } };
    });
    if (!revealed) throw notFound('merchant');
    return revealed;
  };
}

export function rotateWebhookSecret({ rotation }: Pick<WebhookSecretDependencies, 'rotation'>) {
  return async (caller: DashboardCaller): Promise<RotateSecretOutcome> => {
    const outcome = await rotation.rotate(ownMerchant(caller), byCaller(caller));
    if (outcome.kind === 'unknown') throw notFound('merchant');
    const until = isoTime(outcome.until);
    if (outcome.kind === 'rotated') return { kind: 'rotated', oldSecretUntil: until };
    return refused('secret', { code: 'old-secret-signs', until });
  };
}

export function switchWebhookSecret({
  rotation,
}: {
  rotation: Pick<WebhookSecretDependencies['rotation'], 'switchNow'>;
}) {
  return async (caller: DashboardCaller): Promise<SwitchSecretOutcome> => {
    const { kind } = await rotation.switchNow(ownMerchant(caller), byCaller(caller));
    if (kind === 'unknown') throw notFound('merchant');
    return kind === 'switched' ? { kind } : refused('secret', { code: 'no-old-secret' });
  };
}
