import { MAX_PAYMENTS_LISTED } from './page.ts';

/** A control endpoint, with its text for `docs/simulator.md`. The API's routes are made from the same list. */
export interface ControlEndpoint {
  method: 'GET' | 'POST';
  path: string;
  does: string;
  refuses: string;
}

const NO_PUSH = '404 not known to the bank, 409 no live push or a reference instead';
const NOT_STARTED = '404 not known to the bank, 409 nothing was started';

export const CONTROL_ENDPOINTS = [
  {
    method: 'GET',
    path: '/control',
    does: 'a page with the latest payments and a button for each of these',
    refuses: '',
  },
  {
    method: 'GET',
    path: '/control/payments',
    does: `the latest ${MAX_PAYMENTS_LISTED} payments that were started, newest first; no phone numbers`,
    refuses: '',
  },
  {
    method: 'GET',
    path: '/control/payments/{transactionId}',
    does:
      'the number of pushes and references, and the status of the latest start: ' +
      '`{"pushes": 1, "references": 0, "status": "Pending"}`; `None` when nothing was started',
    refuses: '404 not the form of an id',
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/approve',
    does: 'the customer confirms the live push; takes our `tx_…` id',
    refuses: NO_PUSH,
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/reject',
    does: 'the customer rejects it',
    refuses: NO_PUSH,
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/approve-late',
    does: 'the full amount of the latest start is paid after it has expired or was refused',
    refuses: `${NOT_STARTED}, not ended, or paid, also in part`,
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/duplicate',
    does: 'the notification of its current state, twice with the same id',
    refuses: NOT_STARTED,
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/reorder',
    does: 'a notification `Pending`, after the notifications sent before',
    refuses: NOT_STARTED,
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/forge',
    does: 'a notification `Success` with an authentication tag that does not fit; nothing is paid',
    refuses: NOT_STARTED,
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/refund',
    does:
      'a refund of the complete payment, whatever went back before: `Success` of type `RFND` under another id; body ' +
      '`{"amount": 9.99}` for a part',
    refuses: `${NOT_STARTED} or paid, 400 not an amount`,
  },
  {
    method: 'POST',
    path: '/control/payments/{transactionId}/annul',
    does: 'an annulment: `Success` of type `CANC` under another id',
    refuses: `${NOT_STARTED} or paid`,
  },
  {
    method: 'POST',
    path: '/control/references/{entity}/{reference}/pay',
    does: 'pays a reference; body `{"amount": 9.99}` to pay another amount',
    refuses: '404 never issued, 409 paid or expired, 400 not an amount',
  },
  {
    method: 'POST',
    path: '/control/references/{entity}/{reference}/pay-again',
    does:
      'pays a paid reference once more, with its own amount or that of the body: a movement of its own; inquiries at ' +
      'SIBS answer the first payment only',
    refuses: '404 never issued, 409 not yet paid, or in part, 400 not an amount',
  },
  {
    method: 'GET',
    path: '/control/trouble',
    does: 'the current trouble of all calls to the bank: `{"trouble": "none"}`',
    refuses: '',
  },
  {
    method: 'POST',
    path: '/control/trouble',
    does:
      'starts one: `{"trouble": "unavailable", "seconds": 30}` (at most 86,400), or for a number of calls ' +
      '`{"trouble": "lost-answer", "calls": 1}`; `{"trouble": "none"}` ends it',
    refuses: '400 not one of those below',
  },
  {
    method: 'GET',
    path: '/control/ifthenpay',
    does: 'the registered callback URLs, with their placeholders, and what ifthenpay’s documents leave open',
    refuses: '',
  },
  {
    method: 'POST',
    path: '/control/ifthenpay',
    does:
      'sets the latter: placeholders that callbacks leave unfilled, and the times of the list of payments (to the ' +
      '`minutes` or `seconds`, and later than the callback’s); default ' +
      '`{"unfilled": [], "listTimes": "minutes", "listLaterSeconds": 0}`',
    refuses: '400 not in this form',
  },
  {
    method: 'POST',
    path: '/control/ifthenpay/{account}/{method}/test',
    does:
      'the tester of ifthenpay’s back office: calls the URL of `MBWAY` or `REFERENCE` with its placeholders unfilled, ' +
      'and shows the answer',
    refuses: '404 no URL is registered',
  },
] as const satisfies readonly ControlEndpoint[];

type RouteOf<Endpoint> = Endpoint extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never;

/** `POST /control/trouble` and so on: the keys of the control function's endpoints. */
export type ControlRoute = RouteOf<(typeof CONTROL_ENDPOINTS)[number]>;
