import { defineText } from '../i18n/dictionary.ts';

export const SESSION_TEXT = defineText(
  {
    toSignIn: 'Taking you to sign-in…',
    signingIn: 'Signing you in…',
    ended: 'Your session has ended',
    endedWhy: 'For the safety of your account you are signed out after a while. Sign in again to go on where you were.',
    signIn: 'Sign in',
    failed: 'Sign-in did not work',
    failedWhy: 'It was cancelled, took too long, or the link was used before. Nothing was changed.',
    unreachable: 'Sign-in cannot be reached',
    unreachableWhy: 'Check your connection and try again.',
    tryAgain: 'Try again',
    signedOut: 'You are signed out',
    signedOutWhy: 'On a shared computer, close the browser as well.',
    signInAgain: 'Sign in again',
  },
  {
    toSignIn: 'A abrir a página de início de sessão…',
    signingIn: 'A iniciar sessão…',
    ended: 'A sua sessão terminou',
    endedWhy:
      'Para segurança da sua conta, a sessão termina ao fim de algum tempo. Inicie sessão de novo para continuar onde estava.',
    signIn: 'Iniciar sessão',
    failed: 'Não foi possível iniciar sessão',
    failedWhy:
      'O início de sessão foi cancelado, demorou demasiado ou a hiperligação já tinha sido usada. Nada foi alterado.',
    unreachable: 'Não é possível contactar o serviço de início de sessão',
    unreachableWhy: 'Verifique a sua ligação à internet e tente de novo.',
    tryAgain: 'Tentar de novo',
    signedOut: 'Sessão terminada',
    signedOutWhy: 'Num computador partilhado, feche também o navegador.',
    signInAgain: 'Iniciar sessão de novo',
  },
);
