type Sign = ',' | '.';

/**
 * The amounts of one column, in cents; undefined for a cell that is none. Comma or point is decided by the column as a
 * whole: by a cell with one or two decimals, or with thousands grouped twice. Where no cell shows it, `1.234` has two
 * readings, and is none. Negative: `-3,20`, `3,20-` or `(3,20)`; `€` or `EUR` before or after.
 */
export function readAmounts(cells: readonly string[]): (number | undefined)[] {
  const bare = cells.map(bareAmount);
  const decimal = bare.map(decimalSignIn).find((sign) => sign !== undefined);
  return bare.map((text) => centsOf(text, decimal));
}

function bareAmount(cell: string): string {
  return cell
    .replace(/\s+/g, ' ')
    .replace(/^([-+−(]?) ?(?:€|EUR) ?/i, '$1')
    .replace(/ ?(?:€|EUR) ?([-−)]?)$/i, '$1')
    .replace(/^([-+−(]) /, '$1')
    .replace(/ ([-−)])$/, '$1');
}

function decimalSignIn(text: string): Sign | undefined {
  const decimals = /([.,])\d{1,2}[-−)]?$/.exec(text)?.[1];
  const group = /([.,])\d{3}\1\d{3}/.exec(text)?.[1];
  return (decimals ?? (group && (group === '.' ? ',' : '.'))) as Sign | undefined;
}

const SIGNS: Record<string, 1 | -1> = { '': 1, '+': 1, '-': -1, '−': -1, '()': -1 };

/** Digits alone, or in groups of three by a space or by what is not the decimal sign. */
const INTEGERS = {
  ',': /^(?:\d+|[1-9]\d{0,2}(?:([ .])\d{3})(?:\1\d{3})*)$/,
  '.': /^(?:\d+|[1-9]\d{0,2}(?:([ ,])\d{3})(?:\1\d{3})*)$/,
  none: /^(?:\d+|[1-9]\d{0,2}(?: \d{3})+)$/,
};

function centsOf(text: string, decimal: Sign | undefined): number | undefined {
  const [, before = '', number = '', after = ''] = /^([-+−(]?)(\d[\d., ]*)([-−)]?)$/.exec(text) ?? [];
  const [integer = '', fraction, ...more] = decimal === undefined ? [number] : number.split(decimal);
  const isFraction = fraction === undefined || /^\d{1,2}$/.test(fraction);
  const sign = SIGNS[before + after];
  if (!INTEGERS[decimal ?? 'none'].test(integer) || !isFraction || more.length > 0 || !sign) return undefined;
  const cents = Number(integer.replace(/\D/g, '')) * 100 + Number((fraction ?? '').padEnd(2, '0'));
  // Adding zero makes 0 of -0.
  return Number.isSafeInteger(cents) ? sign * cents + 0 : undefined;
}
