import type { ApiError } from '../api/api-error.ts';
import type { Language } from '../i18n/dictionary.ts';
import { defineText } from '../i18n/dictionary.ts';

const ERROR_TEXT = defineText(
  {
    network: { title: 'No connection to the service', what: 'Check your connection and try again.' },
    timeout: { title: 'The service did not answer in time', what: 'It may be slow at the moment. Try again.' },
    ended: { title: 'Your session has ended', what: 'Sign in again.' },
    forbidden: { title: 'This is not open to you', what: 'Your role does not allow it.' },
    notFound: { title: 'Not found', what: 'It does not exist, or it is not yours to see.' },
    noMerchant: { title: 'Merchant not found', what: 'Choose a merchant from the list.' },
    tooMany: { title: 'Too many requests', what: 'Wait a moment and try again.' },
    fault: { title: 'The service has run into a fault', what: 'It is a fault of ours. Try again in a moment.' },
    refused: { title: 'This could not be done', what: 'Check what you entered.' },
  },
  {
    network: { title: 'Sem ligação ao serviço', what: 'Verifique a sua ligação e tente de novo.' },
    timeout: { title: 'O serviço não respondeu a tempo', what: 'Pode estar lento neste momento. Tente de novo.' },
    ended: { title: 'A sua sessão terminou', what: 'Inicie sessão de novo.' },
    forbidden: { title: 'Não tem acesso', what: 'O seu perfil não o permite.' },
    notFound: { title: 'Não encontrado', what: 'Não existe, ou não tem permissão para o ver.' },
    noMerchant: { title: 'Comerciante não encontrado', what: 'Escolha um comerciante da lista.' },
    tooMany: { title: 'Demasiados pedidos', what: 'Aguarde um momento e tente de novo.' },
    fault: { title: 'Ocorreu uma falha no serviço', what: 'A falha é nossa. Tente de novo dentro de momentos.' },
    refused: { title: 'Não foi possível concluir', what: 'Verifique o que indicou.' },
  },
);

type Kind = keyof (typeof ERROR_TEXT)['en'];

/** What went wrong in words: a title, and the sentence the service gave where it is meant to be read. */
export function errorText(
  { status, error, pt }: Pick<ApiError, 'status' | 'error' | 'pt'>,
  language: Language,
): { title: string; what: string } {
  const kind = status === 404 && error === 'merchant not found' ? 'noMerchant' : kindOf(status);
  const text = ERROR_TEXT[language][kind];
  if (kind !== 'refused') return text;
  const said = language === 'pt' ? (pt ?? error) : error;
  return said === '' ? text : { title: text.title, what: said };
}

function kindOf(status: ApiError['status']): Kind {
  if (status === 'network' || status === 'timeout') return status;
  if (status === 401) return 'ended';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'fault' : 'refused';
}
