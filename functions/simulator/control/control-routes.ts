/** A control endpoint below `/control`, with its text for `docs/simulator.md`. */
export interface ControlEndpoint {
  route: string;
  does: string;
  refuses: string;
}

const NO_PUSH = '404 not known to the bank, 409 no live push or a reference instead';

export const CONTROL_ROUTES = [
  {
    route: 'GET /payments/{transactionId}',
    does:
      'the number of pushes and references, and the status of the latest start: ' +
      '`{"pushes": 1, "references": 0, "status": "Pending"}`; `None` when nothing was started',
    refuses: '404 not the form of an id',
  },
  {
    route: 'POST /payments/{transactionId}/approve',
    does: 'the customer confirms the live push; takes our `tx_…` id',
    refuses: NO_PUSH,
  },
  {
    route: 'POST /payments/{transactionId}/reject',
    does: 'the customer rejects it',
    refuses: NO_PUSH,
  },
  {
    route: 'POST /payments/{transactionId}/refund',
    does:
      'a refund of the complete payment, whatever went back before: `Success` of type `RFND` under another id; body ' +
      '`{"amount": 9.99}` for a part',
    refuses: '404 not known to the bank, 409 nothing was started or paid, 400 not an amount',
  },
  {
    route: 'POST /references/{entity}/{reference}/pay',
    does: 'pays a reference; body `{"amount": 9.99}` to pay another amount',
    refuses: '404 never issued, 409 paid or expired, 400 not an amount',
  },
  {
    route: 'POST /references/{entity}/{reference}/pay-again',
    does:
      'pays a paid reference once more, with its own amount or that of the body: a movement of its own; inquiries at ' +
      'SIBS answer the first payment only',
    refuses: '404 never issued, 409 not yet paid, 400 not an amount',
  },
] as const satisfies readonly ControlEndpoint[];

export type ControlRoute = (typeof CONTROL_ROUTES)[number]['route'];
