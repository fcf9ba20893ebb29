/** A typed text on one line, without control characters and characters without a shape. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}
