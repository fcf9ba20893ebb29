/** The nine digits of a text that may be a reference as well as an order id: `123 456 789`. */
export function referenceAlone(text: string): string | undefined {
  const digits = text.replace(/\s/g, '');
  return /^\d{9}$/.test(digits) ? digits : undefined;
}
