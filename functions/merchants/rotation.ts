import type { Clock } from '../runtime/clock.ts';
import { newWebhookSecret } from '../webhooks/signature.ts';
import type { Keyring } from './keyring.ts';
import type { Merchants } from './merchants.table.ts';
import { lastingRotation, ROTATION_MS } from './rotation-time.ts';
import { seal, unseal } from './seal.ts';

export interface RotationDependencies {
  merchants: Pick<Merchants, 'read' | 'beginRotation' | 'endRotation'>;
  keyring: () => Promise<Keyring>;
  clock: Clock;
}

/** `until`: milliseconds since the epoch, when the rotation ends by itself. */
export type RotateOutcome = { kind: 'rotated'; until: number } | { kind: 'rotating'; until: number } | Unknown;
export type SwitchOutcome = { kind: 'switched' } | { kind: 'not-rotating' } | Unknown;
interface Unknown {
  kind: 'unknown';
}

/**
 * The rotation of a merchant's webhook secret (decision D22). From `rotate` on the new secret is the current one, and
 * each webhook is signed so that either holds: the contract's header by the old one, the Standard Webhooks header by both.
 * `switchNow`, or the end of 24 hours, leaves the old one out.
 */
export function webhookSecretRotation({ merchants, keyring, clock }: RotationDependencies) {
  const rotate = async (merchantId: string): Promise<RotateOutcome> => {
    const [merchant, ring] = await Promise.all([merchants.read(merchantId), keyring()]);
    if (!merchant) return { kind: 'unknown' };
    // A third secret would leave a receiver that still has the first with nothing that it can check.
    const lasting = lastingRotation(merchant, clock());
    if (lasting) return { kind: 'rotating', until: lasting.until };
    const previous = unseal(ring, { merchantId, field: 'webhookSecret' }, merchant.webhookSecret);
    const until = clock() + ROTATION_MS;
    const isBegun = await merchants.beginRotation(merchant, {
      webhookSecret: seal(ring, { merchantId, field: 'webhookSecret' }, newWebhookSecret()),
      // Sealed anew, as a sealed value is bound to its field.
      previousWebhookSecret: seal(ring, { merchantId, field: 'previousWebhookSecret' }, previous),
      previousWebhookSecretUntil: until,
    });
    return isBegun ? { kind: 'rotated', until } : rotate(merchantId);
  };

  return {
    rotate,

    async switchNow(merchantId: string): Promise<SwitchOutcome> {
      const merchant = await merchants.read(merchantId);
      if (!merchant) return { kind: 'unknown' };
      const lasting = lastingRotation(merchant, clock());
      const isEnded = lasting !== undefined && (await merchants.endRotation(merchantId, lasting.until));
      return { kind: isEnded ? 'switched' : 'not-rotating' };
    },
  };
}
