import { CONTROL_ENDPOINTS, type ControlEndpoint } from '../../functions/simulator/control/control-endpoints.ts';
import { TROUBLE_WORDS, TROUBLES } from '../../functions/simulator/control/trouble.ts';
import { CHECKOUT_AMOUNTS, REFERENCE_AMOUNTS } from '../../functions/simulator/payments/amounts.ts';
import { MAGIC_PHONES } from '../../functions/simulator/payments/customers.ts';
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
    CONTROL_ENDPOINTS.map(({ method, path, does, refuses }: ControlEndpoint) => [
      `\`${method} ${path}\``,
      does,
      refuses,
    ]),
  );
}

/** What `POST /control/trouble` and some magic numbers mean. */
export function troublesPart(): string {
  return table(
    ['Trouble', 'What the caller gets'],
    TROUBLES.map((trouble) => [`\`${trouble}\``, TROUBLE_WORDS[trouble]]),
  );
}

function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}
