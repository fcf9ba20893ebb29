import { balanceOf, type Totals } from '../../../../functions/finance/totals/totals.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';
import { type Cell, fileHead, fileRows } from '../../lists/csv-file.ts';

/** The texts of the file, who reads it, and the name of its merchant, if it is known. */
export interface TotalsWords {
  catalogue: Pick<Catalogue, 'totals' | 'transactions'>;
  isOfStaff: boolean;
  merchantId: string | undefined;
  merchant: string | undefined;
}

type Row = Record<keyof Catalogue['totals']['csvText']['columns'], Cell>;

/**
 * One row for each day, kind of movement (or status), method and bank account, in the form that Excel expects in
 * Portuguese. What was returned is negative: the sum of the amounts is the balance.
 */
export function totalsCsv({ movements, statuses }: Totals, words: TotalsWords): string {
  const { catalogue, isOfStaff, merchantId, merchant } = words;
  const { csvText, kind } = catalogue.totals;
  const { method, status } = catalogue.transactions;
  type Line = Totals['movements'][number] | Totals['statuses'][number];
  const row = (line: Line, what: string, unreadable: number, cents: number): Row => ({
    day: { day: line.day },
    what,
    merchantId: merchantId ?? csvText.all,
    merchant: merchant ?? null,
    method: line.method && method[line.method],
    bankAccount: isOfStaff ? line.bankAccount : null,
    count: { count: line.count },
    unreadable: unreadable > 0 ? { count: unreadable } : null,
    amount: { cents },
  });
  const rows = [
    ...movements.map((line) => row(line, kind[line.kind], line.unreadable, balanceOf(line))),
    ...statuses.map((line) => row(line, status[line.status], 0, line.cents)),
  ];
  return fileHead(csvText.columns) + fileRows(csvText.columns, rows);
}
