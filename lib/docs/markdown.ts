/** A Markdown table. Cells must not hold line breaks; a bar in one is escaped. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/**
 * The document with the text between the marks of a generated part replaced:
 *
 *     <!-- generated: name -->
 *     …
 *     <!-- end -->
 *
 * Throws when the document lacks the marks.
 */
export function withPart(document: string, name: string, content: string): string {
  const start = `<!-- generated: ${name} -->`;
  const end = '<!-- end -->';
  const from = document.indexOf(start);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`a document lacks the marks of its generated part "${name}"`);
  return `${document.slice(0, from + start.length)}\n\n${content}\n\n${document.slice(to)}`;
}
