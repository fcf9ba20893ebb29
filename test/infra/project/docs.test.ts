import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALLBACK_QUERY } from '../../../functions/banking/ifthenpay/callback-url.ts';
import { PAYMENT_ROUTES } from '../../../functions/payments/routes.ts';
import { generatedDocuments } from '../../../lib/docs/documents.ts';
import { devTemplates, type Part, type Templates } from '../templates.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DOCUMENTS = ['README.md', ...globSync(['docs/**/*.md', 'docs/llms.txt'], { cwd: ROOT })].sort();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const LINK = /\]\(([^)\s]+)\)/g;
const FILE = /\b(?:bin|lib|functions|test|docs)\/[A-Za-z0-9_./-]+\.(?:ts|mjs|md|json)\b/g;

/** The anchors of a document: explicit ones, and those generated from its headings. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const own = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id);
  return new Set([
    ...own,
    ...headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  ]);
}

function brokenLinks(document: string): string[] {
  return [...read(document).matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchorsOf(read(file)).has(anchor);
    });
}

function missingFiles(document: string): string[] {
  return [...read(document).matchAll(FILE)].map(([path]) => path).filter((path) => !existsSync(join(ROOT, path)));
}

describe('the documents', () => {
  test('that are generated match the code (otherwise run `npm run docs`)', async () => {
    for (const { path, text } of await generatedDocuments()) expect(readFileSync(path, 'utf8'), path).toBe(text);
  });

  test('list the query parameters of ifthenpay’s callback that are read', () => {
    expect(read('docs/deploying.md')).toContain(CALLBACK_QUERY);
  });

  test('list every call of the API', () => {
    const calls = Object.keys(PAYMENT_ROUTES).map((route) => route.split('{')[0]);
    for (const document of ['README.md', 'docs/api.md'])
      expect(
        calls.filter((call) => !read(document).includes(`\`${call}`)),
        document,
      ).toEqual([]);
  });

  test('§6.4.5: advise merchants to answer within a second and to process afterwards', () => {
    expect(read('docs/api.md')).toMatch(/Answer 2xx within \d+ seconds, better within one; do the work afterwards/);
  });

  test('have no broken link', () => {
    expect(DOCUMENTS.flatMap((document) => brokenLinks(document).map((target) => `${document}: ${target}`))).toEqual(
      [],
    );
  });

  test('that record decisions are one page each: 400 words at most', () => {
    const words = (document: string) => read(document).trim().split(/\s+/).length;
    const records = DOCUMENTS.filter((document) => /^docs\/decisions\/\d{4}-/.test(document));
    expect(records.length).toBeGreaterThan(40);
    expect(records.filter((record) => words(record) > 400)).toEqual([]);
  });

  test('name only existing files', () => {
    expect(DOCUMENTS.flatMap((document) => missingFiles(document).map((path) => `${document}: ${path}`))).toEqual([]);
  });
});

test('the threat model names a test for each risk of the OWASP API Security Top 10 (2023)', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| API(\d+) .*$/gm)];
  expect(rows.map(([, risk]) => Number(risk))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // That the files exist is tested above.
  expect(rows.flatMap(([row]) => (/`test\/[^`]+\.test\.ts`[^|]*\|$/.test(row) ? [] : [row]))).toEqual([]);
});

describe('the runbook', () => {
  /** The sentences of an alarm's description, which may cover several functions. */
  const sentencesOf = (templates: Templates, parts: Part[]) =>
    parts
      .flatMap((part) => templates.resources(part, 'AWS::CloudWatch::Alarm'))
      .map(({ properties }) => String(properties.AlarmDescription).replace(/^One of these: /, ''))
      .flatMap((text) => text.match(/[A-Z].*?[.)](?= [A-Z]|$)/g) ?? []);

  test('has every sentence in the alarm descriptions of the service and the simulated bank', () => {
    const sentences = sentencesOf(devTemplates(), ['service', 'simulator']);
    expect(sentences.length).toBeGreaterThan(20);
    const runbook = read('docs/runbook.md');
    expect(sentences.filter((sentence) => !runbook.includes(sentence))).toEqual([]);
  });

  test('starts again what it has stopped for a restore', () => {
    const section = read('docs/runbook.md').split('### A table is lost or damaged')[1]?.split('\n### ')[0] ?? '';
    const [stopped = [], ...started] = [...section.matchAll(/for F in ([\w\s\\-]+); do/g)].map(([, names = '']) =>
      names.split(/[\s\\]+/),
    );
    const functions = devTemplates().resources('service', 'AWS::Lambda::Function');
    const known = functions.map(({ properties }) =>
      String(properties.FunctionName).replace('payment-service-dev-', ''),
    );
    expect(stopped).toEqual(expect.arrayContaining(['gateway-authorize', 'payments-notification', 'payments-sweep']));
    expect(started.flat().sort()).toEqual(stopped.toSorted());
    expect(stopped.filter((name) => !name.startsWith('dashboard-') && !known.includes(name))).toEqual([]);
  });
});
