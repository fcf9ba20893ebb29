import type { MatrixRow } from './crash-matrix.ts';

const SHOWN = 3;
const SHOWN_LINES = 12;

/** The first failures of a row with the end of their logs; empty when there is none. */
export function describeFailures({ scenario, failures }: MatrixRow): string {
  const shown = failures
    .slice(0, SHOWN)
    .map(({ plan, problems, lines }) =>
      [`${scenario}, with ${plan.join(' and ') || 'nothing'}:`, ...problems, ...lines.slice(-SHOWN_LINES)].join(
        '\n    ',
      ),
    );
  return failures.length === 0 ? '' : [`${failures.length} runs failed`, ...shown].join('\n');
}

const COLUMNS = ['points', 'runs', 'crashes', 'deliveries', 'posts', 'attempts', 'missed'] as const;

/** One line of the printed table. */
export function tableLine(row: MatrixRow): string {
  const cells = COLUMNS.map((column) => String(row[column]).padStart(10));
  return [row.scenario.padEnd(42), ...cells, String(row.failures.length).padStart(10)].join('');
}

/** `injected` names what was done: crashes or faults. */
export function tableHead(injected: string): string {
  const names = COLUMNS.map((column) => (column === 'crashes' ? injected : column).padStart(10));
  return ['scenario'.padEnd(42), ...names, 'wrong'.padStart(10)].join('');
}
