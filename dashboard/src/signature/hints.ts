import { type Bytes, textOf } from './bytes.ts';

/** What can be seen without any computing. */
export type Hint =
  | 'body-empty'
  | 'body-not-utf8'
  | 'body-not-json'
  | 'body-odd-characters'
  | 'secret-is-api-key'
  | 'secret-hidden'
  | 'secret-length'
  | 'secret-no-prefix';

export const SECRET_LENGTH = 50;

export function hintsOf(body: Bytes, secret: string): Hint[] {
  return [...bodyHints(body), ...secretHints(secret.trim())];
}

function bodyHints(body: Bytes): Hint[] {
  if (body.length === 0) return ['body-empty'];
  const text = textOf(body);
  if (text === null) return ['body-not-utf8'];
  const hints: Hint[] = isJson(text) ? [] : ['body-not-json'];
  if (/[\u00A0\u2007\u202F\u200B\uFEFF“”„‘’]/.test(text)) hints.push('body-odd-characters');
  return hints;
}

function secretHints(secret: string): Hint[] {
  if (secret === '') return [];
  if (/^sk_/.test(secret)) return ['secret-is-api-key'];
  if (/[…•*]/.test(secret)) return ['secret-hidden'];
  if (!secret.startsWith('whsec_')) return ['secret-no-prefix'];
  return secret.length === SECRET_LENGTH ? [] : ['secret-length'];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}
