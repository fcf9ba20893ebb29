import { expect } from 'vitest';
import { PAYMENT_ROUTES } from '../../../functions/payments/routes.ts';
import { axe } from '../support/axe.ts';
import { test } from '../support/browser-test.ts';
import { shot } from '../support/shot.ts';

export function referenceFlows(): void {
  test.for([1280, 390] as const)(
    'shows every call to anybody, %d wide, and sends nothing',
    async (width, { person }) => {
      const visitor = await person({ width, dark: width === 390 });
      const { page, open, problems } = visitor;
      const origins = new Set<string>();
      page.on('request', (request) => void origins.add(new URL(request.url()).origin));
      await open('/docs/');
      for (const route of Object.keys(PAYMENT_ROUTES)) {
        const [method = '', path = ''] = route.split(' ');
        const call = page.locator('.opblock', { hasText: path }).filter({ hasText: method }).first();
        await call.locator('.opblock-summary-control').click();
        const samples = call.getByRole('group', { name: 'Code samples' });
        await expect.poll(() => samples.locator('pre').textContent()).toContain('curl');
        for (const language of ['Node', 'PHP', 'Python', 'C#']) {
          await samples.getByRole('button', { name: language, exact: true }).click();
          expect(await samples.locator('pre').textContent(), language).toContain(path);
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
}
