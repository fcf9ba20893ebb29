import type { Language } from './languages.ts';

/** A text in English, or what makes it of values. */
type Text = string | ((...values: never[]) => string);

/** One text in both languages: English, then European Portuguese. */
export type Pair<T extends Text = string> = readonly [english: T, portuguese: T];

/** Words by their names. They stand beside the page that shows them. */
interface WordTree {
  readonly [name: string]: readonly [Text, Text] | WordTree;
}

/** The words in one language. */
export type Texts<Words> = {
  readonly [Name in keyof Words]: Words[Name] extends readonly [infer English, infer Portuguese]
    ? [English, Portuguese] extends [string, string]
      ? string
      : English | Portuguese
    : Texts<Words[Name]>;
};

/** Texts of two tables with the same names, as pairs. */
export type Paired<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Text ? readonly [Table[Name], Table[Name]] : Paired<Table[Name]>;
};

type Tree = { readonly [name: string]: Text | Tree };

/** Words of a page, each as `[English, Portuguese]`; the compiler refuses one without its other language. */
export function words<const Words extends WordTree>(tree: Words): Words {
  return tree;
}

/** Makes words of a table whose English is elsewhere, in the service, where commands print it too. */
export function paired<Table extends object>(english: Table, portuguese: NoInfer<Table>): Paired<Table> {
  const pair = (en: Tree, pt: Tree): unknown =>
    Object.fromEntries(
      Object.entries(en).map(([name, text]) => [name, isText(text) ? [text, pt[name]] : pair(text, pt[name] as Tree)]),
    );
  return pair(english as Tree, portuguese as Tree) as Paired<Table>;
}

const INDEX = { en: 0, pt: 1 } satisfies Record<Language, number>;
const known = { en: new WeakMap<object, unknown>(), pt: new WeakMap<object, unknown>() };

/** The words in a language: for the same words always the same object. */
export function textsIn<const Words extends object>(tree: Words, language: Language): Texts<Words> {
  const cache = known[language];
  if (!cache.has(tree)) {
    const entries = Object.entries(tree as unknown as WordTree).map(([name, each]) => [
      name,
      Array.isArray(each) ? each[INDEX[language]] : textsIn(each, language),
    ]);
    cache.set(tree, Object.fromEntries(entries));
  }
  return cache.get(tree) as Texts<Words>;
}

function isText(text: Text | Tree): text is Text {
  return typeof text !== 'object';
}
