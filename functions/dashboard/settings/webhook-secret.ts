import type { webhookSecretRotation } from '../../merchants/accounts/secret-rotation.ts';
import { sealedIn } from '../../merchants/keys/keyring.ts';
import { lastingRotation } from '../../merchants/keys/overlap.ts';
import { unseal } from '../../merchants/keys/seal.ts';
import { isoTime } from '../../runtime/clock.ts';
import { byCaller, changeOwn, type RevealDependencies } from '../account-rules.ts';
import { type DashboardCaller, notFound, ownMerchant } from '../caller.ts';
import { Refused } from '../refused.ts';

/**
 * The merchant's own webhook secret (§5.2), and while a rotation lasts (D22, below) the old one with its end in ISO 8601.
 * The history records the reveal first. Never log one.
 */
export function revealWebhookSecret({ merchants, keyring, clock }: RevealDependencies) {
  return (_: object, caller: DashboardCaller) =>
    changeOwn(merchants, caller, async (seen) => {
      const { merchantId } = seen;
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
}

export function rotateWebhookSecret({ rotate }: Pick<ReturnType<typeof webhookSecretRotation>, 'rotate'>) {
  return async (_: object, caller: DashboardCaller): Promise<{ kind: 'rotated'; oldSecretUntil: string }> => {
    const outcome = await rotate(ownMerchant(caller), byCaller(caller));
    if (outcome.kind === 'unknown') throw notFound('merchant');
    const until = isoTime(outcome.until);
    if (outcome.kind === 'rotated') return { kind: 'rotated', oldSecretUntil: until };
    throw new Refused('secret', { code: 'old-secret-signs', until });
  };
}

export function switchWebhookSecret({ switchNow }: Pick<ReturnType<typeof webhookSecretRotation>, 'switchNow'>) {
  return async (_: object, caller: DashboardCaller): Promise<{ kind: 'switched' }> => {
    const { kind } = await switchNow(ownMerchant(caller), byCaller(caller));
    if (kind === 'unknown') throw notFound('merchant');
    if (kind === 'switched') return { kind };
    throw new Refused('secret', { code: 'no-old-secret' });
  };
}
