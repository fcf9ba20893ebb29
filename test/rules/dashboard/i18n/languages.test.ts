import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { BANK_FILE } from '../../../../dashboard/src/finance/reconciliation/bank-file-problems-pt.ts';
import { LANGUAGE_IDS, LANGUAGES } from '../../../../dashboard/src/i18n/languages.ts';
import {
  BANK_FILE_TEXTS,
  type BankFileProblem,
  bankFileText,
} from '../../../../functions/finance/bank-file/problem.ts';

const BRAZILIAN_WORDS = [
  'você|tela|usuári\\w+|senhas?|arquivos?|guias?|baix(ar|e)|clique|cadastr\\w+|delet\\w+|contat\\w+',
  'registr(o|os|ar|e)|planej\\w+|exib\\w+|compartilh\\w+|gerenci\\w+|em uma?|digit(e|ar|ando)',
];
const BRAZILIAN = new RegExp(`\\b(${BRAZILIAN_WORDS.join('|')})\\b`, 'i');
// Constructions of English: an agent that nobody names, a subject that the sentence before has, an odd verb.
const AS_TRANSLATED = new RegExp(
  [
    'devolveu um estado|estado 2xx|\\b[Ss]e (sabe|conta|contam|guarda|reenviam|verifica) |que aqui|[Rr]egistad[ao] aqui',
    "[Aa]inda é apresentado|São apresentados|[Nn]os totais conta|'Conta até|[Nn]ada falta|não paga a|barra sem cor",
    'Uma que|chamadas recusadas|chave de API|eventos cuj|o comerciante ter sido|A loja (tinha|não)|das quais \\$',
  ].join('|'),
);
// At the beginning of a sentence or after `está`: the progressive form is `a carregar`, never `carregando`.
const GERUND_OF_NOW = /(^|["'`.:] ?|\best\S+ )(?!quando|segundo|comando)\w+(ando|endo|indo)\b/i;

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** A message as the components have it parsed. */
type Message = { type: number; value?: string; options?: Record<string, { value: Message }>; children?: Message }[];
type Texts<Text> = Record<string, Record<string, Text>>;
const LITERAL = 0;
// The components have their English themselves.
const OTHER_LANGUAGES = LANGUAGE_IDS.filter((id) => id !== 'en');
// The library with which the components parse their texts is found from where they are.
const ofComponents = createRequire(import.meta.resolve('@cloudscape-design/components/i18n'));
const ENGLISH: Texts<Message> = ofComponents('./messages/all.en.json')['cloudscape-design-components'].en;
const { IntlMessageFormat } = ofComponents('intl-messageformat') as {
  IntlMessageFormat: new (text: string, locale: string) => { getAst(): Message };
};

describe('the Portuguese of the dashboard and of the documents for merchants', () => {
  let asked: string[];
  beforeAll(async () => {
    asked = await componentsThatAsk();
  });

  test.each(OTHER_LANGUAGES)(
    '%s: has every text of the components that the page uses, with the same arguments, and no other',
    async (id) => {
      expect(asked.length).toBeGreaterThan(10);
      const english = Object.fromEntries(asked.map((component) => [component, ENGLISH[component] ?? {}]));
      const { locale, loadComponents } = LANGUAGES[id];
      const texts = (await loadComponents())['cloudscape-design-components']?.[locale] ?? {};
      const parse = (text: string) => new IntlMessageFormat(text, locale).getAst();
      expect(mapTexts(texts, (text) => argumentsOf(parse(String(text))))).toEqual(mapTexts(english, argumentsOf));
    },
  );

  test.each(['dashboard/src', 'functions', 'docs/merchants/pt'])("is Portugal's in the texts of %s", (folder) => {
    const all = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|md)$/.test(name))
      .flatMap((name) => readFileSync(join(ROOT, folder, name), 'utf8').split('\n'));
    const lines = all.filter((line) => /[ãõçáéíóúâêô]/.test(line));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(isBrazilian)).toEqual([]);
    expect(all.filter((line) => AS_TRANSLATED.test(line))).toEqual([]);
  });

  test.each([
    ['en', 'docs/merchants'],
    ['pt', 'docs/merchants/pt'],
  ])('the pages have every label that the documents for merchants name, in %s', (_, documents) => {
    const textOf = (files: string[]) => files.map((name) => readFileSync(join(ROOT, name), 'utf8')).join('\n');
    // The labels of `test.md` are the simulator's.
    const guides = globSync(`${documents}/*.md`, { cwd: ROOT }).filter((name) => !name.endsWith('/test.md'));
    const labels = [...textOf(guides).matchAll(/(?<!\*)\*([^*\n|]+)\*(?!\*)/g)].map(([, label = '']) => label);
    const pages = textOf(globSync('dashboard/src/**/*words.ts', { cwd: ROOT }));
    expect(labels.length).toBeGreaterThan(20);
    expect(labels.filter((label) => !pages.includes(label))).toEqual([]);
  });

  test('has a text for every problem of a bank’s file, with the same line and the same facts', () => {
    const facts = { line: 7, column: 'VALOR', columns: ['QX', 'QY'], value: '1.234', found: 4, named: 3 };
    for (const code of Object.keys(BANK_FILE_TEXTS) as (keyof typeof BANK_FILE_TEXTS)[]) {
      const problem = { code, ...facts } as unknown as BankFileProblem;
      const [english, portuguese] = [bankFileText(problem), bankFileText(problem, BANK_FILE)];
      const factsIn = (text: string) =>
        ['7', 'VALOR', 'QX', 'QY', '“1.234”', '4', '3'].filter((fact) => text.includes(fact));
      expect(factsIn(portuguese)).toEqual(factsIn(english));
      // Each says how to mend it.
      for (const text of [english, portuguese]) expect(text).toMatch(/[.;] \S.+\.$/);
    }
  });
});

function isBrazilian(text: string): boolean {
  return BRAZILIAN.test(text) || GERUND_OF_NOW.test(text);
}

/** Of the components that the page is built of, those that ask for texts by their name. */
async function componentsThatAsk(): Promise<string[]> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'dashboard', 'src', 'main.tsx')],
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  const asked = outputFiles.flatMap(({ text }) => [...text.matchAll(/\buseInternalI18n\("([^"]+)"\)/g)]);
  return [...new Set(asked.map(([, component = '']) => component))];
}

/** What is filled into a message, and the cases that it tells apart. */
function argumentsOf(message: Message): string[] {
  const found = message.flatMap(({ type, value = '', options = {}, children = [] }) => [
    ...(type === LITERAL ? [] : [value]),
    ...Object.entries(options).flatMap(([name, option]) => [`${value}: ${name}`, ...argumentsOf(option.value)]),
    ...argumentsOf(children),
  ]);
  return [...new Set(found)].sort();
}

function mapTexts<Text>(texts: Texts<Text>, change: (text: Text) => string[]) {
  const mapValues = <From, To>(record: Record<string, From>, to: (from: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
  return mapValues(texts, (ofComponent) => mapValues(ofComponent, change));
}
