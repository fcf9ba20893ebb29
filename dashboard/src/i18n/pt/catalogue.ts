import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { Catalogue } from '../en/catalogue.ts';
import { common, errors } from './common.ts';
import { COMPONENT_WORDS_PT } from './components/words.ts';
import { home } from './home.ts';
import { csvExport, merchantsScanned } from './lists.ts';
import { merchantNames } from './merchant-names.ts';
import { outcomes } from './outcomes.ts';
import { problems } from './problems.ts';
import { account, apiKeys } from './settings.ts';
import { accountBanner, session, shell } from './shell.ts';
import { timeline } from './timeline.ts';
import { totals } from './totals.ts';
import { resend, transactionDetail } from './transaction-detail.ts';
import { emptyList, listFilter, transactionList, transactions } from './transactions.ts';
import { bulkResend, unnotified } from './unnotified.ts';

/** Every text of the dashboard in European Portuguese. */
export const catalogue: Catalogue = {
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

/** Under the namespace in which Cloudscape finds its texts. */
export const components: I18nProviderProps.Messages = {
  'cloudscape-design-components': { 'pt-PT': COMPONENT_WORDS_PT },
};
