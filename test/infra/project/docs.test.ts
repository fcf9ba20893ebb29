import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedDocuments } from '../../../lib/docs/documents.ts';
import { devTemplates } from '../templates.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DOCUMENTS = [
  'README.md',
  'functions/README.md',
  ...globSync(['docs/**/*.md', 'docs/llms.txt'], { cwd: ROOT }),
].sort();
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
  test('that are generated match the code (otherwise run `npm run docs`)', () => {
    for (const { path, text } of generatedDocuments()) expect(readFileSync(path, 'utf8'), path).toBe(text);
  });

  test('§6.4.5: advise merchants to answer within a second and to process afterwards', () => {
    expect(read('docs/api.md')).toMatch(/Answer 2xx within 8 seconds, better within one; do the work afterwards/);
  });

  test('have no broken link', () => {
    expect(DOCUMENTS.flatMap((document) => brokenLinks(document).map((target) => `${document}: ${target}`))).toEqual(
      [],
    );
  });

  test('name only existing files', () => {
    expect(DOCUMENTS.flatMap((document) => missingFiles(document).map((path) => `${document}: ${path}`))).toEqual([]);
  });
});

test('the runbook has every sentence in the alarm descriptions of the service and the simulated bank', () => {
  const sentences = (['service', 'simulator'] as const)
    .flatMap((part) => devTemplates().resources(part, 'AWS::CloudWatch::Alarm'))
    .map(({ properties }) => String(properties.AlarmDescription).replace(/^One of these: /, ''))
    .flatMap((text) => text.match(/[A-Z].*?[.)](?= [A-Z]|$)/g) ?? []);
  expect(sentences.length).toBeGreaterThan(15);
  const runbook = read('docs/runbook.md');
  expect(sentences.filter((sentence) => !runbook.includes(sentence))).toEqual([]);
});
