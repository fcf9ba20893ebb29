import type { Route } from '../../../functions/dashboard/api.ts';
import { type Shop, TODAY } from './api-shops.ts';

/** A status for each kind of caller: a merchant, finance, an operator, and a person in unknown groups only. */
export interface Statuses {
  merchant: number;
  finance: number;
  operator: number;
  guest: number;
}

export interface Case {
  /** A call about this shop; a name that the route does not know is sent all the same, for the route to ignore. */
  about(shop: Shop): object;
  /** What comes of a call about a shop that is not the caller's. */
  statuses: Statuses;
  /** Staff change something by it, which they may. */
  staffChange?: 'both' | 'operator';
  /** Fields that a caller fills in, each to be refused by its name when it is of the wrong kind. */
  fields?: readonly string[];
}

/** A merchant gets 404; staff may read. */
const READ: Statuses = { merchant: 404, finance: 200, operator: 200, guest: 404 };
/** Names nobody, so that it is about the caller's own account: to staff, who have none, there is no such route. */
const OWN: Statuses = { merchant: 200, finance: 404, operator: 404, guest: 404 };
/** The same, where it cannot be done on an account as it begins. */
const OWN_REFUSED: Statuses = { ...OWN, merchant: 400 };

const why = 'because of a test';
const period = { by: 'created', from: TODAY, to: TODAY };

/** Every route has a row; without one this file does not compile. */
export const CASES: Record<Route, Case> = {
  'GET /me': {
    about: ({ merchantId }) => ({ merchantId }),
    statuses: { merchant: 200, finance: 200, operator: 200, guest: 200 },
  },
  'GET /me/webhook': { about: ({ merchantId }) => ({ merchantId }), statuses: READ },
  'PUT /merchant/webhook/url': {
    about: ({ merchantId }) => ({ merchantId, url: 'https://elsewhere.example/hook' }),
    statuses: OWN,
    fields: ['url'],
  },
  'PUT /merchant/webhook/enabled': {
    about: ({ merchantId }) => ({ merchantId, enabled: false }),
    statuses: OWN,
    fields: ['enabled'],
  },
  'POST /merchant/secrets/webhook/reveal': { about: ({ merchantId }) => ({ merchantId }), statuses: OWN },
  'POST /merchant/secrets/webhook/rotate': { about: ({ merchantId }) => ({ merchantId }), statuses: OWN },
  'POST /merchant/secrets/webhook/switch': { about: ({ merchantId }) => ({ merchantId }), statuses: OWN_REFUSED },
  'POST /merchant/webhook/tests': { about: ({ merchantId }) => ({ merchantId }), statuses: OWN },
  'GET /me/webhook/tests/{testId}': { about: ({ testId }) => ({ testId }), statuses: READ },
  'GET /me/api-keys': { about: ({ merchantId }) => ({ merchantId }), statuses: READ },
  'POST /merchant/secrets/api-key/reveal': {
    about: ({ merchantId }) => ({ merchantId, which: 'current' }),
    statuses: OWN,
    fields: ['which'],
  },
  'POST /merchant/secrets/api-key/rotate': {
    about: ({ merchantId }) => ({ merchantId }),
    statuses: OWN,
  },
  'POST /merchant/secrets/api-key/end-old': { about: ({ merchantId }) => ({ merchantId }), statuses: OWN_REFUSED },
  'PUT /merchant/mail': {
    about: ({ merchantId }) => ({ merchantId, enabled: false }),
    statuses: OWN,
    fields: ['enabled'],
  },
  'PUT /merchant/webhook/hourly-resend': {
    about: ({ merchantId }) => ({ merchantId, enabled: true }),
    statuses: OWN,
    fields: ['enabled'],
  },
  'PUT /merchant/company': {
    about: ({ merchantId }) => ({ merchantId, name: 'Padaria', nif: '501964843', contact: 'ana@padaria.example' }),
    statuses: OWN,
    fields: ['name', 'nif', 'contact'],
  },
  'POST /me/transactions/search': {
    about: ({ merchantId }) => ({ merchantId, find: { period } }),
    statuses: READ,
    fields: ['merchantId', 'find', 'filters', 'limit', 'cursor'],
  },
  'GET /me/transactions/{transactionId}': { about: ({ transactionId }) => ({ transactionId }), statuses: READ },
  'POST /me/transactions/{transactionId}/resend': {
    about: ({ transactionId, eventId }) => ({ transactionId, eventId, why }),
    statuses: READ,
    staffChange: 'both',
    fields: ['eventId', 'resends', 'why'],
  },
  'POST /me/undelivered/search': {
    about: ({ merchantId }) => ({ merchantId }),
    statuses: READ,
    fields: ['state', 'merchantId', 'from', 'to', 'cursor'],
  },
  'POST /me/undelivered/resend': {
    about: ({ merchantId }) => ({ merchantId, why }),
    statuses: READ,
    staffChange: 'both',
    fields: ['state', 'merchantId', 'from', 'to', 'cursor', 'why', 'dryRun', 'refunded'],
  },
  'POST /me/exceptions/search': {
    about: ({ merchantId }) => ({ merchantId }),
    statuses: READ,
    fields: ['state', 'kind', 'merchantId', 'from', 'to', 'cursor'],
  },
  'POST /finance/exceptions/note': {
    about: ({ transactionId, exceptionId }) => ({ transactionId, exceptionId, text: 'a note' }),
    statuses: READ,
    staffChange: 'both',
    fields: ['transactionId', 'exceptionId', 'text'],
  },
  'POST /finance/exceptions/close': {
    about: ({ transactionId, exceptionId }) => ({ transactionId, exceptionId, outcome: 'kept', note: 'a note' }),
    statuses: READ,
    staffChange: 'both',
    fields: ['transactionId', 'exceptionId', 'outcome', 'note'],
  },
  'POST /finance/nights/search': { about: () => ({}), statuses: READ },
  'POST /finance/nights/again': {
    about: ({ merchantId }) => ({ day: TODAY, bankAccount: merchantId }),
    statuses: READ,
    staffChange: 'both',
    fields: ['day', 'bankAccount'],
  },
  'POST /me/totals': {
    about: ({ merchantId }) => ({ merchantId, from: TODAY, to: TODAY, of: 'movements' }),
    statuses: READ,
    fields: ['merchantId', 'from', 'to', 'end', 'of', 'cursor'],
  },
  'POST /me/movements/search': {
    about: ({ merchantId }) => ({ merchantId, from: TODAY, to: TODAY }),
    statuses: READ,
    fields: ['merchantId', 'from', 'to', 'kind', 'cursor', 'limit'],
  },
  'POST /finance/accounts/search': {
    about: () => ({}),
    statuses: READ,
    fields: ['status', 'first', 'limit', 'cursor'],
  },
  'GET /me/account': { about: ({ merchantId }) => ({ merchantId }), statuses: READ },
  'PUT /operator/accounts/{merchantId}/status': {
    about: ({ merchantId }) => ({ merchantId, status: 'suspended', why }),
    statuses: { merchant: 404, finance: 404, operator: 200, guest: 404 },
    staffChange: 'operator',
    fields: ['status', 'why'],
  },
  'POST /me/history/search': {
    about: ({ merchantId }) => ({ merchantId }),
    statuses: READ,
    fields: ['merchantId', 'cursor', 'limit'],
  },
};

export const ROUTES = Object.keys(CASES) as Route[];
