// Marks of direction, by which a text could be shown as another one, and characters without a shape.
const UNSEEN = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** A text of a person or the bank with every unseen character named: `A⟨U+202E⟩B`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, named);
}

/** The same of a text with lines, such as a body. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (character) => ('\t\r\n'.includes(character) ? character : named(character)));
}

function named(character: string): string {
  return `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
