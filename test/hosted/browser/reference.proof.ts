import { expect } from 'vitest';
import { PAYMENT_ROUTES } from '../../../functions/payments/routes.ts';
import { SUPPORT } from '../../../lib/bundling/support.ts';
import { publishedDocuments } from '../../../lib/docs/published.ts';
import { axe } from '../support/axe.ts';
import { soon, test } from '../support/browser-test.ts';
import { shot } from '../support/shot.ts';

test.for([1280, 390] as const)(
  'shows the calls to anybody, %d wide, and sends nothing',
  async (width, { hosted, person }) => {
    const visitor = await person({ width, dark: width === 390 });
    const { page, open, problems } = visitor;
    const origins = new Set<string>();
    page.on('request', (request) => void origins.add(new URL(request.url()).origin));
    await open('/docs/');
    // A client that is generated from the document calls this service.
    await page.locator('.servers', { hasText: hosted.baseUrl }).waitFor();
    const document = await page.request.get(new URL('openapi.json', page.url()).href);
    const { servers, info } = await document.json();
    expect(servers).toMatchObject([{ url: hosted.baseUrl }]);
    expect(info.contact.email).toBe('support@demo.example');
    for (const route of Object.keys(PAYMENT_ROUTES).slice(0, width === 390 ? 1 : 2)) {
      const [method = '', path = ''] = route.split(' ');
      const call = page.locator('.opblock', { hasText: path }).filter({ hasText: method }).first();
      await call.locator('.opblock-summary-control').click();
      const samples = call.getByRole('group', { name: 'Code samples' });
      await soon(() => samples.locator('pre').textContent()).toContain('curl');
      for (const language of ['Node', 'PHP']) {
        await samples.getByRole('button', { name: language, exact: true }).click();
        expect(await samples.locator('pre').textContent(), language).toContain(path.replace(/\{\w+\}$/, ''));
      }
    }
    expect(await page.getByRole('button', { name: /try it out|execute|authorize/i }).count()).toBe(0);
    expect(await page.locator('script:not([src]), style, [style*="url("]').count()).toBe(0);
    expect([...origins].filter((origin) => origin !== new URL(page.url()).origin && origin !== 'null')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // What is ours: Swagger UI itself has select boxes without a name and buttons in buttons.
    expect(await axe(page, '.code-samples')).toEqual([]);
    expect(problems).toEqual([]);
    await shot(page, `reference-${width}`);
  },
);

test('shows every document to anybody as a page, from links alone, and each link leads somewhere', async ({
  person,
}) => {
  const { page, open, problems } = await person({ width: 390 });
  await open('/docs/');
  const folder = page.url();
  const queue = [folder];
  const targets = new Set<string>();
  const anchors = new Set<string>();
  for (const address of queue) {
    const isPage = address === folder || address.endsWith('.html');
    const answer = isPage ? await page.goto(address) : await page.request.get(address);
    expect([address, answer?.status()]).toEqual([address, 200]);
    const type = answer?.headers()['content-type'];
    const text = (await answer?.text()) ?? '';
    expect(text, address).not.toContain(SUPPORT);
    if (/\/(errors|go-live)\./.test(address)) expect(text, address).toContain('support@demo.example');
    if (/\.(md|txt|mjs)$/.test(address)) expect([address, type]).toEqual([address, 'text/plain; charset=utf-8']);
    if (!isPage) continue;
    const [links, ids] = (await page.evaluate(
      "[[...document.links].map(({ href }) => href), [...document.querySelectorAll('[id]')].map(({ id }) => '#' + id)]",
    )) as [string[], string[]];
    for (const link of links.filter((each) => each.startsWith(folder))) {
      const [target = ''] = link.split('#');
      if (!queue.includes(target)) queue.push(target);
      if (link.includes('#') && target !== folder) anchors.add(decodeURI(link));
    }
    for (const id of ids) targets.add(address + id);
    if (address === folder) continue;
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), address).toBe(true);
    // In English it is the same page, with its words.
    if (address.includes('/pt/')) expect(await axe(page), address).toEqual([]);
    if (address.endsWith('/pt/quick-start.html')) await shot(page, 'document-390');
  }
  expect(queue.filter((address) => address.endsWith('.html'))).toHaveLength(
    publishedDocuments().filter((path) => path.endsWith('.md')).length,
  );
  expect(anchors.size).toBeGreaterThan(10);
  expect([...anchors].filter((anchor) => !targets.has(anchor))).toEqual([]);
  expect(problems).toEqual([]);
});
