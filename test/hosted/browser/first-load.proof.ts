import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';

const FIRST_PAGES = [
  ['/', 330, '5 payments'],
  ['/transactions', 400, '8 results'],
] as const;

const name = 'the files of a first page, $0, fonts included, are at most $1 KB gzipped';
test.for(FIRST_PAGES)(name, async ([path, limitKb, ready], { story, person }) => {
  const { page, signIn } = await person();
  const paths = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isOfPage = pathname.startsWith('/dashboard/') && !pathname.startsWith('/dashboard/api/');
    // The page itself is the same under whatever address.
    if (isOfPage && response.ok()) paths.add(/\.\w+$/.test(pathname) ? pathname : '/dashboard/');
  });
  await signIn(story.email, path);
  await page.getByText(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  // Fetched once more: the browser drops what it loaded before the sign-in page.
  const files = await Promise.all(
    [...paths].map(async (name) => {
      const response = await fetch(new URL(name, page.url()));
      expect(response.status).toBe(200);
      return { name, bytes: gzipSync(new Uint8Array(await response.arrayBuffer())).length };
    }),
  );
  const totalKb = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  const largest = files.sort((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${name} ${bytes}`);
  expect(files.filter(({ name }) => name.endsWith('.woff2'))).toHaveLength(2);
  expect(totalKb, largest.join('\n')).toBeLessThanOrEqual(limitKb);
});
