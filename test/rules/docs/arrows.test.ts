import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FOLDER = /^functions\/(\w+)\//;
const WIRING = /(\.handler|\/wiring)\.ts$/;
const BASE = ['http', 'dynamo', 'runtime'];

/** What the folders of `functions/` import: `a --> b`, or `a -.-> b` where only handlers and wiring of `a` do. */
function importedArrows(): string[] {
  const isOfRules = new Map<string, boolean>();
  for (const file of globSync('functions/**/*.ts')) {
    const [, from] = FOLDER.exec(file) ?? [];
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const [, to] = (fileName.startsWith('.') && FOLDER.exec(join(dirname(file), fileName))) || [];
      if (!to || to === from) continue;
      const pair = `${from} ${to}`;
      isOfRules.set(pair, isOfRules.get(pair) || !WIRING.test(file));
    }
  }
  return [...isOfRules].map(([pair, isRule]) => pair.replace(' ', isRule ? ' --> ' : ' -.-> ')).sort();
}

/** The same, as drawn. `a & b --> c & d` are four arrows, `domains` are all folders but the base. */
function drawnArrows(drawing: string, domains: readonly string[]): string[] {
  const foldersOf = (text = '') => text.split(' & ').flatMap((name) => (name === 'domains' ? domains : name));
  const drawn = [...drawing.matchAll(/^ *([\w &]+) (-->|-\.->) ([\w &]+)$/gm)].flatMap(([, left, arrow, right]) =>
    foldersOf(left).flatMap((from) => foldersOf(right).map((to) => ({ from, to, text: `${from} ${arrow} ${to}` }))),
  );
  const folders = new Set([...domains, ...BASE]);
  return drawn.flatMap(({ from, to, text }) => (folders.has(from) && folders.has(to) ? text : [])).sort();
}

test('every arrow between the folders of functions/ is drawn, and no other', () => {
  const drawing = /## Arrows between folders\n\n```mermaid\n([^`]+)```/.exec(
    readFileSync('docs/architecture.md', 'utf8'),
  );
  const imported = importedArrows();
  const domains = globSync('functions/*/').flatMap((path) => FOLDER.exec(`${path}/`)?.[1] ?? []);
  expect(imported.length).toBeGreaterThan(20);
  expect(
    drawnArrows(
      drawing?.[1] ?? '',
      domains.filter((name) => !BASE.includes(name)),
    ),
  ).toEqual(imported);
});
