import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { PAGE_DIR } from '../../../lib/bundling/page.ts';
import { devTemplates } from '../templates.ts';

interface Answer {
  statusCode: number;
  headers: Record<string, { value: string }>;
  body?: string;
}

const [edge, ...others] = devTemplates().resources('dashboard', 'AWS::CloudFront::Function');
const code = String(edge?.properties.FunctionCode);

/** Runs the template's code on a request, in a context without any globals of Node. */
function viewed(uri: string): { uri: string } | Answer {
  const context = createContext({
    event: { version: '1.0', request: { method: 'GET', uri, headers: {}, cookies: {} } },
  });
  return JSON.parse(runInContext(`${code}\nJSON.stringify(handler(event))`, context) as string);
}

describe('an address of the dashboard', () => {
  test.each([
    '/dashboard/',
    '/dashboard/transactions',
    '/dashboard/transactions/tx_0123456789abcdef01234567',
    '/dashboard/settings/webhook',
    '/dashboard/settings/api-keys',
    '/dashboard/callback',
    '/dashboard/signed-out',
    '/dashboard/accounts/mer_1/',
    '/dashboard/v1.2/notes',
    // Not below `/dashboard/api/`, which has its own behavior.
    '/dashboard/api',
    // No file of the page: its router says that there is no such page.
    '/dashboard/settings/webhook.html',
    '/dashboard/transactions/tx_1.json',
    '/dashboard/favicon.png',
    '/dashboard/documents.html',
  ])('%s is the page', (uri) => {
    expect(viewed(uri)).toMatchObject({ uri: '/dashboard/index.html' });
  });

  test.each([
    '/dashboard/index.html',
    '/dashboard/config.json',
    '/dashboard/favicon.svg',
    '/dashboard/assets/index-BrZaVQkZ.js',
    '/dashboard/assets/open-sans.woff2',
    '/dashboard/assets/never-there.js',
  ])('%s is the file of that name, whether it exists or not', (uri) => {
    expect(viewed(uri)).toMatchObject({ uri });
  });

  test('of a document is the file of that name', () => {
    const files = globSync('docs/**', { cwd: PAGE_DIR, withFileTypes: true }).filter((entry) => entry.isFile());
    const uris = files.map(({ parentPath, name }) => `/dashboard/${relative(PAGE_DIR, join(parentPath, name))}`);
    expect(uris.length).toBeGreaterThan(30);
    for (const uri of uris) expect(viewed(uri), uri).toMatchObject({ uri });
    expect(viewed('/dashboard/docs/')).toMatchObject({ uri: '/dashboard/docs/index.html' });
  });

  test.each([
    '/dashboard/docs/nope',
    '/dashboard/docs/nope.html',
    '/dashboard/docs/merchants/',
    '/dashboard/docs/merchants/quick-start',
    '/dashboard/docs/merchants/quick-start.htm',
    '/dashboard/docs/merchants/pt/inicio.md',
    '/dashboard/docs/Merchants/quick-start.html',
    '/dashboard/docs/constructor',
    '/dashboard/docs//',
    '/dashboard/docs/%E0%A4%A',
  ])('%s, a mistyped document, is a page that leads to the documents', (uri) => {
    const answer = viewed(uri) as Answer;
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']?.value).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('href="/dashboard/docs/"');
    expect(answer.body).toContain(uri.includes('/pt/') ? 'lang="pt"' : 'lang="en"');
    expect(answer.body).not.toContain('nope');
  });

  test.each([
    ['/', '/dashboard/'],
    ['/dashboard', '/dashboard/'],
    ['/dashboard/docs', '/dashboard/docs/'],
    ['/llms.txt', '/dashboard/docs/llms.txt'],
  ])('%s redirects to %s', (uri, target) => {
    const answer = viewed(uri) as Answer;
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location?.value).toBe(target);
  });

  test.each([
    '/favicon.ico',
    '/robots.txt',
    '/wp-login.php',
    '/dashboards',
    '/dashboardish/x',
    '/index.html',
    '//evil.example',
  ])('%s is not found, answered at the edge without an origin request', (uri) => {
    const answer = viewed(uri) as Answer;
    expect(answer.statusCode).toBe(404);
    expect(answer.headers.location).toBeUndefined();
  });
});

describe('the edge code', () => {
  test('is one function within the size limit, in the runtime that supports its language', () => {
    expect(others).toEqual([]);
    expect(edge?.properties.FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
    expect(Buffer.byteLength(code)).toBeLessThan(10_240);
    expect(code).not.toMatch(/^\s*(import|export)\b/m);
    // Not among the features that AWS lists for the runtime.
    expect(code).not.toMatch(/\b(const|let|var)\s*[[{]|\?\.|\.\.\./);
  });
});
