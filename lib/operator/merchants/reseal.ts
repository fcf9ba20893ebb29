import { retryOvertaken } from '../../../functions/dynamo/retry-overtaken.ts';
import { sealedIn } from '../../../functions/merchants/keys/keyring.ts';
import { type Resealed, resealed } from '../../../functions/merchants/keys/reseal.ts';
import { SMOKE_MERCHANT_ID } from '../../../functions/merchants/tables.ts';
import { sideBySide } from '../../../functions/runtime/side-by-side.ts';
import type { Target } from '../target.ts';

export interface ResealReport {
  /** The newest key of the keyring. */
  keyId: string;
  dryRun: boolean;
  merchants: number;
  /** Secrets that were sealed by another key; with a dry run, they still are. */
  resealed: number;
  /** Secrets that no key of the keyring opens: a key is missing. */
  unopened: { merchantId: string; fields: Resealed['unopened'] }[];
}

const MAX_CONCURRENT = 10;

/**
 * Seals each secret of each account by the newest key. Secrets stay the same, so merchants notice nothing. May run
 * beside the service, be interrupted and be repeated.
 */
export async function resealAll(
  { merchants, keyring }: Pick<Target, 'merchants' | 'keyring'>,
  { isDryRun }: { isDryRun: boolean },
): Promise<ResealReport> {
  // No list has the smoke test's account.
  const smoke = await merchants.read(SMOKE_MERCHANT_ID);
  const all = [...(await merchants.list()), ...(smoke ? [smoke] : [])];
  const { currentId: keyId } = await keyring(all.flatMap(sealedIn));
  const report: ResealReport = { keyId, dryRun: isDryRun, merchants: all.length, resealed: 0, unopened: [] };
  await sideBySide(all, MAX_CONCURRENT, ({ merchantId }) =>
    retryOvertaken(merchantId, async () => {
      const seen = await merchants.read(merchantId);
      if (!seen) return true;
      const { fields, unopened } = resealed(await keyring(sealedIn(seen)), seen);
      const count = Object.keys(fields).length;
      if (count > 0 && !isDryRun && !(await merchants.replace(seen, fields))) return undefined;
      report.resealed += count;
      if (unopened.length > 0) report.unopened.push({ merchantId, fields: unopened });
      return true;
    }),
  );
  return report;
}
