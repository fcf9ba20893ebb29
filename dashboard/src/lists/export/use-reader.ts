import { loadMerchants, reloadMerchants } from '../../accounts/merchants.tsx';
import { useLanguage } from '../../i18n/language.ts';
import { isStaff, useMe } from '../../session/session-context.ts';
import type { Reader } from '../csv-file.ts';

/**
 * Who exports a file, with the names of the merchants in `rows`: loaded first, and again where a merchant is newer than
 * they are. A name is missing only if that failed, or where there are more merchants than one list of them has.
 */
export function useReader(): (rows: readonly { merchantId: string | null }[]) => Promise<Reader> {
  const me = useMe();
  const { language } = useLanguage();
  return async (rows) => {
    if (!isStaff(me)) return { language, nameOf: () => me.merchant?.name, isOfStaff: false };
    let merchants = await loadMerchants();
    const nameOf = (merchantId: string) => merchants.accounts.find((each) => each.merchantId === merchantId)?.name;
    const isNamed = rows.every(({ merchantId }) => merchantId === null || nameOf(merchantId) !== undefined);
    if (!isNamed && merchants.isComplete) merchants = await reloadMerchants();
    return { language, nameOf, isOfStaff: true };
  };
}
