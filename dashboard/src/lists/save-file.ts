import { MINUTE_MS } from '../../../functions/runtime/durations.ts';

// Browsers fetch the content after the click; one that is slow at it should still find it.
const AVAILABLE_MS = MINUTE_MS;

/** Saves a CSV file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), AVAILABLE_MS);
}
