import type { Simulation } from '../simulation.ts';
import type { NotifyAction } from './actions.ts';
import type { Checkout } from './checkout.ts';

/** `not-notified`: the provider does not report this status. */
export type NotifyOutcome = { kind: 'acknowledged' } | { kind: 'not-notified' } | { kind: 'refused'; detail: string };

/** How a provider reports a payment. */
export interface Protocol {
  notify: (checkout: Checkout, action: NotifyAction, simulation: Simulation) => Promise<NotifyOutcome>;
  /** How long after so many failures it tries again; undefined when it gives up. */
  pauseMs: (failures: number) => number | undefined;
}
