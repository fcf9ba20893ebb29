/** A URL template with its placeholders replaced; not shared with the simulator, so that both can be compared. */
export function filledTemplate(template: string, values: Record<string, string>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`[${name}]`, encodeURIComponent(value)),
    template,
  );
}
