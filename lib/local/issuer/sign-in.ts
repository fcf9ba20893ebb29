import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OidcInteraction, Provider } from 'oidc-provider';
import { readBody } from '../api/request.ts';
import { messagePage, sendPage, signInPage } from './pages.ts';
import { ISSUER_PATH } from './routes.ts';
import { textsFor } from './texts.ts';
import type { UserPool } from './user-pool.ts';
import type { PoolUser, Users } from './users.ts';

export interface SignIn {
  provider: Provider;
  users: Users;
  pool: UserPool;
}

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/** `{issuer}/sign-in/{uid}`: GET shows the users, POST signs in as one and continues the code flow. */
export async function serveSignIn(signIn: SignIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, users, pool } = signIn;
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
  const texts = textsFor(request, interaction?.params.ui_locales);
  if (!interaction) return sendPage(response, 400, messagePage(texts, texts.expired, texts.expiredWhat));
  const origins = [
    ...new Set(pool.clients.flatMap(({ callbackUrls }) => callbackUrls).map((url) => new URL(url).origin)),
  ];
  const action = `${ISSUER_PATH}/sign-in/${interaction.uid}`;
  const choice = { action, users: users.seeded, mayAnyoneSignUp: pool.mayAnyoneSignUp };
  if (request.method !== 'POST') return sendPage(response, 200, signInPage(texts, choice), origins);
  const chosen = await chosenUser(request, users, pool.mayAnyoneSignUp);
  if (!chosen) return sendPage(response, 400, signInPage(texts, { ...choice, isRefused: true }), origins);
  await endOtherSession(signIn, interaction, chosen, request, response);
  await provider.interactionFinished(request, response, { login: { accountId: chosen.sub, amr: ['none'] } });
}

async function chosenUser(
  request: IncomingMessage,
  users: Users,
  mayAnyoneSignUp: boolean,
): Promise<PoolUser | undefined> {
  const body = await readBody(request);
  const form = new URLSearchParams(body === 'too-large' ? '' : (body ?? ''));
  const sub = form.get('sub');
  if (sub !== null) return users.find(sub);
  const email = form.get('email')?.trim() ?? '';
  return mayAnyoneSignUp && email.length <= 254 && EMAIL.test(email) ? users.signUp(email) : undefined;
}

/** Ends the session of another user first. The library would ask for it with a script. */
async function endOtherSession(
  { provider }: SignIn,
  interaction: OidcInteraction,
  chosen: PoolUser,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!interaction.session || interaction.session.accountId === chosen.sub) return;
  const session = await provider.Session.get(provider.createContext(request, response));
  await session.destroy();
  delete interaction.session;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}
