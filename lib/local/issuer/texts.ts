import type { IncomingMessage } from 'node:http';

/** What the issuer's pages say. */
export interface Texts {
  locale: string;
  title: string;
  heading: string;
  what: string;
  signInAs: (name: string) => string;
  newMerchant: string;
  email: string;
  signUp: string;
  emailProblem: string;
  expired: string;
  expiredWhat: string;
  signInFailed: string;
  signInFailedWhat: string;
  signOutFailed: string;
  unknownClient: string;
  unknownLogoutUri: string;
  issuer: string;
  issuerWhat: string;
}

const en: Texts = {
  locale: 'en',
  title: 'Sign in',
  heading: 'Sign in to the local service',
  what: 'This page replaces the real sign-in while the service runs on this machine. It needs no password.',
  signInAs: (name) => `Sign in as ${name}`,
  newMerchant: 'New merchant',
  email: 'E-mail',
  signUp: 'Sign up as a new merchant',
  emailProblem: 'Enter a complete e-mail address, such as shop@example.com.',
  expired: 'Sign-in has expired',
  expiredWhat: 'This sign-in has expired or was started in another browser. Go back to the page and sign in again.',
  signInFailed: 'Sign-in failed',
  signInFailedWhat: 'The request to sign in was refused. Go back to the page and sign in again.',
  signOutFailed: 'Sign-out failed',
  unknownClient: 'The client_id is unknown.',
  unknownLogoutUri: 'The logout_uri is not registered for this client.',
  issuer: 'The local issuer',
  issuerWhat: 'To sign in, open the page that you want to use.',
};

const pt: Texts = {
  locale: 'pt-PT',
  title: 'Iniciar sessão',
  heading: 'Iniciar sessão no serviço local',
  what: 'Esta página substitui o início de sessão real enquanto o serviço corre nesta máquina. Não pede palavra-passe.',
  signInAs: (name) => `Entrar como ${name}`,
  newMerchant: 'Novo comerciante',
  email: 'E-mail',
  signUp: 'Criar conta de comerciante',
  emailProblem: 'Indique um endereço de e-mail completo, como loja@exemplo.pt.',
  expired: 'O início de sessão expirou',
  expiredWhat: 'Este início de sessão expirou ou começou noutro navegador. Volte à página e inicie sessão de novo.',
  signInFailed: 'Não foi possível iniciar sessão',
  signInFailedWhat: 'O pedido de início de sessão foi recusado. Volte à página e inicie sessão de novo.',
  signOutFailed: 'Não foi possível terminar a sessão',
  unknownClient: 'O client_id é desconhecido.',
  unknownLogoutUri: 'O logout_uri não está registado para este cliente.',
  issuer: 'O emissor local',
  issuerWhat: 'Para iniciar sessão, abra a página que pretende usar.',
};

export const ISSUER_TEXTS = { en, pt };

/**
 * The texts of the first language that there is: of those that the page asks for (`ui_locales`, OpenID Connect Core
 * 3.1.2.1), then of the browser's, else English.
 */
export function textsFor({ headers, url = '' }: IncomingMessage, uiLocales: unknown = queryOf(url)): Texts {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ').map((tag) => ({ tag, weight: 1 })) : [];
  const accepted = (headers['accept-language'] ?? '')
    .split(',')
    .map((entry) => {
      const [, tag = '', weight = '1'] = /^\s*([\w-]+)\s*(?:;\s*q=([\d.]+))?/.exec(entry) ?? [];
      return { tag, weight: Number(weight) };
    })
    .sort((a, b) => b.weight - a.weight);
  const wanted = [...asked, ...accepted]
    .filter(({ weight }) => weight > 0)
    .map(({ tag }) => tag.toLowerCase().split('-')[0])
    .find((language) => language === 'pt' || language === 'en');
  return wanted === 'pt' ? pt : en;
}

function queryOf(url: string): string | null {
  return new URLSearchParams(url.split('?')[1]).get('ui_locales');
}
