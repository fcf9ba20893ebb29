import { call } from '../../api/client.ts';
import { exportInputOf, type Search } from '../list/search.ts';
import { type CsvWords, csvHead, csvPart } from './transactions-csv.ts';
import type { FileSource } from './use-export.ts';

/** The transactions of a period, as a file and as sums; without `words` as sums alone. */
export function transactionsSource(search: Search, words?: CsvWords): FileSource {
  const input = exportInputOf(search);
  return {
    head: words ? csvHead(words) : '',
    part: async ({ cursor, exportedAt }, signal) => {
      if (!input) throw new Error('an export needs a period');
      const { transactions, ...part } = await call(
        'POST /transactions/export',
        { ...input, ...(exportedAt !== undefined && { exportedAt }), ...(cursor !== null && { cursor }) },
        signal,
      );
      return { ...part, text: words ? csvPart(transactions, words) : '', summed: transactions };
    },
  };
}
