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

type About = Case['about'];
/** Names the shop, and more. */
const named =
  (more: object = {}): About =>
  ({ merchantId }) => ({ merchantId, ...more });

/** A merchant gets 404; staff may read. */
const READ: Statuses = { merchant: 404, finance: 200, operator: 200, guest: 404 };
const read = (about: About, ...fields: string[]): Case => ({ about, statuses: READ, fields });
const change = (about: About, ...fields: string[]): Case => ({ ...read(about, ...fields), staffChange: 'both' });
/** Names nobody, so that it is about the caller's own account: to staff, who have none, there is no such route. */
const OWN: Statuses = { merchant: 200, finance: 404, operator: 404, guest: 404 };
const own = (about: About, ...fields: string[]): Case => ({ about, statuses: OWN, fields });
/** The same, where it cannot be done on an account as it begins. */
const REFUSED: Case = { about: named(), statuses: { ...OWN, merchant: 400 } };

const why = 'because of a test';
const COMPANY = { name: 'Padaria', nif: '501964843', contact: 'ana@padaria.example' };
const find = { period: { by: 'created', from: TODAY, to: TODAY } };
const FILTERS = ['merchantId', 'from', 'to', 'cursor'];

/** Every route has a row; without one this file does not compile. */
export const CASES: Record<Route, Case> = {
  'GET /me': { about: named(), statuses: { merchant: 200, finance: 200, operator: 200, guest: 200 } },
  'GET /me/webhook': read(named()),
  'PUT /merchant/webhook/url': own(named({ url: 'https://elsewhere.example/hook' }), 'url'),
  'PUT /merchant/webhook/enabled': own(named({ enabled: false }), 'enabled'),
  'POST /merchant/secrets/webhook/reveal': own(named()),
  'POST /merchant/secrets/webhook/rotate': own(named()),
  'POST /merchant/secrets/webhook/switch': REFUSED,
  'POST /merchant/webhook/tests': own(named()),
  'GET /me/webhook/tests/{testId}': read(({ testId }) => ({ testId })),
  'GET /me/api-keys': read(named()),
  'POST /merchant/secrets/api-key/reveal': own(named({ which: 'current' }), 'which'),
  'POST /merchant/secrets/api-key/rotate': own(named()),
  'POST /merchant/secrets/api-key/end-old': REFUSED,
  'PUT /merchant/mail': own(named({ enabled: false }), 'enabled'),
  'PUT /merchant/webhook/hourly-resend': own(named({ enabled: true }), 'enabled'),
  'PUT /merchant/company': own(named(COMPANY), 'name', 'nif', 'contact'),
  'POST /me/transactions/search': read(named({ find }), 'merchantId', 'find', 'filters', 'limit', 'cursor'),
  'GET /me/transactions/{transactionId}': read(({ transactionId }) => ({ transactionId })),
  'POST /me/transactions/{transactionId}/resend': change(
    ({ transactionId, eventId }) => ({ transactionId, eventId, why }),
    ...['eventId', 'resends', 'why'],
  ),
  'POST /me/undelivered/search': read(named(), 'state', ...FILTERS),
  'POST /me/undelivered/resend': change(named({ why }), 'state', ...FILTERS, 'why', 'dryRun', 'refunded'),
  'POST /me/exceptions/search': read(named(), 'state', 'kind', ...FILTERS),
  'POST /finance/exceptions/note': change(
    ({ transactionId, exceptionId }) => ({ transactionId, exceptionId, text: 'a note' }),
    ...['transactionId', 'exceptionId', 'text'],
  ),
  'POST /finance/exceptions/close': change(
    ({ transactionId, exceptionId }) => ({ transactionId, exceptionId, outcome: 'kept', note: 'a note' }),
    ...['transactionId', 'exceptionId', 'outcome', 'note'],
  ),
  'POST /finance/nights/search': read(() => ({})),
  'POST /finance/nights/again': change(
    ({ merchantId }) => ({ day: TODAY, bankAccount: merchantId }),
    ...['day', 'bankAccount'],
  ),
  'POST /me/totals': read(named({ from: TODAY, to: TODAY, of: 'movements' }), ...FILTERS, 'end', 'of'),
  'POST /me/movements/search': read(named({ from: TODAY, to: TODAY }), ...FILTERS, 'kind', 'limit'),
  'POST /finance/accounts/search': read(() => ({}), 'status', 'first', 'limit', 'cursor'),
  'GET /me/account': read(named()),
  'PUT /operator/accounts/{merchantId}/status': {
    ...read(named({ status: 'suspended', why }), 'status', 'why'),
    ...{ statuses: { ...READ, finance: 404 }, staffChange: 'operator' },
  },
  'POST /me/history/search': read(named(), 'merchantId', 'cursor', 'limit'),
};

export const ROUTES = Object.keys(CASES) as Route[];
