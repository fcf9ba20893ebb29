// Marks of direction, by which a text could be shown as another one, and characters without a shape, U+2800 among them.
// Those that choose the form of the character before them, such as that of an emoji, belong to ordinary texts.
const UNSEEN = /(?!\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text of a person or the bank with every unseen character named: `A⟨U+202E⟩B`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, named);
}

/** The same of a text with lines, such as a body. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (character) => ('\t\r\n'.includes(character) ? character : named(character)));
}

/** A typed text on one line, its unseen characters named, so that what is stored is what was shown. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/[\p{Zs}\t\r\n]+/gu, ' ').replace(/^ | $/g, ''));
}

/** Whether a text has nothing to be seen. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '').trim() === '';
}

function named(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
