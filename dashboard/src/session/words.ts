import { words } from '../i18n/words.ts';

export const sessionWords = words({
  toSignIn: ['Opening the sign-in page…', 'A abrir a página de início de sessão…'],
  signingIn: ['Signing you in…', 'A iniciar sessão…'],
  ended: ['Your session has ended', 'A sua sessão terminou'],
  endedWhy: [
    'Sessions end after a while for the safety of your account. Sign in again to continue where you were.',
    'Para segurança da sua conta, a sessão termina ao fim de algum tempo. Inicie sessão de novo para continuar ' +
      'onde estava.',
  ],
  signIn: ['Sign in', 'Iniciar sessão'],
  failed: ['Sign-in failed', 'Não foi possível iniciar sessão'],
  failedWhy: [
    'It was cancelled, took too long, or the link was used before. Nothing was changed.',
    'Foi cancelado, demorou demasiado, ou a hiperligação já tinha sido usada. Nada foi alterado.',
  ],
  unreachable: ['Sign-in is not available', 'O início de sessão não está disponível'],
  unreachableWhy: ['Check your connection and try again.', 'Verifique a sua ligação à internet e tente de novo.'],
  tryAgain: ['Try again', 'Tentar de novo'],
  signedOut: ['You are signed out', 'Sessão terminada'],
  signedOutWhy: [
    'On a shared computer, close the browser as well.',
    'Num computador partilhado, feche também o navegador.',
  ],
  signInAgain: ['Sign in again', 'Iniciar sessão de novo'],
});
