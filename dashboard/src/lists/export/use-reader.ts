import { call } from '../../api/client.ts';
import { useLanguage } from '../../i18n/language.ts';
import { isStaff, useSignedIn } from '../../session/session-context.ts';
import type { Reader } from '../csv-file.ts';

/** Who exports a file, with the names of the merchants in `rows`; the name of one that is newer than the page is loaded. */
export function useReader(): (rows: readonly { merchantId: string | null }[]) => Promise<Reader> {
  const { me, merchants } = useSignedIn();
  const { language } = useLanguage();
  return async (rows) => {
    if (!isStaff(me)) return { language, nameOf: () => me.merchant?.name, isOfStaff: false };
    let known = merchants.data;
    const nameOf = (merchantId: string) => known?.accounts.find((each) => each.merchantId === merchantId)?.name;
    const isNamed = rows.every(({ merchantId }) => merchantId === null || nameOf(merchantId) !== undefined);
    // More merchants than one call lists are never all named. A file is not lost for want of a name.
    const isCut = known !== undefined && known.cursor !== null;
    if (!isNamed && !isCut) known = await call('POST /finance/accounts/search', {}).catch(() => known);
    return { language, nameOf, isOfStaff: true };
  };
}
