// As shops write it: `Entity: 12345 Reference: 123 456 789`.
const LABELS = /\b(entidade|entity|ent|referência|referencia|reference|ref)\b/gi;

/** `12345 123 456 789`, however it is spaced or labelled: five digits of the entity, nine of the reference. */
export function referenceTyped(text: string): { entity: string; reference: string } | undefined {
  const digits = text.replace(LABELS, '').replace(/[\s.,:\-/]/g, '');
  return /^\d{14}$/.test(digits) ? { entity: digits.slice(0, 5), reference: digits.slice(5) } : undefined;
}

/**
 * The list of what a typed text means: a transaction id, an entity with its reference, else an order id or its
 * beginning, of nine digits also a reference. Undefined for nothing.
 */
export function pathOfText(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const by = trimmed.startsWith('tx_') ? 'id' : referenceTyped(trimmed) ? 'reference' : 'order';
  return `/transactions?${new URLSearchParams({ [by]: trimmed })}`;
}
