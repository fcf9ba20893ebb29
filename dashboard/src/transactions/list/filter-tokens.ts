import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import {
  type AmountProblem,
  amountTyped,
  DELIVERY_FILTERS,
  METHOD_FILTERS,
  type Search,
  STATUS_FILTERS,
  withoutFilters,
} from './search.ts';

type Token = PropertyFilterProps.Token;

/** What a list can be filtered by; `amount` from one bound (`>=`) to the other (`<=`). */
export type FilterProperty = 'status' | 'method' | 'delivery' | 'amount';

/**
 * A search's filters as tokens. The value of `status`, `method`, `delivery` is a list, of `amount` the text.
 */
export function tokensOf({ statuses, methods, deliveries, minAmount, maxAmount }: Search): Token[] {
  const token = (propertyKey: FilterProperty, operator: string, value: string | readonly string[]): Token[] =>
    value.length === 0 ? [] : [{ propertyKey, operator, value }];
  return [
    ...token('status', '=', statuses),
    ...token('method', '=', methods),
    ...token('delivery', '=', deliveries),
    ...token('amount', '>=', minAmount),
    ...token('amount', '<=', maxAmount),
  ];
}

/** A bound that is no amount, as it was typed. */
export interface Refused {
  typed: string;
  problem: AmountProblem;
}

/**
 * `search` with these tokens for its filters. The API accepts each property once: lists of one property are merged,
 * and of two bounds the later one counts. A bound that is no amount is refused, and that bound does not change.
 */
export function searchBy(search: Search, tokens: readonly Token[]): { search: Search; refused?: Refused } {
  const listed = <Value extends string>(property: FilterProperty, known: readonly Value[]): Value[] => {
    const named = tokens.filter(({ propertyKey }) => propertyKey === property).flatMap(({ value }) => value as unknown);
    return known.filter((value) => named.includes(value));
  };
  const bounds = { '>=': '', '<=': '' };
  let refused: Refused | undefined;
  for (const { propertyKey, operator, value } of tokens) {
    if (propertyKey !== 'amount' || (operator !== '>=' && operator !== '<=')) continue;
    const typed = String(value ?? '').trim();
    const reading = amountTyped(typed);
    if (reading.ok) bounds[operator] = typed === '' ? bounds[operator] : typed;
    else {
      refused = { typed, problem: reading.problem };
      bounds[operator] = operator === '>=' ? search.minAmount : search.maxAmount;
    }
  }
  const changed: Search = {
    ...withoutFilters(search),
    statuses: listed('status', STATUS_FILTERS),
    methods: listed('method', METHOD_FILTERS),
    deliveries: listed('delivery', DELIVERY_FILTERS),
    minAmount: bounds['>='],
    maxAmount: bounds['<='],
  };
  return refused ? { search: changed, refused } : { search: changed };
}

/** What the address bar holds of an amount that is none: it filters nothing. */
export function unreadableBound({ minAmount, maxAmount }: Search): Refused | undefined {
  for (const typed of [minAmount, maxAmount]) {
    const reading = amountTyped(typed);
    if (!reading.ok) return { typed, problem: reading.problem };
  }
  return undefined;
}
