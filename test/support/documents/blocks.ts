import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A fenced block of a document. */
export interface Block {
  language: string;
  /** The name under which the reader saves it: the second word after the fence. */
  file?: string;
  code: string;
  /** The reason in the comment `<!-- not run: … -->` before it. */
  notRun?: string;
  /** The call in the line before it, such as `POST /payments/init`. */
  call?: string;
}

export const readDocument = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The pages for merchants, in English. */
export const PAGES = globSync('docs/merchants/*.md', { cwd: ROOT }).sort();
export const portugueseOf = (page: string): string => page.replace('merchants/', 'merchants/pt/');

const BLOCK =
  /(?:<!-- not run: (?<notRun>.+?) -->\n)?(?:`(?<call>(?:GET|POST) \/\S+)`\n\n)?^```(?<language>\S*)(?: (?<file>\S+))?\n(?<code>[\s\S]*?)^```$/gm;

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(BLOCK)].map(({ groups = {} }) => {
    const { language = '', code = '', file, notRun, call } = groups;
    return {
      ...{ language, code },
      ...(file && { file }),
      ...(notRun && { notRun }),
      ...(call && { call }),
    };
  });
}

/** The depth of each heading, in order. */
export function headingsOf(text: string): number[] {
  const prose = text.replace(BLOCK, '');
  return [...prose.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);
}
