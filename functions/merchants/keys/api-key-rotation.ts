import { type Clock, isoTime } from '../../runtime/clock.ts';
import type { Merchant } from '../accounts/merchant.ts';
import type { Merchants } from '../accounts/merchants.table.ts';
import type { By } from '../history/change.ts';
import type { KeyWrite } from '../history/recorded-change.table.ts';
import { changeAccount, type Decision } from '../history/recorded-change.ts';
import { apiKeyHash, keyName, newApiKey } from './api-key.ts';
import { type Keyring, type ReadKeyring, sealedIn } from './keyring.ts';
import { lastingOverlap } from './overlap.ts';
import { seal, unsealIfHeld } from './seal.ts';

export interface ApiKeyRotationDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  keyring: ReadKeyring;
  clock: Clock;
}

/** `endsAt`: milliseconds since the epoch, when the old key ends; null when it has ended already. */
export type RotateKeyOutcome =
  | { kind: 'rotated'; endsAt: number | null }
  /** The old key of the rotation before is still valid: end it first. */
  | { kind: 'rotating'; endsAt: number }
  | { kind: 'unknown' };
export type EndOldKeyOutcome = { kind: 'ended' } | { kind: 'not-rotating' } | { kind: 'unknown' };

const PREVIOUS = ['previousApiKey', 'previousApiKeyHash', 'previousApiKeyEndsAt'] as const;

/**
 * A new API key beside the old one (decision 0032). Both are valid from the transaction that makes the new one until
 * the old one ends: automatically after the overlap, or immediately by `endOld`. A caller that loses the answer finds
 * the rotation under way and can read the new key; nothing has to be repeated.
 */
export function apiKeyRotation({ merchants, keyring, clock }: ApiKeyRotationDependencies) {
  return {
    /** `overlapMs` has been checked (`isOverlap`); 0 ends the old key immediately. */
    async rotate(merchantId: string, overlapMs: number, by: By): Promise<RotateKeyOutcome> {
      const outcome = await changeAccount<RotateKeyOutcome>(merchants, merchantId, async (seen) => {
        const ring = await keyring(sealedIn(seen));
        const at = clock();
        const lasting = lastingOverlap(seen, at);
        if (lasting) return { outcome: { kind: 'rotating', endsAt: lasting.endsAt } };
        return rotation(seen, ring, { at, overlapMs, by });
      });
      return outcome ?? { kind: 'unknown' };
    },

    async endOld(merchantId: string, by: By): Promise<EndOldKeyOutcome> {
      const outcome = await changeAccount<EndOldKeyOutcome>(merchants, merchantId, (seen) => {
        const at = clock();
        const lasting = lastingOverlap(seen, at);
        if (!lasting) return { outcome: { kind: 'not-rotating' } };
        const before = { oldKey: keyName(lasting.hash), oldKeyEndsAt: isoTime(lasting.endsAt) };
        const entry = { action: 'api-key.old-ended', by, at, before } as const;
        const keys: KeyWrite[] = [{ kind: 'delete', hash: lasting.hash }];
        return { outcome: { kind: 'ended' }, change: { remove: PREVIOUS, keys, entry } };
      });
      return outcome ?? { kind: 'unknown' };
    },
  };
}

function rotation(
  seen: Merchant,
  ring: Keyring,
  { at, overlapMs, by }: { at: number; overlapMs: number; by: By },
): Decision<RotateKeyOutcome> {
  const { merchantId, accountStatus, bankAccount, apiKeyHash: oldHash, previousApiKeyHash } = seen;
  const apiKey = newApiKey();
  const hash = apiKeyHash(apiKey);
  const endsAt = overlapMs === 0 ? null : at + overlapMs;
  const old = unsealIfHeld(ring, { merchantId, field: 'apiKey' }, seen.apiKey);
  const current = { apiKey: seal(ring, { merchantId, field: 'apiKey' }, apiKey), apiKeyHash: hash };
  const keys: KeyWrite[] = [
    { kind: 'put', hash, item: { merchantId, accountStatus, bankAccount, issuedAt: at } },
    endsAt === null ? { kind: 'delete', hash: oldHash } : { kind: 'update', hash: oldHash, fields: { endsAt } },
  ];
  // The item of a previous key whose overlap has ended.
  if (previousApiKeyHash !== undefined) keys.push({ kind: 'delete', hash: previousApiKeyHash });
  const entry = {
    action: 'api-key.rotated',
    by,
    at,
    before: { key: keyName(oldHash) },
    after: { key: keyName(hash), oldKeyEndsAt: isoTime(endsAt ?? at) },
  } as const;
  const outcome = { kind: 'rotated', endsAt } as const;
  if (endsAt === null) return { outcome, change: { set: current, remove: PREVIOUS, keys, entry } };
  const previous = {
    // Sealed again, as a sealed value is bound to its field. One that cannot be opened is valid, but cannot be shown.
    previousApiKey: old === undefined ? seen.apiKey : seal(ring, { merchantId, field: 'previousApiKey' }, old),
    previousApiKeyHash: oldHash,
    previousApiKeyEndsAt: endsAt,
  };
  return { outcome, change: { set: { ...current, ...previous }, keys, entry } };
}
