import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildPage, PAGE_DIR } from '../../../lib/bundling/page.ts';

// Built by the synth before all tests.
const html = readFileSync(join(PAGE_DIR, 'index.html'), 'utf8');

const MAX_FIRST_LOAD_BYTES = 400 * 1_024;

const gzippedBytes = (path: string) => gzipSync(readFileSync(join(PAGE_DIR, path))).length;

/** The files that the browser loads for the first page, the transactions, relative to the page's folder. */
function firstLoad(): string[] {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/dashboard\/([^"]+\.(?:js|css))"/g)];
  const files = named.map(([, path = '']) => path);
  const entry = files
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(join(PAGE_DIR, path), 'utf8'))
    .find((code) => code.includes('__vite__mapDeps='));
  // Vite's format: a list of all files, and for each dynamic import the indexes of the files that it needs.
  const all = JSON.parse(/m\.f=(\[[^\]]*\])/.exec(entry ?? '')?.[1] ?? '[]') as string[];
  const indexes = /import\([`"']\.\/transactions-page[^)]*\),__vite__mapDeps\(\[([\d,]+)\]\)/.exec(entry ?? '')?.[1];
  return [...new Set([...files, ...(indexes ?? '').split(',').map((index) => all[Number(index)] ?? '')])];
}

describe('the built page', () => {
  test('has nothing inline, which its content security policy forbids', () => {
    for (const [tag, attributes, body] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      expect(attributes, tag).toMatch(/\bsrc="\/dashboard\//);
      expect(body?.trim(), tag).toBe('');
    }
    expect(html).not.toMatch(/<style\b|\sstyle=|\son\w+=|javascript:/);
  });

  test('consists of files with an extension, as the edge function requires', () => {
    const files = globSync('**', { cwd: PAGE_DIR, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const { name } of files) expect(name).toMatch(/\.[A-Za-z0-9]+$/);
  });

  test('has in `assets` only files named by their content: browsers cache them for a year', () => {
    for (const path of globSync('assets/**', { cwd: PAGE_DIR, withFileTypes: true }).filter((entry) => entry.isFile()))
      expect(path.name).toMatch(/-[\w-]{8,}\.\w+$/);
  });

  test('is not rebuilt from unchanged sources, so that a synth stays fast', async () => {
    const before = statSync(PAGE_DIR).ino;
    await buildPage();
    expect(statSync(PAGE_DIR).ino).toBe(before);
  });

  test('is the production build of React in every environment', () => {
    for (const path of globSync('assets/*.js', { cwd: PAGE_DIR }))
      expect(readFileSync(join(PAGE_DIR, path), 'utf8').includes('react.dev/link/'), path).toBe(false);
  });

  test('has no source map', () => {
    expect(globSync('**/*.map', { cwd: PAGE_DIR })).toEqual([]);
  });

  test('has no config.json, which the deployment writes', () => {
    expect(globSync('config.json', { cwd: PAGE_DIR })).toEqual([]);
  });

  test('shows the first page after at most 400 KB, gzipped', () => {
    const bytes = firstLoad().map((path) => [path, gzippedBytes(path)] as const);
    expect(bytes.map(([path]) => path).join()).toContain('transactions-page');
    const totalBytes = bytes.reduce((sum, [, each]) => sum + each, gzippedBytes('index.html'));
    const heaviest = bytes.toSorted(([, one], [, other]) => other - one).slice(0, 10);
    expect(totalBytes, JSON.stringify(Object.fromEntries(heaviest))).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
  });
});
