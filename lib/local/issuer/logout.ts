import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { messagePage, sendPage } from './pages.ts';
import { textsFor } from './texts.ts';
import type { UserPool } from './user-pool.ts';

/**
 * `{issuer}/logout?client_id=…&logout_uri=…`, as at the domain of a user pool: ends the browser's session and
 * redirects to `logout_uri`, which must be one of the client's; otherwise 400. Issued tokens stay valid until they
 * expire, as on AWS.
 */
export async function serveLogout(
  provider: Provider,
  pool: UserPool,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const client = pool.clients.find(({ clientId }) => clientId === query.get('client_id'));
  const logoutUri = query.get('logout_uri');
  if (!client || logoutUri === null || !client.logoutUrls.includes(logoutUri)) {
    const texts = textsFor(request);
    const why = client ? texts.unknownLogoutUri : texts.unknownClient;
    return sendPage(response, 400, messagePage(texts, texts.signOutFailed, why));
  }
  const session = await provider.Session.get(provider.createContext(request, response));
  await session.destroy();
  response.writeHead(302, { Location: logoutUri, 'Cache-Control': 'no-store' }).end();
}
