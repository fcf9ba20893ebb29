import { CONTROL_ROUTES, type ControlEndpoint } from '../../functions/simulator/control/control-routes.ts';
import { CHECKOUT_AMOUNTS, MAGIC_PHONES, REFERENCE_AMOUNTS } from '../../functions/simulator/payments/magic.ts';
import { table } from './markdown.ts';

/** The magic phones and amounts of `docs/simulator.md`. */
export function magicPart(): string {
  return table(
    ['Phone or amount', 'The customer or the bank', 'What the merchant sees'],
    [
      ...MAGIC_PHONES.map(({ phone, bank, merchant }) => [phone, bank, merchant]),
      ...REFERENCE_AMOUNTS.map(({ cents, bank, merchant }) => [`reference of ${euros(cents)}`, bank, merchant]),
      ...CHECKOUT_AMOUNTS.map(({ cents, bank, merchant }) => [`either method, ${euros(cents)}`, bank, merchant]),
    ],
  );
}

/** The control endpoints of `docs/simulator.md`. */
export function controlPart(): string {
  return table(
    ['Call', 'Does', 'Refused'],
    CONTROL_ROUTES.map(({ route, does, refuses }: ControlEndpoint) => [
      `\`${route.replace(' ', ' /control')}\``,
      does,
      refuses,
    ]),
  );
}

function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}
