import type { ServerResponse } from 'node:http';
import type { SeededUser } from './users.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
  button, input { box-sizing: border-box; width: 100%; padding: 0.625rem 0.875rem; font: inherit; }
  button { margin: 0 0 0.5rem; border: 1px solid #0b5394; background: #0b5394; color: #fff; cursor: pointer; }
  button span { display: block; font-size: 0.875rem; }
  input { margin: 0.25rem 0 0.75rem; border: 1px solid #767676; }
`;

/** The sign-in page: a choice of users, without passwords. The forms lead back to its own address. */
export function signInPage(users: readonly SeededUser[], mayAnyoneSignUp: boolean): string {
  const choices = users.map(({ email, name, groups }) => {
    const about = `${escaped(email)} (${escaped(groups.join(', '))})`;
    return `<button name="email" value="${escaped(email)}">Sign in as ${escaped(name)}<span>${about}</span></button>`;
  });
  return page(
    'Sign in to the local service',
    `<p>This page replaces the real sign-in while the service runs on this machine. It needs no password.</p>
<form method="post">
${choices.join('\n')}
</form>
${mayAnyoneSignUp ? SIGN_UP : ''}`,
  );
}

const SIGN_UP = `<h2>New merchant</h2>
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="off" required pattern=".+@.+\\..+" maxlength="254">
<button>Sign up as a new merchant</button>
</form>`;

export function messagePage(title: string, text: string): string {
  return page(title, `<p>${escaped(text)}</p>`);
}

export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
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
