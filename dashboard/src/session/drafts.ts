let hasEnded = false;

/** From now on what is typed is stored for the person's return in this tab. */
export function storeDrafts(): void {
  hasEnded = true;
}

/** Returns what was typed when the session ended, and removes it. */
export function removeDraft(name: string): string {
  const text = sessionStorage.getItem(name) ?? '';
  sessionStorage.removeItem(name);
  return text;
}

/** For a field that goes away: its text is stored only at the end of a session. */
export function leaveDraft(name: string, text: string): void {
  if (hasEnded && text !== '') sessionStorage.setItem(name, text);
}
