import { type ComponentType, lazy } from 'react';
import { Route, Switch } from 'wouter';
import { NotFoundPage } from '../components/page.tsx';
import { isStaff, useMe } from '../session/session-context.ts';

/** A page in a file of its own, fetched when it is first shown. */
function page<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  return lazy(async () => ({ default: (await load())[name] }));
}

type PageRoute = [path: string, page: ComponentType];

const PAGES: PageRoute[] = [
  ['/', page('HomePage', () => import('../home/home-page.tsx'))],
  ['/transactions', page('TransactionsPage', () => import('../transactions/list/transactions-page.tsx'))],
  ['/search', page('SearchPage', () => import('../transactions/search/search-page.tsx'))],
  ['/transactions/:id', page('TransactionPage', () => import('../transactions/detail/transaction-page.tsx'))],
  ['/settings/webhook', page('WebhookPage', () => import('../settings/webhook/webhook-page.tsx'))],
  ['/settings/api-keys', page('ApiKeysPage', () => import('../settings/keys/api-keys-page.tsx'))],
  ['/settings/account', page('AccountPage', () => import('../settings/account/account-page.tsx'))],
  ['/finance/totals', page('TotalsPage', () => import('../finance/totals/totals-page.tsx'))],
  ['/finance/movements', page('MovementsPage', () => import('../finance/movements/movements-page.tsx'))],
];

// For everyone else there are no such pages.
const STAFF_PAGES: PageRoute[] = [
  ['/finance/undelivered', page('UndeliveredPage', () => import('../finance/undelivered/undelivered-page.tsx'))],
  ['/finance/exceptions', page('ExceptionsPage', () => import('../finance/exceptions/exceptions-page.tsx'))],
  [
    '/finance/reconciliation',
    page('ReconciliationPage', () => import('../finance/reconciliation/reconciliation-page.tsx')),
  ],
  ['/accounts', page('AccountsPage', () => import('../accounts/accounts-page.tsx'))],
  ['/accounts/:id', page('MerchantAccountPage', () => import('../settings/account/account-page.tsx'))],
];

export function Routes() {
  const pages = isStaff(useMe()) ? [...PAGES, ...STAFF_PAGES] : PAGES;
  return (
    <Switch>
      {pages.map(([path, Shown]) => (
        <Route key={path} path={path}>
          <Shown />
        </Route>
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
