import type { Reading } from '../../runtime/reading.ts';
import { type GuardOptions, isIpAddress, mayConnectTo } from './address-guard.ts';
import { MAX_URL_CHARACTERS, type UrlProblem } from './url-problem.ts';

// Names that only ever lead inside a network; others are judged by their addresses when the connection is made.
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa)$/;

// White space and control characters, which a URL parser silently drops, and backslashes, which it reads as slashes.
const SUSPECT = /[\p{C}\p{Z}\\]/u;

/**
 * Checks a merchant's webhook URL (§6): `https://` with a public host and no user name or password, at most 2,048
 * characters. Any port may be used: merchants run receivers on 8443, and the port reaches nothing that the address does
 * not. Used when the URL is saved and again before each POST, since a connection to a literal address resolves no name.
 * The URL parser normalises decimal, octal, hexadecimal and short spellings of an IPv4 address before they are checked.
 * The value is the normalised form, to be stored and used.
 */
export function checkWebhookUrl(text: string, options: GuardOptions): Reading<string, UrlProblem> {
  if (text.length > MAX_URL_CHARACTERS) return { ok: false, problem: 'too-long' };
  if (!/^https:\/\//i.test(text)) return { ok: false, problem: 'not-https' };
  if (SUSPECT.test(text) || !URL.canParse(text)) return { ok: false, problem: 'malformed' };
  const url = new URL(text);
  // A rooted name ends in one dot; any other empty label is no name at all.
  if (/^\.|\.\./.test(url.hostname)) return { ok: false, problem: 'malformed' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials' };
  if (!isPublicHost(hostOf(url), options)) return { ok: false, problem: 'not-public' };
  url.hash = '';
  if (url.href.length > MAX_URL_CHARACTERS) return { ok: false, problem: 'too-long' };
  return { ok: true, value: url.href };
}

/** The host as a resolver or a socket expects it: without the brackets of IPv6 and the dot of a rooted name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isPublicHost(host: string, options: GuardOptions): boolean {
  if (isIpAddress(host)) return mayConnectTo(host, options);
  if (host === 'localhost') return options.permitLoopback;
  return host.includes('.') && !INNER_NAME.test(host);
}
