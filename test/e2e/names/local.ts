import type { Stage } from './stage.ts';

/** What the service leaves in files and answers beside the API. */
export async function readLocal({ service, met }: Stage): Promise<void> {
  for (const name of ['service.json', 'receiver.json']) met.add(`.local/${name}`, service.file(name));
  met.add('.local/data/clock.json', service.file('data/clock.json'));
  const { outputs, ...host } = service.file('host.json');
  met.add('.local/host.json', host);
  // The others are the CDK's own, with marks of it in their names.
  met.names(
    'outputs in .local/host.json',
    Object.keys(outputs).filter((name) => !/^Exports|[0-9A-F]{8}$/.test(name)),
  );
  met.add('outputs in .local/host.json: BankAccounts', JSON.parse(outputs.BankAccounts));
  const config = await service.call('GET', '/dashboard/config.json');
  met.add('GET /dashboard/config.json', config.json);
  const { clientId, authority, logoutUrl } = config.json as Record<string, string>;
  const found = await service.call('GET', `${new URL(authority ?? '').pathname}/.well-known/openid-configuration`);
  met.names('paths of the local issuer', [authority, logoutUrl, ...Object.values(found.json)].flatMap(pathOf));
  met.names(
    'people of the sign-in page',
    await people(service, String(found.json.authorization_endpoint), clientId ?? ''),
  );
}

function pathOf(value: unknown): string[] {
  return typeof value === 'string' && value.startsWith('http') ? [new URL(value).pathname] : [];
}

async function people(service: Stage['service'], endpoint: string, clientId: string): Promise<string[]> {
  const callback = `http://localhost:${service.port}/dashboard/callback`;
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: callback, response_type: 'code', scope: 'openid email profile' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', state: 'state' },
  });
  const { pathname } = new URL(endpoint);
  const begun = await service.call('GET', `${pathname}?${query}`);
  const cookies = begun.values['set-cookie'] ?? [];
  const headers = { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
  const [location = ''] = begun.values.location ?? [];
  const { text } = await service.call('GET', new URL(location, `http://localhost:${service.port}`).pathname, {
    headers,
  });
  return [...text.matchAll(/<span>([^<]+)<\/span>/g)].map(([, person = '']) => person);
}
