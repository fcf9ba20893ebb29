import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import type { Reading } from '../../runtime/reading.ts';
import { columnOf } from './columns.ts';
import type { BankFileProblem } from './problem.ts';
import { cleanCell } from './values.ts';

export interface Cell {
  text: string;
  /** A comma in quotation marks divides nothing. */
  isQuoted: boolean;
}
/** A line that is not empty. */
export interface Line {
  /** Where it begins in a text editor, from 1. */
  number: number;
  cells: readonly Cell[];
}
interface Records {
  separator: string;
  lines: readonly Line[];
}

/** The file's cells, separated by `;`, `,` or TAB, or as a first line such as `sep=;` names. */
export function recordsOf(text: string): Reading<Records, BankFileProblem> {
  const content = text.replace(/^\uFEFF/, '');
  const [first = ''] = content.split(/\r\n?|\n/, 1);
  const named = /^"?sep=([;,\t])"?[;,\t]*$/i.exec(first)?.[1];
  const separator = named ?? likelySeparator(content);
  // A cell such as `="0012"` that a program did not quote.
  const quoted = content.replace(/(^|[;,\t\r\n])="([^"\r\n]*)"(?=[;,\t\r\n]|$)/g, '$1"$2"');
  const lines: Line[] = [];
  let ended = 0;
  try {
    parse(quoted, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      cast: (cell, { quoting: isQuoted }) => ({ text: cleanCell(cell), isQuoted }),
      on_record: (cells: unknown, { lines: number }) => {
        // As `cast` made them.
        lines.push({ number: ended + 1, cells: cells as Cell[] });
        ended = number;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) return { ok: false, problem: { code: 'quotes', line: ended + 1 } };
    throw error;
  }
  const broken = lines.find(({ cells }) => cells.some((cell) => /[\r\n]/.test(cell.text)));
  if (broken) return { ok: false, problem: { code: 'quotes', line: broken.number } };
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.text !== ''));
  return { ok: true, value: { separator, lines: filled.slice(named === undefined ? 0 : 1) } };
}

/** The separator by which the first line has the most names that are known. */
function likelySeparator(content: string): string {
  const first = content.split(/[\r\n]+/).find((line) => /[^\s;,"]/.test(line)) ?? '';
  const known = (separator: string) => first.replaceAll('"', '').split(separator).filter(columnOf).length;
  return [';', ',', '\t'].reduce((best, separator) => (known(separator) > known(best) ? separator : best));
}
