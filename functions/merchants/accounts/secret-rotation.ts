import { type Clock, isoTime } from '../../runtime/clock.ts';
import { newWebhookSecret, secretEnd } from '../../webhooks/signature.ts';
import type { By } from '../history/change.ts';
import { changeAccount } from '../history/recorded-change.ts';
import { type ReadKeyring, sealedIn } from '../keys/keyring.ts';
import { lastingRotation, ROTATION_MS } from '../keys/overlap.ts';
import { seal, unsealIfHeld } from '../keys/seal.ts';
import type { Merchants } from './merchants.table.ts';

export interface RotationDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  keyring: ReadKeyring;
  clock: Clock;
}

/** `until`: milliseconds since the epoch, when the rotation ends automatically. */
export type RotateOutcome = { kind: 'rotated'; until: number } | { kind: 'rotating'; until: number } | Unknown;
export type SwitchOutcome = { kind: 'switched' } | { kind: 'not-rotating' } | Unknown;
interface Unknown {
  kind: 'unknown';
}

const OPERATOR: By = { who: 'operator' };
const PREVIOUS = ['previousWebhookSecret', 'previousWebhookSecretUntil'] as const;

/**
 * The rotation of a merchant's webhook secret (decision D22). From `rotate` on the new secret is the current one, and
 * each webhook is signed so that either verifies: the contract's header by the old one, the Standard Webhooks header by
 * both. `switchNow`, or the end of `ROTATION_MS`, ends the old one. Of two concurrent rotations one is made.
 */
export function webhookSecretRotation({ merchants, keyring, clock }: RotationDependencies) {
  return {
    async rotate(merchantId: string, by = OPERATOR): Promise<RotateOutcome> {
      const outcome = await changeAccount<RotateOutcome>(merchants, merchantId, async (seen) => {
        const ring = await keyring(sealedIn(seen));
        const at = clock();
        // A third secret would leave a receiver that still has the first with nothing that it can check.
        const lasting = lastingRotation(seen, at);
        if (lasting) return { outcome: { kind: 'rotating', until: lasting.until } };
        const previous = unsealIfHeld(ring, { merchantId, field: 'webhookSecret' }, seen.webhookSecret);
        // A secret that cannot be opened signs nothing: the new one replaces it at once.
        const until = previous === undefined ? at : at + ROTATION_MS;
        const secret = newWebhookSecret();
        const next = {
          webhookSecret: seal(ring, { merchantId, field: 'webhookSecret' }, secret),
          webhookSecretEnd: secretEnd(secret),
        };
        const entry = { action: 'webhook.secret-rotated', by, at, after: { oldSecretUntil: isoTime(until) } } as const;
        const outcome = { kind: 'rotated', until } as const;
        if (previous === undefined) return { outcome, change: { set: next, remove: PREVIOUS, entry } };
        const set = {
          ...next,
          // Sealed again, as a sealed value is bound to its field.
          previousWebhookSecret: seal(ring, { merchantId, field: 'previousWebhookSecret' }, previous),
          previousWebhookSecretUntil: until,
        };
        return { outcome, change: { set, entry } };
      });
      return outcome ?? { kind: 'unknown' };
    },

    async switchNow(merchantId: string, by = OPERATOR): Promise<SwitchOutcome> {
      const outcome = await changeAccount<SwitchOutcome>(merchants, merchantId, (seen) => {
        const at = clock();
        const lasting = lastingRotation(seen, at);
        if (!lasting) return { outcome: { kind: 'not-rotating' } };
        const before = { oldSecretUntil: isoTime(lasting.until) };
        const entry = { action: 'webhook.secret-switched', by, at, before } as const;
        return { outcome: { kind: 'switched' }, change: { remove: PREVIOUS, entry } };
      });
      return outcome ?? { kind: 'unknown' };
    },
  };
}
