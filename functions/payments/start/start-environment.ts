import { bankingEnvironment } from '../banking-environment.ts';
import { startsOn } from '../wiring.ts';
import type { StartDependencies } from './start-at-bank.ts';

/**
 * What mbway and multibanco need, from the environment. The code that settles is loaded when a call meets a start with
 * an unknown outcome, which few do: it would be a tenth of each bundle.
 */
export function startEnvironment() {
  const followUp: StartDependencies['followUp'] = async (...asked) =>
    (await import('./earlier-start.ts')).followUpEarlier(...asked);
  return { ...startsOn(...bankingEnvironment()), followUp };
}
