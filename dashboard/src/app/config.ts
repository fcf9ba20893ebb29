/** What the deployment tells the page, in `config.json` beside it. */
export interface Config {
  /** URL of the OpenID Connect issuer. */
  authority: string;
  clientId: string;
  /** Where a sign-in session is ended: `?client_id=…&logout_uri=…` is appended. */
  logoutUrl: string;
  /** Base URL of the merchants' API, with the version. */
  apiBaseUrl: string;
  stage: string;
  supportEmail?: string;
  /** Working days within which a new account is decided; absent where there is no fixed time. */
  approvalDays?: number;
  /** Whether merchants get the morning mail. */
  hasMail?: boolean;
  /** Whether service and receivers are on one machine, by the page's address. */
  isLocal: boolean;
}

/** Where the page lies on its host; without a slash at the end. */
export const BASE = '/dashboard';

const OWN_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Throws when the page was deployed without its configuration, or the network fails. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch(`${BASE}/config.json`, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const config = (await response.json()) as Omit<Config, 'isLocal'>;
  return { ...config, isLocal: OWN_MACHINE.test(location.hostname) };
}
