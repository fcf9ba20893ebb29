import * as z from 'zod/mini';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { keyName } from '../../merchants/keys/api-key.ts';
import type { apiKeyRotation } from '../../merchants/keys/api-key-rotation.ts';
import type { lastUseIn } from '../../merchants/keys/api-key-use.table.ts';
import type { apiKeyItemsIn } from '../../merchants/keys/api-keys.table.ts';
import { sealedIn } from '../../merchants/keys/keyring.ts';
import { lastingOverlap, OVERLAP_MS } from '../../merchants/keys/overlap.ts';
import { unseal } from '../../merchants/keys/seal.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../../runtime/clock.ts';
import { byCaller, changeOwn, type RevealDependencies, readableAccount } from '../account-rules.ts';
import { type DashboardCaller, notFound, ownMerchant } from '../caller.ts';
import type { MerchantInput } from '../inputs.ts';
import { Refused } from '../refused.ts';

/** A key as it is listed: never the key itself. Times are ISO 8601. */
export interface ApiKeyRow {
  which: 'current' | 'old';
  /** The beginning of its hash: the name the history uses. */
  name: string;
  /** Null where the key's item is gone. */
  issuedAt: string | null;
  /** When the old key ends. */
  endsAt: string | null;
  /** To the hour; null when no use was noted, nor is any in a key's first minutes (`NEW_KEY_MS`). */
  lastUsedAt: string | null;
}

interface ListDependencies {
  merchants: Pick<Merchants, 'read'>;
  readKey: ReturnType<typeof apiKeyItemsIn>;
  lastUse: ReturnType<typeof lastUseIn>;
  clock: Clock;
}

/** The list on `/dashboard/settings/api-keys` (§5.1), for staff too. Below: a merchant's changes to its own keys. */
export function listApiKeys({ merchants, readKey, lastUse, clock }: ListDependencies) {
  const row = async (which: ApiKeyRow['which'], hash: string, endsAt?: number): Promise<ApiKeyRow> => {
    const [item, usedAt] = await Promise.all([readKey(hash), lastUse(hash)]);
    return {
      which,
      name: keyName(hash),
      issuedAt: isoTimeOrNull(item?.issuedAt),
      endsAt: isoTimeOrNull(endsAt),
      lastUsedAt: isoTimeOrNull(usedAt),
    };
  };
  return async ({ merchantId }: MerchantInput, caller: DashboardCaller) => {
    const merchant = await readableAccount(merchants, caller, merchantId);
    const old = lastingOverlap(merchant, clock());
    const rows = [row('current', merchant.apiKeyHash)];
    if (old) rows.push(row('old', old.hash, old.endsAt));
    return { keys: await Promise.all(rows) };
  };
}

export const revealApiKeyInput = z.object({ which: z.enum(['current', 'old'], 'which must be current or old') });

/**
 * Opens the sealed copy. The history records first that it was shown. `name` as in the list, which may have been read
 * before a rotation.
 */
export function revealApiKey({ merchants, keyring, clock }: RevealDependencies) {
  return ({ which }: z.infer<typeof revealApiKeyInput>, caller: DashboardCaller) =>
    changeOwn(merchants, caller, async (seen) => {
      const { merchantId } = seen;
      const ring = await keyring(sealedIn(seen));
      const at = clock();
      const old = which === 'old' ? lastingOverlap(seen, at) : undefined;
      if (which === 'old' && !old) throw new Refused('which', { code: 'no-old-api-key' });
      const apiKey = old
        ? unseal(ring, { merchantId, field: 'previousApiKey' }, old.sealed)
        : unseal(ring, { merchantId, field: 'apiKey' }, seen.apiKey);
      const name = keyName(old?.hash ?? seen.apiKeyHash);
      const entry = { action: 'api-key.revealed', by: byCaller(caller), at, after: { key: name } } as const;
      return { outcome: { kind: 'revealed' as const, name, apiKey }, change: { entry } };
    });
}

/** A new key beside the old one for `OVERLAP_MS`, one rotation at a time. The new one is then revealed like any. */
export function rotateApiKey({ rotate }: Pick<ReturnType<typeof apiKeyRotation>, 'rotate'>) {
  return async (_: object, caller: DashboardCaller): Promise<{ kind: 'rotated' }> => {
    const outcome = await rotate(ownMerchant(caller), OVERLAP_MS, byCaller(caller));
    if (outcome.kind === 'unknown') throw notFound('merchant');
    if (outcome.kind === 'rotated') return { kind: 'rotated' };
    throw new Refused('key', { code: 'old-api-key-valid', until: isoTime(outcome.endsAt) });
  };
}

export function endOldApiKey({ endOld }: Pick<ReturnType<typeof apiKeyRotation>, 'endOld'>) {
  return async (_: object, caller: DashboardCaller): Promise<{ kind: 'ended' }> => {
    const { kind } = await endOld(ownMerchant(caller), byCaller(caller));
    if (kind === 'unknown') throw notFound('merchant');
    if (kind === 'ended') return { kind };
    throw new Refused('key', { code: 'no-old-api-key' });
  };
}
