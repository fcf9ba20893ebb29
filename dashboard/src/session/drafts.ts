let hasEnded = false;

/** From now on what is typed is kept for the person's return in this tab. */
export function keepDrafts(): void {
  hasEnded = true;
}

/** What was typed when the session ended; once. */
export function takeDraft(name: string): string {
  const text = sessionStorage.getItem(name) ?? '';
  sessionStorage.removeItem(name);
  return text;
}

/** For a field that goes away: only the end of a session keeps its text. */
export function leaveDraft(name: string, text: string): void {
  if (hasEnded && text !== '') sessionStorage.setItem(name, text);
}
