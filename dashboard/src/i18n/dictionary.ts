export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The words of a page in both languages: texts, and functions where something is filled in. */
export type Dictionary<Words> = Record<Language, Words>;

/** Plain texts lose their literal type, so that the two languages need only have the same names. */
type Widened<Words> = {
  [Name in keyof Words]: Words[Name] extends string
    ? string
    : Words[Name] extends (...values: infer Values) => unknown
      ? (...values: Values) => string
      : Widened<Words[Name]>;
};

/** English gives the names; Portuguese must have every one of them and no other. */
export function defineText<const Words extends object>(en: Words, pt: Widened<Words>): Dictionary<Widened<Words>> {
  return { en: en as Widened<Words>, pt };
}
