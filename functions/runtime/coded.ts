/** A code with its parameters: one member for each name in `Parameters`. */
export type Coded<Parameters> = { [Code in keyof Parameters]: { code: Code } & Parameters[Code] }[keyof Parameters];

/** One language's text for each code. */
export type TextsOf<Parameters> = { [Code in keyof Parameters]: (parameters: Parameters[Code]) => string };

/** The text of a coded value. */
export function textOf<Parameters>(coded: Coded<Parameters>, texts: TextsOf<Parameters>): string {
  const { code } = coded as { code: keyof Parameters };
  return texts[code](coded as Parameters[keyof Parameters]);
}
