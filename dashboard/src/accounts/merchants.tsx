import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { useEffect, useSyncExternalStore } from 'react';
import type { AccountRow } from '../../../functions/dashboard/api.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { hrefOf } from '../components/inner-links.ts';
import { ErrorState } from '../components/states.tsx';
import { useText } from '../i18n/language.ts';

// As many accounts as anyone picks from a list; beyond them a merchant is named by its id.
const PAGES_AT_MOST = 10;

/** The accounts that are known for the names of merchants. */
export interface Merchants {
  accounts: readonly AccountRow[];
  /** There are no others. */
  isComplete: boolean;
  /** Why they could not be loaded; those of before stay. */
  error: ApiError | undefined;
}

let known: Merchants = { accounts: [], isComplete: false, error: undefined };
let gathering: Promise<Merchants> | undefined;
let count = 0;
const listeners = new Set<() => void>();

/** Every account, up to a few pages, loaded once while the page is open. `MerchantsFailed` shows when that failed. */
export function useMerchants(): readonly AccountRow[] {
  useEffect(() => void loadMerchants(), []);
  return useMerchantStore().accounts;
}

/** What is known, without asking for it. */
export function useMerchantStore(): Merchants {
  return useSyncExternalStore(subscribe, () => known);
}

/** What is known once the call under way has ended; the first to ask makes it. Never rejects. */
export function loadMerchants(): Promise<Merchants> {
  gathering ??= gather();
  return gathering;
}

/** Asks anew: after a failure, after an account was changed, or where a merchant may be newer than the list. */
export function reloadMerchants(): Promise<Merchants> {
  gathering = gather();
  return gathering;
}

/** An answer that a newer request has overtaken changes nothing. */
async function gather(): Promise<Merchants> {
  count += 1;
  const own = count;
  let next: Merchants;
  try {
    next = await gathered();
  } catch (error) {
    next = { ...known, error: error instanceof ApiError ? error : new ApiError('network', { error: String(error) }) };
  }
  if (own !== count) return known;
  known = next;
  for (const listener of listeners) listener();
  return next;
}

async function gathered(): Promise<Merchants> {
  const accounts: AccountRow[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_AT_MOST; pages += 1) {
    const page: { accounts: AccountRow[]; cursor: string | null } = await call('POST /accounts/search', {
      ...(cursor !== null && { cursor }),
    });
    accounts.push(...page.accounts);
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return { accounts, isComplete: cursor === null, error: undefined };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For staff: a merchant by its name, or by its id while the name is not known; leads to its account. */
export function MerchantLink({ merchantId }: { merchantId: string }) {
  const name = useMerchants().find((each) => each.merchantId === merchantId)?.name;
  return (
    <Link href={hrefOf(`/accounts/${encodeURIComponent(merchantId)}`)}>
      <span title={merchantId} className={name === undefined ? 'long-value' : undefined}>
        {name ?? merchantId}
      </span>
    </Link>
  );
}

/** Above every page, for staff: that the names of merchants could not be loaded, wherever the page shows them. */
export function MerchantsFailed() {
  const { error } = useMerchantStore();
  const { namesFailed } = useText('merchantNames');
  if (!error) return null;
  return (
    <Box margin={{ bottom: 'l' }}>
      <ErrorState error={error} onRetry={() => void reloadMerchants()} note={namesFailed} />
    </Box>
  );
}
