import * as z from 'zod/mini';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import { keyName } from '../../merchants/keys/api-key.ts';
import type { apiKeyRotation } from '../../merchants/keys/api-key-rotation.ts';
import type { lastUseIn } from '../../merchants/keys/api-key-use.table.ts';
import type { apiKeyItemsIn } from '../../merchants/keys/api-keys.table.ts';
import { type ReadKeyring, sealedIn } from '../../merchants/keys/keyring.ts';
import { lastingOverlap, OVERLAP_MS } from '../../merchants/keys/overlap.ts';
import { unseal } from '../../merchants/keys/seal.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { byCaller, ownMerchant, readableMerchant } from '../account-rules.ts';
import type { MerchantInput } from '../accounts/history-input.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';

export const revealApiKeyInput = z.object({ which: z.enum(['current', 'old'], 'which must be current or old') });
type RevealApiKeyInput = z.infer<typeof revealApiKeyInput>;

export interface ApiKeysDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  keyring: ReadKeyring;
  rotation: ReturnType<typeof apiKeyRotation>;
  readKey: ReturnType<typeof apiKeyItemsIn>;
  lastUse: ReturnType<typeof lastUseIn>;
  clock: Clock;
}

/** A key as it is listed: never the key itself. Times are ISO 8601. */
export interface ApiKeyRow {
  which: 'current' | 'old';
  /** The beginning of its hash: the name the audit uses. */
  name: string;
  /** Null where the key's item is gone. */
  issuedAt: string | null;
  /** When the old key ends. */
  endsAt: string | null;
  /** To the hour; null when no use was noted, nor is any in a key's first minutes (`NEW_KEY_MS`). */
  lastUsedAt: string | null;
}

export type RotateApiKeyOutcome = { kind: 'rotated' } | Refused;
export type EndOldApiKeyOutcome = { kind: 'ended' } | Refused;
/** `name` as in the list, which may have been read before a rotation. */
export type RevealApiKeyOutcome = { kind: 'revealed'; name: string; apiKey: string } | Refused;

/** The list on `/dashboard/settings/api-keys` (§5.1), for staff too. Below: a merchant's changes to its own keys. */
export function listApiKeys({
  merchants,
  readKey,
  lastUse,
  clock,
}: Pick<ApiKeysDependencies, 'merchants' | 'readKey' | 'lastUse' | 'clock'>) {
  const row = async (which: ApiKeyRow['which'], hash: string, endsAt: number | null): Promise<ApiKeyRow> => {
    const [item, usedAt] = await Promise.all([readKey(hash), lastUse(hash)]);
    return {
      which,
      name: keyName(hash),
      issuedAt: timeOrNull(item?.issuedAt),
      endsAt: timeOrNull(endsAt ?? undefined),
      lastUsedAt: timeOrNull(usedAt),
    };
  };
  return async ({ merchantId: named }: MerchantInput, caller: DashboardCaller): Promise<{ keys: ApiKeyRow[] }> => {
    const merchant = await merchants.read(readableMerchant(caller, named));
    if (!merchant) throw notFound('merchant');
    const old = lastingOverlap(merchant, clock());
    const rows = [row('current', merchant.apiKeyHash, null)];
    if (old) rows.push(row('old', old.hash, old.endsAt));
    return { keys: await Promise.all(rows) };
  };
}

/** Opens the sealed copy. That it was shown is in the audit before it is. */
export function revealApiKey({
  merchants,
  keyring,
  clock,
}: Pick<ApiKeysDependencies, 'merchants' | 'keyring' | 'clock'>) {
  return async ({ which }: RevealApiKeyInput, caller: DashboardCaller): Promise<RevealApiKeyOutcome> => {
    const merchantId = ownMerchant(caller);
    const outcome = await changeAccount<RevealApiKeyOutcome>(merchants, merchantId, async (seen) => {
      const ring = await keyring(sealedIn(seen));
      const at = clock();
      const old = lastingOverlap(seen, at);
      if (which === 'old' && !old) return { outcome: refused('which', { code: 'no-old-api-key' }) };
      const [field, sealed, hash] =
        which === 'old' && old
          ? (['previousApiKey', old.sealed, old.hash] as const)
          : (['apiKey', seen.apiKey, seen.apiKeyHash] as const);
      const apiKey = unseal(ring, { merchantId, field }, sealed);
      const name = keyName(hash);
      const entry = { action: 'api-key.revealed', by: byCaller(caller), at, after: { key: name } } as const;
      return { outcome: { kind: 'revealed', name, apiKey }, change: { entry } };
    });
    if (!outcome) throw notFound('merchant');
    return outcome;
  };
}

/** A new key beside the old one for `OVERLAP_MS`, one rotation at a time. The new one is then revealed like any. */
export function rotateApiKey({ rotation }: Pick<ApiKeysDependencies, 'rotation'>) {
  return async (caller: DashboardCaller): Promise<RotateApiKeyOutcome> => {
    const outcome = await rotation.rotate(ownMerchant(caller), OVERLAP_MS, byCaller(caller));
    if (outcome.kind === 'unknown') throw notFound('merchant');
    if (outcome.kind === 'rotated') return { kind: 'rotated' };
    return refused('key', { code: 'old-api-key-valid', until: isoTime(outcome.endsAt) });
  };
}

export function endOldApiKey({ rotation }: { rotation: Pick<ApiKeysDependencies['rotation'], 'endOld'> }) {
  return async (caller: DashboardCaller): Promise<EndOldApiKeyOutcome> => {
    const { kind } = await rotation.endOld(ownMerchant(caller), byCaller(caller));
    if (kind === 'unknown') throw notFound('merchant');
    return kind === 'ended' ? { kind } : refused('key', { code: 'no-old-api-key' });
  };
}

function timeOrNull(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : isoTime(timeMs);
}
