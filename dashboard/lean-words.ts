import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { leanPlugin } from './lean-plugin.ts';
import type { WholePage } from './whole-page.ts';

const MESSAGES = /[\\/]i18n[\\/]messages[\\/]all\.[\w-]+\.js$/;

type Words = Record<string, Record<string, Record<string, unknown>>>;

/** Leaves out the components' words, labels for screen readers mostly, where the page has no such component: 3 of 7 KB. */
export function usedWordsOnly(page: () => Promise<WholePage>): Plugin {
  return leanPlugin({
    name: 'used-words-only',
    file: MESSAGES,
    holds: 'words of the components',
    change: async (script, id) => {
      const { components } = await page();
      const words = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as Words;
      // Some names stand for several components and have no folder.
      const isUsed = (name: string) => components.has(name) || !existsSync(join(id, '..', '..', '..', name));
      return `export default ${JSON.stringify(filtered(words, isUsed))}`;
    },
  });
}

/** Namespace, language, component. */
function filtered(words: Words, isUsed: (component: string) => boolean): Words {
  return mapValues(words, (languages) =>
    mapValues(languages, (components) =>
      Object.fromEntries(Object.entries(components).filter(([component]) => isUsed(component))),
    ),
  );
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
