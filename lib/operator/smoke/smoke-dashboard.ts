import * as z from 'zod/mini';

type Check = (name: string, ok: boolean, detail: string) => void;

const pageConfig = z.object({ authority: z.url(), clientId: z.string(), logoutUrl: z.url() });
const discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url() });

/**
 * Checks of the dashboard that need a deployment: the distribution serves the page with its headers, paths of the page
 * and of the API lead to the right origin, the API requires a token, and the issuer is the one of the configuration.
 */
export async function smokeDashboard(dashboardUrl: string, check: Check): Promise<void> {
  const page = await get(dashboardUrl);
  const policy = page.headers.get('content-security-policy') ?? '(none)';
  check('the dashboard serves its page', isPage(page), summary(page));
  check('the page has its security policy', policy.startsWith("default-src 'none'"), policy);
  const deep = await get(new URL('settings/webhook', dashboardUrl));
  check('a path of the page serves the page', isPage(deep) && deep.text === page.text, summary(deep));
  const lost = await get(new URL('docs/nope.html', dashboardUrl));
  check('a mistyped document is a page', lost.status === 404 && isHtml(lost), summary(lost));
  for (const [name, headers] of [
    ['no token', {}],
    ['a forged token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }],
  ] as const) {
    const answer = await get(new URL('api/me', dashboardUrl), headers);
    check(`the dashboard's API refuses ${name}`, answer.status === 401 && isJson(answer), summary(answer));
  }
  await checkIssuer(dashboardUrl, check);
}

async function checkIssuer(dashboardUrl: string, check: Check): Promise<void> {
  const answer = await get(new URL('config.json', dashboardUrl));
  const config = pageConfig.safeParse(parsed(answer.text));
  check('the page has its sign-in settings', config.success, summary(answer));
  if (!config.success) return;
  const { authority } = config.data;
  const response = await get(`${authority}/.well-known/openid-configuration`);
  const found = discovery.safeParse(parsed(response.text));
  check('the issuer is the configured one', found.success && found.data.issuer === authority, summary(response));
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

async function get(url: string | URL, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function isPage(answer: Answer): boolean {
  return answer.status === 200 && isHtml(answer);
}

function isHtml({ headers }: Answer): boolean {
  return (headers.get('content-type') ?? '').startsWith('text/html');
}

function isJson({ headers }: Answer): boolean {
  return (headers.get('content-type') ?? '').startsWith('application/json');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function summary({ status, headers, text }: Answer): string {
  return `${status} ${headers.get('content-type') ?? '(no type)'} ${text.slice(0, 80).replaceAll(/\s+/g, ' ')}`;
}
