import { visibleText } from './visible-text.ts';

/** A typed text on one line, its unseen characters named, so that what is stored is what was shown. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/[\p{Zs}\t\r\n]+/gu, ' ').replace(/^ | $/g, ''));
}
