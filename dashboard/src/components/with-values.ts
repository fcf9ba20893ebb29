/** The query with some values set; one that is empty is deleted, and the others stay. */
export function withValues(query: URLSearchParams, values: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.toString();
}
