import { posix } from 'node:path';
import { Marked, Renderer } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { addressInPage } from '../bundling/support.ts';

/** The words around a document, in its language. */
const WORDS = {
  en: { guides: 'Guides', reference: 'API reference', other: 'Português', otherLang: 'pt' },
  pt: { guides: 'Guias', reference: 'Referência da API', other: 'English', otherLang: 'en' },
} as const;
type Language = keyof typeof WORDS;

/** The guides in reading order; other documents follow by name. */
const ORDER = ['quick-start', 'take-payments', 'receive-webhooks', 'recover', 'test', 'go-live', 'errors'];
const PORTUGUESE = 'merchants/pt/';
const SAMPLES = 'examples/calls';

/** Everything that is published, by its path below `docs/`. */
export type Documents = ReadonlyMap<string, string>;

/** Where a document's page is: `merchants/test.md` becomes `merchants/test.html`. */
export const pageOf = (path: string): string => path.replace(/\.md$/, '.html');

/**
 * A document as a page of HTML. A link to another document of the list becomes one to its page, and a link to what is
 * not published becomes text. Nothing is inline: the page's security policy would refuse it.
 */
export function documentPage(path: string, documents: Documents): string {
  const language: Language = path.startsWith(PORTUGUESE) ? 'pt' : 'en';
  const words = WORDS[language];
  const markdown = documents.get(path) ?? '';
  const href = (target: string) => posix.relative(posix.dirname(path), target) || '.';
  const guides = [...documents.keys()]
    .filter((each) => each.startsWith('merchants/') && each.startsWith(PORTUGUESE) === (language === 'pt'))
    .sort((a, b) => positionOf(a) - positionOf(b));
  const translation = translationOf(path);
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(titleOf(markdown))} – Payment Service</title>
    <link rel="icon" href="/dashboard/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${href('document.css')}" />
  </head>
  <body>
    <nav aria-label="${words.guides}">
      <a href="${href('.')}/">${words.reference}</a>
      ${guides.map((each) => linkTo(href(pageOf(each)), titleOf(documents.get(each) ?? ''), each === path)).join('\n      ')}
      ${documents.has(translation) ? `<a href="${href(pageOf(translation))}" lang="${words.otherLang}">${words.other}</a>` : ''}
      <a href="${href(path)}">Markdown</a>
    </nav>
    <main class="document">
${contentOf(path, markdown, documents)}    </main>
  </body>
</html>
`;
}

function contentOf(path: string, markdown: string, documents: Documents): string {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const [target = '', ...anchor] = href.split(/(?=#)/);
        const file = posix.join(posix.dirname(path), target);
        const linked = (to: string) => `<a href="${escaped(to)}">${text}</a>`;
        if (/^(https?:|#)/.test(href)) return linked(href);
        if (href.startsWith('mailto:')) return text + addressInPage(escaped(href.slice(7)));
        // The samples are on the reference page.
        if (file === SAMPLES) return linked(`${posix.relative(posix.dirname(path), '.') || '.'}/`);
        return documents.has(file) ? linked(pageOf(target) + anchor.join('')) : text;
      },
      // A wide table or block scrolls by itself, by keyboard too.
      table(token) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
      tablecell(token) {
        const isEmptyHead = token.header && token.text === '';
        return isEmptyHead ? '<td></td>' : Renderer.prototype.tablecell.call(this, token);
      },
      // A disabled box without a label tells a screen reader nothing.
      checkbox: () => '☐ ',
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    },
  });
  return marked.parse(markdown, { async: false });
}

/** The same guide in the other language; for other documents a path that there is none of. */
function translationOf(path: string): string {
  return path.startsWith(PORTUGUESE) ? path.replace('/pt/', '/') : path.replace('merchants/', PORTUGUESE);
}

function positionOf(path: string): number {
  const position = ORDER.indexOf(posix.basename(path, '.md'));
  return position === -1 ? ORDER.length : position;
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? '';
}

function linkTo(href: string, text: string, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${escaped(text)}</a>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}
