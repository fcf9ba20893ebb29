import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { useEffect, useSyncExternalStore } from 'react';
import type { AccountRow } from '../../../functions/dashboard/accounts/account.ts';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { hrefOf } from '../components/inner-links.ts';
import { ErrorState } from '../components/states.tsx';
import { useWords } from '../i18n/language.ts';
import { accountTitle } from './account-title.ts';
import { merchantNameWords } from './merchant-name-words.ts';

/** The accounts that have been loaded, for the names of merchants. */
export interface Merchants {
  accounts: readonly AccountRow[];
  /** There are no others. */
  isComplete: boolean;
  /** Why the newest load failed; the accounts are those of the load before. */
  error: ApiError | undefined;
}

let known: Merchants = { accounts: [], isComplete: false, error: undefined };
let gathering: Promise<Merchants> | undefined;
let loads = 0;
const listeners = new Set<() => void>();

/**
 * The accounts of one page of the search; a merchant that is not among them is shown by its id. Loaded once while the
 * dashboard is open. `MerchantsFailed` shows when that failed.
 */
export function useMerchants(): readonly AccountRow[] {
  useEffect(() => void loadMerchants(), []);
  return useMerchantStore().accounts;
}

/** The accounts as they are loaded, without a call. */
export function useMerchantStore(): Merchants {
  return useSyncExternalStore(subscribe, () => known);
}

/** Resolves when the accounts are loaded: the first caller starts the call, also after a failure. Never rejects. */
export function loadMerchants(): Promise<Merchants> {
  gathering ??= gather();
  return gathering;
}

/** Calls again: after a failure, after an account was changed, or where a merchant may be newer than the list. */
export function reloadMerchants(): Promise<Merchants> {
  gathering = gather();
  return gathering;
}

/** An answer that a newer request has overtaken changes nothing: the newer one's is awaited. */
async function gather(): Promise<Merchants> {
  loads += 1;
  const own = loads;
  let next: Merchants;
  try {
    const { accounts, cursor } = await call('POST /finance/accounts/search', {});
    next = { accounts, isComplete: cursor === null, error: undefined };
  } catch (error) {
    next = { ...known, error: apiErrorOf(error) };
  }
  if (own !== loads) return loadMerchants();
  if (next.error) gathering = undefined;
  known = next;
  for (const listener of listeners) listener();
  return next;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For staff: a merchant by its title, or by its id while the title is not known; leads to its account. */
export function MerchantLink({ merchantId }: { merchantId: string }) {
  const account = useMerchants().find((each) => each.merchantId === merchantId);
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
  const { error } = useMerchantStore();
  const { namesFailed } = useWords(merchantNameWords);
  if (!error) return null;
  return (
    <Box margin={{ bottom: 'l' }}>
      <ErrorState error={error} onRetry={() => void reloadMerchants()} note={namesFailed} />
    </Box>
  );
}
