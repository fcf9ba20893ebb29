import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

// Passed checks are counted but not described, which took most of the time.
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
  resultTypes: ['violations'],
};

/**
 * What axe finds wrong on the page as it is shown now, or on the parts that `within` selects, one line for each
 * element.
 */
export async function axe(page: Page, within = 'html'): Promise<string[]> {
  // Evaluated by the debugger: a script element would be refused by the page's security policy, and rightly so.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(SOURCE);
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`,
  )) as AxeResults['violations'];
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n')[1]?.trim() ?? '';
      return `${id} at ${target.join(' ')}: ${help} (${why})`;
    }),
  );
}
