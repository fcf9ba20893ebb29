import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { ENGLISH as problems } from '../../../../functions/dashboard/problem.ts';
import { common, errors } from './common.ts';
import { home } from './home.ts';
import { csvExport, merchantsScanned } from './lists.ts';
import { merchantNames } from './merchant-names.ts';
import { outcomes } from './outcomes.ts';
import { account, apiKeys } from './settings.ts';
import { accountBanner, session, shell } from './shell.ts';
import { timeline } from './timeline.ts';
import { totals } from './totals.ts';
import { resend, transactionDetail } from './transaction-detail.ts';
import { emptyList, listFilter, transactionList, transactions } from './transactions.ts';
import { bulkResend, unnotified } from './unnotified.ts';

/** Every text of the dashboard in English. Other languages have exactly these names (`Catalogue`). */
export const catalogue = {
  merchantNames,
  common,
  errors,
  home,
  outcomes,
  problems,
  account,
  apiKeys,
  shell,
  accountBanner,
  session,
  timeline,
  totals,
  transactionDetail,
  resend,
  transactions,
  transactionList,
  emptyList,
  listFilter,
  merchantsScanned,
  csvExport,
  unnotified,
  bulkResend,
};

export type Catalogue = typeof catalogue;

// The package types its default export as Node's resolution does not: as CommonJS.
export const components = messages as unknown as I18nProviderProps.Messages;
