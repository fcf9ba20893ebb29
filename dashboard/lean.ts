import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const FONT = /@font-face\s*\{([^}]*)\}/g;
// Of the eight faces that come along, the components set texts in these two.
const SHOWN_WEIGHTS = ['400', '700'];

/**
 * The components' style sheet carries its fonts inside, 140 KB that everyone would wait for. Here they become files of
 * their own, fetched beside the page, while texts already stand in a font of the machine.
 */
export function fontsApart(base: string): Plugin {
  let found = 0;
  return {
    name: 'fonts-apart',
    enforce: 'pre',
    apply: 'build',
    transform(css, id) {
      if (!id.endsWith('global-styles/index.css')) return null;
      const emit = (source: Buffer, weight: string) => {
        const fileName = `assets/open-sans-${weight}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.woff2`;
        this.emitFile({ type: 'asset', fileName, source });
        found += 1;
        return `${base}${fileName}`;
      };
      return css.replace(FONT, (_, face: string) => apart(face, emit));
    },
    buildEnd(error) {
      if (!error && found !== SHOWN_WEIGHTS.length) throw new Error(`fonts: ${found} found in the style sheet`);
    },
  };
}

function apart(face: string, emit: (source: Buffer, weight: string) => string): string {
  const weight = /font-weight:\s*(\d+)/.exec(face)?.[1] ?? '';
  const base64 = /base64,([\w+/=]+)/.exec(face)?.[1];
  if (!SHOWN_WEIGHTS.includes(weight) || !/font-style:\s*normal/.test(face) || base64 === undefined) return '';
  const url = emit(Buffer.from(base64, 'base64'), weight);
  return `@font-face { font-family: 'Open Sans'; font-weight: ${weight}; font-display: swap; src: url('${url}') format('woff2'); }`;
}

/** The components' words come parsed; the parser of their format, 9 KB, would never be called. */
export function withoutMessageParser(): Plugin {
  let isFound = false;
  return {
    name: 'without-message-parser',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (!id.endsWith('icu-messageformat-parser/lib/index.js')) return null;
      isFound = true;
      const parse = "export function parse() { throw new Error('words of the components are not parsed here'); }";
      return `export * from './types';\n${parse}`;
    },
    buildEnd(error) {
      if (!error && !isFound) throw new Error('the message parser is no longer where it was');
    },
  };
}
