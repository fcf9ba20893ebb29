import type { Plugin } from 'vite';
import { leanPlugin } from './lean-plugin.ts';
import type { WholePage } from './whole-page.ts';

/** Where the components keep the drawings of all their icons. */
export const ICONS = /[\\/]icon[\\/]generated[\\/]icons\.js$/;
const ICON = /^ {4}"([\w-]+)": React\.createElement\(.*\n(?: {8}.*\n)*/gm;

/** Leaves out the icons whose names stand nowhere in the page, 6 of 9 KB. `page` is without the icons. */
export function usedIconsOnly(page: () => Promise<WholePage>): Plugin {
  return leanPlugin({
    name: 'used-icons-only',
    file: ICONS,
    holds: 'icons',
    change: async (script) => {
      const { text } = await page();
      return script.replace(ICON, (drawing, name: string) => (text.includes(`"${name}"`) ? drawing : ''));
    },
  });
}
