import type { Route } from '../../../functions/dashboard/api.ts';
import {
  CALLER,
  CHANGES_ACCOUNT,
  CHANGES_KEYS,
  FINDS_OWN_UNDELIVERED,
  KEYRING,
  NAMES_MERCHANTS,
  RESENDS,
  type Rights,
  rights,
  SCANS_EXCEPTIONS,
} from './right-sets.ts';

export interface DashboardFunctionSettings {
  /** The function's name: `dashboard/webhook-url` for `functions/dashboard/settings/webhook-url.handler.ts`. */
  handler: `dashboard/${string}`;
  /** What its failure means: the sentence of its alarm. */
  errorImpact: string;
  rights: Rights;
  /** Whether it may run almost as long as API Gateway waits. */
  isLong?: boolean;
  /** Where it needs another than its kind has. */
  memoryMb?: number;
}

/** Each route's function and its rights. A test compares the rights with what the functions use. */
export const DASHBOARD_FUNCTIONS: Record<Route, DashboardFunctionSettings> = {
  'GET /me': {
    handler: 'dashboard/me',
    errorImpact: 'Nobody can use the dashboard, and new merchants get no account.',
    // Makes the account of a new merchant.
    rights: rights(KEYRING, { merchants: ['GetItem', 'PutItem'] }),
  },
  'GET /settings/webhook': {
    handler: 'dashboard/webhook-settings',
    errorImpact: 'Merchants cannot see their webhook settings.',
    rights: rights(CALLER, KEYRING, FINDS_OWN_UNDELIVERED),
  },
  'PUT /settings/webhook/url': {
    handler: 'dashboard/webhook-url',
    errorImpact: 'Merchants cannot change the URL of their webhooks.',
    rights: rights(CALLER, CHANGES_ACCOUNT),
  },
  'PUT /settings/webhook/enabled': {
    handler: 'dashboard/webhook-toggle',
    errorImpact: 'Merchants cannot turn their webhooks on or off.',
    rights: rights(CALLER, CHANGES_ACCOUNT, FINDS_OWN_UNDELIVERED),
  },
  'POST /settings/webhook/secret/reveal': {
    handler: 'dashboard/webhook-secret-reveal',
    errorImpact: 'Merchants cannot see their webhook secret.',
    rights: rights(CALLER, CHANGES_ACCOUNT, KEYRING),
  },
  'POST /settings/webhook/secret/rotate': {
    handler: 'dashboard/webhook-secret-rotate',
    errorImpact: 'Merchants cannot replace their webhook secret.',
    rights: rights(CALLER, CHANGES_ACCOUNT, KEYRING),
  },
  'POST /settings/webhook/secret/switch': {
    handler: 'dashboard/webhook-secret-switch',
    errorImpact: 'Merchants cannot end their old webhook secret early.',
    rights: rights(CALLER, CHANGES_ACCOUNT),
  },
  'POST /settings/webhook/tests': {
    handler: 'dashboard/webhook-test',
    errorImpact: 'Merchants cannot test their webhooks.',
    rights: rights(CALLER, CHANGES_ACCOUNT, { transactions: ['PutItem'] }),
  },
  'GET /settings/webhook/tests/{testId}': {
    handler: 'dashboard/webhook-test-attempts',
    errorImpact: 'Merchants cannot see how a test of their webhooks went.',
    rights: rights(CALLER, { transactions: ['GetItem'] }),
  },

  'GET /settings/api-keys': {
    handler: 'dashboard/api-keys',
    errorImpact: 'Merchants cannot see which API keys they have.',
    rights: rights(CALLER, { rateLimits: ['GetItem'] }),
  },
  'POST /settings/api-keys/reveal': {
    handler: 'dashboard/api-key-reveal',
    errorImpact: 'Merchants cannot see their API key.',
    rights: rights(CALLER, CHANGES_ACCOUNT, KEYRING),
  },
  'POST /settings/api-keys/rotate': {
    handler: 'dashboard/api-key-rotate',
    errorImpact: 'Merchants cannot replace their API key.',
    rights: rights(CALLER, CHANGES_KEYS, KEYRING),
  },
  'POST /settings/api-keys/end-old': {
    handler: 'dashboard/api-key-end-old',
    errorImpact: 'Merchants cannot end an old API key, which may have leaked.',
    rights: rights(CALLER, CHANGES_KEYS),
  },

  'PUT /settings/account/company': {
    handler: 'dashboard/company',
    errorImpact: 'Merchants cannot give the company that their account is approved by.',
    rights: rights(CALLER, CHANGES_ACCOUNT),
  },

  'POST /transactions/search': {
    handler: 'dashboard/transactions-search',
    errorImpact: 'Merchants and finance cannot list transactions.',
    rights: rights(CALLER, NAMES_MERCHANTS, {
      transactions: ['GetItem', 'BatchGetItem'],
      'transactions/index/byMerchant': ['Query'],
      'transactions/index/byOrder': ['Query'],
      'transactions/index/paid': ['Query'],
    }),
    isLong: true,
  },
  'POST /transactions/export': {
    handler: 'dashboard/transactions-export',
    errorImpact: 'Merchants and finance cannot export transactions.',
    rights: rights(CALLER, NAMES_MERCHANTS, {
      transactions: ['BatchGetItem'],
      'transactions/index/byMerchant': ['Query'],
      'transactions/index/paid': ['Query'],
    }),
    isLong: true,
  },
  'GET /transactions/{transactionId}': {
    handler: 'dashboard/transaction-detail',
    errorImpact: 'Merchants and finance cannot view a transaction and its deliveries.',
    rights: rights(CALLER, {
      transactions: ['GetItem', 'BatchGetItem', 'Query'],
      'transactions/index/byOrder': ['Query'],
    }),
  },
  'POST /transactions/{transactionId}/resend': {
    handler: 'dashboard/transaction-resend',
    errorImpact: 'Merchants and finance cannot resend a webhook.',
    rights: rights(CALLER, RESENDS),
  },

  'POST /finance/undelivered': {
    handler: 'dashboard/undelivered',
    errorImpact: 'Nobody sees which webhooks were not delivered.',
    rights: rights(CALLER, FINDS_OWN_UNDELIVERED, { 'transactions/index/undelivered': ['Query'] }),
  },
  'POST /finance/undelivered/resend': {
    handler: 'dashboard/undelivered-resend',
    errorImpact: 'Undelivered webhooks cannot be resent from the dashboard.',
    rights: rights(CALLER, RESENDS),
    isLong: true,
  },
  'POST /finance/deliveries': {
    handler: 'dashboard/event-deliveries',
    errorImpact: 'Nobody sees what came of the webhooks that are resent in bulk.',
    rights: rights(CALLER, { transactions: ['BatchGetItem'] }),
  },
  'POST /finance/exceptions/summary': {
    handler: 'dashboard/exceptions-summary',
    errorImpact: 'Finance does not see how many exceptions are open, and with how much money.',
    rights: rights(CALLER, SCANS_EXCEPTIONS),
  },
  'POST /finance/exceptions/search': {
    handler: 'dashboard/exceptions-search',
    errorImpact: 'Finance does not see the exceptions.',
    rights: rights(CALLER, SCANS_EXCEPTIONS, { transactions: ['BatchGetItem'] }),
  },
  'POST /finance/exceptions/note': {
    handler: 'dashboard/exception-note',
    errorImpact: 'Notes about exceptions cannot be written from the dashboard.',
    rights: rights(CALLER, { transactions: ['UpdateItem'] }),
  },
  'POST /finance/exceptions/close': {
    handler: 'dashboard/exception-close',
    errorImpact: 'Exceptions cannot be closed from the dashboard.',
    rights: rights(CALLER, { transactions: ['GetItem', 'UpdateItem'] }),
  },
  'POST /finance/nights/search': {
    handler: 'dashboard/nights-search',
    errorImpact: 'Finance does not see how the days compare with the bank.',
    rights: rights(CALLER, { transactions: ['Query'] }),
  },
  'POST /finance/nights/again': {
    handler: 'dashboard/night-again',
    errorImpact: 'Finance cannot have a day compared with the bank again.',
    rights: rights(CALLER, { transactions: ['UpdateItem'] }),
  },
  'POST /finance/totals': {
    handler: 'dashboard/totals',
    errorImpact: 'Nobody sees the totals of a period.',
    rights: rights(CALLER, NAMES_MERCHANTS, {
      'transactions/index/paid': ['Query'],
      'transactions/index/settled': ['Query'],
    }),
    isLong: true,
    // One processor: it parses 17 MB for 100,000 payments.
    memoryMb: 1_769,
  },
  'POST /finance/movements/search': {
    handler: 'dashboard/movements',
    errorImpact: 'Merchants and finance cannot list or export movements of money.',
    rights: rights(CALLER, NAMES_MERCHANTS, {
      transactions: ['BatchGetItem'],
      'transactions/index/paid': ['Query'],
    }),
    isLong: true,
  },

  'POST /accounts/search': {
    handler: 'dashboard/accounts-search',
    errorImpact: 'Operators do not see which accounts wait for approval.',
    rights: rights(CALLER, NAMES_MERCHANTS, { merchants: ['BatchGetItem'] }),
  },
  'GET /accounts/{merchantId}/history': {
    handler: 'dashboard/account-history',
    errorImpact: 'The decisions on an account cannot be viewed.',
    rights: rights(CALLER, { merchants: ['BatchGetItem'] }),
  },
  'PUT /accounts/{merchantId}/status': {
    handler: 'dashboard/account-status',
    errorImpact: 'Operators cannot approve, suspend or refuse accounts.',
    rights: rights(CALLER, CHANGES_ACCOUNT),
  },
  'POST /audit/search': {
    handler: 'dashboard/history-search',
    errorImpact: 'Nobody sees who changed an account.',
    rights: rights(CALLER, { merchants: ['BatchGetItem'] }),
  },
};
