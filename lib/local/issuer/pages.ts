import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { OidcContext } from 'oidc-provider';
import { type Texts, textsFor } from './texts.ts';
import type { PoolUser } from './users.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 2rem 1rem; }
  main { max-width: 26rem; margin: 0 auto; }
  h1 { font-size: 1.5rem; line-height: 1.3; }
  h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
  button, input { box-sizing: border-box; width: 100%; padding: 0.625rem 0.875rem; font: inherit; }
  button, input { border-radius: 0.5rem; }
  button { margin: 0 0 0.5rem; border: 1px solid #0b5394; background: #0b5394; color: #fff; }
  button { text-align: left; cursor: pointer; }
  button:hover { background: #083d6d; }
  button span { display: block; font-size: 0.875rem; }
  input { margin: 0.25rem 0 0.75rem; border: 1px solid #767676; }
  :focus-visible { outline: 3px solid #e8a200; outline-offset: 2px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Choice {
  /** Target of the forms. */
  action: string;
  users: readonly PoolUser[];
  mayAnyoneSignUp: boolean;
  /** Whether the form was sent with what is no e-mail address. */
  isRefused?: boolean;
}

/** The sign-in page: a choice of users, without passwords. */
export function signInPage(texts: Texts, { action, users, mayAnyoneSignUp, isRefused = false }: Choice): string {
  const choices = users.map(({ sub, email, name, groups }) => {
    const about = `${email}${groups.length > 0 ? ` (${groups.join(', ')})` : ''}`;
    const label = `${escaped(texts.signInAs(name ?? email))}<span>${escaped(about)}</span>`;
    return `<button name="sub" value="${escaped(sub)}">${label}</button>`;
  });
  return page(
    texts,
    texts.title,
    `<h1>${texts.heading}</h1>
<p>${texts.what}</p>
<form method="post" action="${escaped(action)}">
${choices.join('\n')}
</form>
${mayAnyoneSignUp ? signUpForm(texts, action, isRefused) : ''}`,
  );
}

function signUpForm(texts: Texts, action: string, isRefused: boolean): string {
  const problem = isRefused ? `<p id="problem" role="alert">${texts.emailProblem}</p>\n` : '';
  return `<h2>${texts.newMerchant}</h2>
<form method="post" action="${escaped(action)}">
${problem}<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254"${isRefused ? ' aria-invalid="true" aria-describedby="problem"' : ''}>
<button>${texts.signUp}</button>
</form>`;
}

/** `detail`: in English, from the library, for who develops the page. */
export function messagePage(texts: Texts, title: string, text: string, detail?: string): string {
  const more = detail === undefined ? '' : `\n<p lang="en">${escaped(detail)}</p>`;
  return page(texts, title, `<h1>${escaped(title)}</h1>\n<p>${escaped(text)}</p>${more}`);
}

/** Sends a page of the issuer. `formTargets` are other origins that a form may lead to. */
export function sendPage(response: ServerResponse, status: number, html: string, formTargets: string[] = []): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(pageHeaders(formTargets))) response.setHeader(name, value);
  response.end(html);
}

/** Shows an error of `oidc-provider` on a page of the issuer. */
export function showError(context: OidcContext, detail: string): void {
  for (const [name, value] of Object.entries(pageHeaders([]))) context.set(name, value);
  const texts = textsFor(context.req);
  context.body = messagePage(texts, texts.signInFailed, texts.signInFailedWhat, detail);
}

function pageHeaders(formTargets: string[]): Record<string, string> {
  // Browsers apply form-action also to the redirects after a form.
  const targets = ["'self'", ...formTargets].join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; ` +
      "frame-ancestors 'none'; base-uri 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
}

function page({ locale }: Texts, title: string, body: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
