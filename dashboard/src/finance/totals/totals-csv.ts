import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';
import { type Cell, eurosCell, fileHead, fileRows } from '../../lists/csv-file.ts';
import type { Figure } from './totals-days.ts';

/** The texts of the file, and the name of its merchant, if it is known. */
export interface TotalsWords {
  catalogue: Pick<Catalogue, 'totals' | 'transactions'>;
  merchantId: string | undefined;
  merchant: string | undefined;
}

type Row = Record<keyof Catalogue['totals']['csvText']['columns'], Cell>;

/** One row for each day, method and status, and one for refunds, in the form that Excel expects in Portuguese. */
export function totalsCsv(
  { lines, refunds, by }: TotalsReport,
  { catalogue, merchantId, merchant }: TotalsWords,
): string {
  const { csvText, byPaid, byRecorded } = catalogue.totals;
  const words = catalogue.transactions;
  const row = (day: string, method: string | null, status: string, { count, euros }: Figure): Row => ({
    day: { day },
    by: by === 'paid' ? byPaid : byRecorded,
    merchantId: merchantId ?? csvText.all,
    merchant: merchant ?? null,
    method,
    status,
    count: { count },
    amount: eurosCell(euros),
  });
  const rows = [
    ...lines.map((line) => ({
      day: line.day,
      row: row(line.day, words.method[line.method], words.status[line.status], line),
    })),
    ...refunds.map(({ day, count, euros }) => ({
      day,
      row: row(day, null, csvText.refunded, { count, euros: -euros }),
    })),
  ];
  // A stable sort: within a day the server's order stays, and what went back comes last.
  rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return (
    fileHead(csvText.columns) +
    fileRows(
      csvText.columns,
      rows.map((each) => each.row),
    )
  );
}
