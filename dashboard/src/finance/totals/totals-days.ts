import {
  balanceOf,
  balanceOfLines,
  type MovementLine,
  type StatusLine,
  sumOf,
} from '../../../../functions/finance/totals/totals.ts';

/** The figures of each day or bank account that has any, sorted by it. */
export function moneyRows(lines: readonly MovementLine[], by: 'day' | 'bankAccount') {
  return [...Map.groupBy(lines, (line) => line[by])]
    .map(([name, ofName]) => ({ name, ...moneyOf(ofName) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

export type MoneyRow = ReturnType<typeof moneyRows>[number];

/** The figures of some movements. */
export function moneyOf(lines: readonly MovementLine[]) {
  const paidBy = (wanted: MovementLine['method']) =>
    sumOf(lines.filter(({ kind, method }) => kind === 'payment' && method === wanted));
  const ofOurTime = lines.filter(({ timeIsOurs }) => timeIsOurs);
  const ourTime = { count: sumOf(ofOurTime).count, cents: ofOurTime.reduce((all, line) => all + balanceOf(line), 0) };
  return { mbway: paidBy('MBWAY'), reference: paidBy('REFERENCE'), ourTime, ...balanceOfLines(lines) };
}

/** The transactions of each day that has any, by status. */
export function statusRows(lines: readonly StatusLine[]) {
  return [...Map.groupBy(lines, ({ day }) => day)].map(([name, ofDay]) => {
    const of = (wanted: StatusLine['status']) => sumOf(ofDay.filter(({ status }) => status === wanted));
    return { name, paid: of('paid'), failed: of('failed'), cancelled: of('cancelled') };
  });
}
