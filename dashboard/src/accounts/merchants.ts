import { useEffect, useState } from 'react';
import type { AccountRow } from '../../../functions/dashboard/api.ts';
import { call } from '../api/client.ts';

// As many accounts as anyone picks from a list; beyond them a merchant is named by its id.
const PAGES_AT_MOST = 10;

let gathering: Promise<AccountRow[]> | undefined;

/** Every account, up to a few pages, for the names of merchants; asked for once while the page is open. Empty when it cannot be had. */
export function useMerchants(): readonly AccountRow[] {
  const [accounts, setAccounts] = useState<readonly AccountRow[]>([]);
  useEffect(() => {
    let isGone = false;
    gathering ??= gather();
    gathering.then(
      (found) => isGone || setAccounts(found),
      () => {
        // A name is a comfort: without it the id is shown. The next page asks again.
        gathering = undefined;
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return accounts;
}

/** After an account was changed: the next who asks gets it as it is now. */
export function forgetMerchants(): void {
  gathering = undefined;
}

async function gather(): Promise<AccountRow[]> {
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
  return accounts;
}
