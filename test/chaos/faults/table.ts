import type { MatrixRow } from './crash-matrix.ts';

const SHOWN = 3;
const SHOWN_LINES = 12;

/** The first failures of a row with the end of their logs; empty without failures. */
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

const COLUMNS = ['points', 'runs', 'crashes', 'missed', 'deliveries', 'posts', 'attempts'] as const;

/** One line of the printed table. */
export function tableLine(row: MatrixRow): string {
  const cells = COLUMNS.map((column) => String(row[column]).padStart(11));
  return [row.scenario.padEnd(38), ...cells, String(row.failures.length).padStart(10)].join('');
}

/** The head of the printed table. `points`: where faults can be injected, `points` or `calls`. */
export function tableHead(points: string): string {
  const names = [points, 'runs', 'injected', 'missed', 'deliveries', 'POSTs', 'attempts'];
  return ['scenario'.padEnd(38), ...names.map((name) => name.padStart(11)), 'problems'.padStart(10)].join('');
}
