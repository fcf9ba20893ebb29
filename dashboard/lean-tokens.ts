import type { Plugin } from 'vite';
import { leanPlugin } from './lean-plugin.ts';
import type { WholePage } from './whole-page.ts';

/** Where the components declare their design tokens: some 1,000 custom properties, many of them once for each surface and mode. */
export const TOKEN_SHEET = /base-theme[\\/]styles\.scoped\.css$/;
const DECLARATION = /^ *(--[\w-]+): *(.*);\n/gm;
const USE = /var\(\s*(--[\w-]+)/g;
/** The values for a dark page header, which no page here has. */
const DARK_HEADER = /^ {2}\.awsui-context-content-header[^{]*\{\n[^}]*\}\n/gm;

/** Leaves out the design tokens that nothing in the page asks for: 11 of 60 KB of compressed style sheet. `page` is without the tokens. */
export function usedTokensOnly(page: () => Promise<WholePage>): Plugin {
  return leanPlugin({
    name: 'used-tokens-only',
    file: TOKEN_SHEET,
    holds: 'design tokens',
    change: async (css) => withoutUnused(css.replace(DARK_HEADER, ''), (await page()).text),
  });
}

/** `css` without the declarations of properties that neither `text` nor a used property's value names. */
function withoutUnused(css: string, text: string): string {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of css.matchAll(DECLARATION)) {
    values.set(name, `${values.get(name) ?? ''} ${value}`);
  }
  const used = new Set<string>();
  const use = (from: string) => {
    for (const [, name = ''] of from.matchAll(USE)) {
      if (used.has(name)) continue;
      used.add(name);
      use(values.get(name) ?? '');
    }
  };
  use(text);
  return css.replace(DECLARATION, (line, name: string) => (used.has(name) ? line : ''));
}
