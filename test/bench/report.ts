/** One line of a bench table: a figure beside its budget. `within` is absent where there is no budget to check. */
export interface Figure {
  name: string;
  values: string[];
  budget?: string;
  within?: boolean;
}

export interface Section {
  title: string;
  /** Heads of the columns between name and budget. */
  columns: string[];
  figures: Figure[];
  /** How the figures were measured. */
  notes: string[];
}

/** The section as a table. */
export function sectionText({ title, columns, figures, notes }: Section): string {
  const rows = figures.map(({ name, values, budget = '', within }) => [
    name,
    ...values,
    budget,
    within === undefined ? '' : within ? 'ok' : 'OVER',
  ]);
  const table = [['', ...columns, 'budget', ''], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [
    `\n${title}`,
    '',
    ...lines.map((line) => `  ${line}`),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

export function isBroken({ figures }: Section): boolean {
  return figures.some(({ within }) => within === false);
}

/** `1234567.8` as `1,234,567.8`. */
export function grouped(number: number, digits = 0): string {
  return number.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The percentile `quantile` (0 to 1) by the nearest rank; NaN of an empty list. */
export function percentile(values: readonly number[], quantile: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
