import { balanceOf, type Totals } from '../../../../functions/finance/totals/totals.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { textsIn } from '../../i18n/words.ts';
import { type Cell, csvFile, type Reader } from '../../lists/csv-file.ts';
import { movementWords } from '../movements/words.ts';
import { totalsWords } from './words.ts';

type Row = Record<keyof (typeof totalsWords)['csvText']['columns'], Cell>;

/**
 * One row for each day, kind of movement (or status), method and bank account, in the form that Excel expects in
 * Portuguese; of one merchant, or of all. What was returned is negative: the sum of the amounts is the balance.
 */
export function totalsCsv({ movements, statuses }: Totals, merchantId: string | undefined, reader: Reader): string {
  const { language, isOfStaff, nameOf } = reader;
  const { csvText } = textsIn(totalsWords, language);
  const { kind } = textsIn(movementWords, language);
  const { method, status } = textsIn(transactionWords, language);
  type Line = Totals['movements'][number] | Totals['statuses'][number];
  const row = (line: Line, what: string, more: Pick<Row, 'timeOurs' | 'unreadable' | 'amount'>): Row => ({
    day: { day: line.day },
    what,
    merchantId: merchantId ?? csvText.all,
    merchant: (merchantId !== undefined && nameOf(merchantId)) || null,
    method: line.method && method[line.method],
    bankAccount: isOfStaff ? line.bankAccount : null,
    count: { count: line.count },
    ...more,
  });
  const rows = [
    ...movements.map((line) =>
      row(line, kind[line.kind], {
        timeOurs: line.timeIsOurs ? csvText.columns.timeOurs : null,
        unreadable: line.unreadable > 0 ? { count: line.unreadable } : null,
        amount: { cents: balanceOf(line) },
      }),
    ),
    // What failed or was cancelled is no money.
    ...statuses.map((line) =>
      row(line, status[line.status], {
        timeOurs: null,
        unreadable: null,
        amount: line.status === 'paid' ? { cents: line.cents } : null,
      }),
    ),
  ];
  return csvFile(csvText.columns, rows);
}
