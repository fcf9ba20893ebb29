import { sameText } from '../../runtime/same-text.ts';
import type { SibsAccount } from '../accounts.ts';
import { type Checkout, readCheckout } from '../payments/checkout.ts';
import type { Simulation } from '../simulation.ts';
import type { WebRequest } from '../web.ts';
import { unauthorized } from './refusal.ts';

/**
 * The accounts of the caller's X-IBM-Client-Id and `Authorization: Bearer` token; at least one. A merchant may have
 * several terminals with one token. Throws the API gateway's 401.
 */
export async function byBearer(request: WebRequest, simulation: Simulation): Promise<SibsAccount[]> {
  const registered = await byClientId(request, simulation);
  const token = credential(request, 'Bearer');
  const opened = registered.filter((account) => sameText(account.token, token));
  if (opened.length === 0) throw unauthorized('The token is not valid.');
  return opened;
}

/**
 * The checkout in the path, authorized by its own signature (`Authorization: Digest`). Throws the API gateway's 401,
 * also when the checkout does not exist or the signature is that of another one.
 */
export async function byDigest(request: WebRequest, simulation: Simulation): Promise<Checkout> {
  const registered = await byClientId(request, simulation);
  const signature = credential(request, 'Digest');
  const checkout = await readCheckout(simulation.table, request.pathParameters.transactionId ?? '');
  const isOwn = registered.some((account) => account.name === checkout?.account);
  if (!checkout || !isOwn || !sameText(checkout.signature, signature)) {
    throw unauthorized('The signature is not that of the transaction.');
  }
  return checkout;
}

async function byClientId(request: WebRequest, { accounts }: Simulation): Promise<SibsAccount[]> {
  const clientId = request.headers['x-ibm-client-id'];
  if (!clientId) throw unauthorized('X-IBM-Client-Id is missing.');
  const registered = (await accounts.sibs()).filter((account) => sameText(account.clientId, clientId));
  if (registered.length === 0) throw unauthorized('The client id is not registered.');
  return registered;
}

function credential(request: WebRequest, scheme: 'Bearer' | 'Digest'): string {
  const [found, value, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (found !== scheme || !value || rest.length > 0) throw unauthorized(`Authorization must be ${scheme}.`);
  return value;
}
