import { type HttpCall, httpCaller } from '../../../functions/banking/http-call.ts';
import type { SibsCredentials } from '../../../functions/banking/sibs/gateway.ts';
import { sibsBank } from '../../../functions/banking/sibs/sibs.ts';
import { type Reply, startScripted } from './scripted-server.ts';

const ROUTES = {
  checkout: /^POST \/sibs\/spg\/v2\/payments$/,
  purchase: /^POST \/sibs\/spg\/v2\/payments\/[^/]+\/mbway-id\/purchase$/,
  generate: /^POST \/sibs\/spg\/v2\/payments\/[^/]+\/service-reference\/generate$/,
  status: /^GET \/sibs\/spg\/v2\/payments\/[^/]+\/status$/,
};

export type ScriptedSibs = Awaited<ReturnType<typeof startScriptedSibs>>;

export const json = (content: unknown, status = 200): Reply => ({ status, body: JSON.stringify(content) });

/** A local server with the answers that a test scripts for SIBS. */
export async function startScriptedSibs() {
  const { origin, ...server } = await startScripted(ROUTES);
  return { baseUrl: `${origin}/sibs/spg/v2`, ...server };
}

export const CREDENTIALS: SibsCredentials = {
  clientId: 'client-1',
  token: 'token-1',
  terminalId: 58019,
  entity: '24000',
  notificationKey: Buffer.alloc(32, 7).toString('base64'),
};

/** Of another account. */
export const SECOND_TERMINAL: SibsCredentials = {
  ...{ clientId: 'client-2', token: 'token-2', terminalId: 58020, entity: '24000' },
  notificationKey: Buffer.alloc(32, 9).toString('base64'),
};

export const NOW_MS = Date.parse('2026-02-12T19:08:08.354Z');

/** The adapter against a scripted server. Calls with a path that ends in `impatientFor` have a short timeout. */
export function bankAgainst(sibs: ScriptedSibs, impatientFor?: string) {
  const clock = () => NOW_MS;
  const patient = httpCaller(clock);
  const call: HttpCall = (request) =>
    patient(impatientFor && request.url.endsWith(impatientFor) ? { ...request, timeoutMs: 150 } : request);
  return sibsBank({ account: { baseUrl: sibs.baseUrl }, credentials: CREDENTIALS, clock, call });
}
