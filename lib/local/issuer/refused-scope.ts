import type { UserPool } from './user-pool.ts';

/**
 * Where Cognito leads an authorization request that asks for a scope the client may not have, `offline_access` above all,
 * which the library would drop in silence: back to the page with `invalid_scope`. Undefined for any other request.
 */
export function refusedScope({ clients }: UserPool, query: URLSearchParams): string | undefined {
  const client = clients.find(({ clientId }) => clientId === query.get('client_id'));
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!client?.callbackUrls.includes(redirectUri)) return undefined;
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.every((scope) => client.scopes.includes(scope))) return undefined;
  const back = new URL(redirectUri);
  back.searchParams.set('error', 'invalid_scope');
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  return back.href;
}
