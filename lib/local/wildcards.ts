/** The source of a regular expression for a pattern of AWS: `*` matches any text, `?` one character. */
export function wildcardSource(pattern: string): string {
  return pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
}
