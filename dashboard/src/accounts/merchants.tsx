import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { useEffect } from 'react';
import type { AccountRow } from '../../../functions/dashboard/accounts/account.ts';
import { hrefOf } from '../components/inner-links.ts';
import { ErrorState } from '../components/states.tsx';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { type SignedIn, useSignedIn } from '../session/session-context.ts';
import { accountTitle } from './account-title.ts';

/** For staff: the accounts of one page of the search, called for once. For a merchant none. */
export function useMerchants(): SignedIn['merchants'] {
  const { merchants, nameMerchants } = useSignedIn();
  useEffect(nameMerchants, [nameMerchants]);
  return merchants;
}

/** A merchant that is not among the accounts is shown by its id. */
export function useMerchant(merchantId: string | null): AccountRow | undefined {
  return useMerchants().data?.accounts.find((account) => account.merchantId === merchantId);
}

/** For staff: a merchant by its title, or by its id while the title is not known; leads to its account. */
export function MerchantLink({ merchantId }: { merchantId: string }) {
  const account = useMerchant(merchantId);
  return (
    <Link href={hrefOf(`/accounts/${encodeURIComponent(merchantId)}`)}>
      <span title={merchantId} className={account ? undefined : 'long-value'}>
        {account ? accountTitle(account) : merchantId}
      </span>
    </Link>
  );
}

/** Above every page, for staff: that the names of merchants could not be loaded, wherever the page shows them. */
export function MerchantsFailed() {
  const { error, retry } = useSignedIn().merchants;
  const { namesFailed } = useWords(commonWords);
  if (!error) return null;
  return (
    <Box margin={{ bottom: 'l' }}>
      <ErrorState error={error} onRetry={retry} note={namesFailed} />
    </Box>
  );
}
