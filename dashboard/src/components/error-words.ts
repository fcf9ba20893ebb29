import { words } from '../i18n/words.ts';

export const errorWords = words({
  network: {
    title: ['No connection to the service', 'Sem ligação ao serviço'],
    what: ['Check your connection and try again.', 'Verifique a sua ligação e tente de novo.'],
  },
  timeout: {
    title: ['The service did not answer in time', 'O serviço não respondeu a tempo'],
    what: [
      'The service may be slow at the moment. Try again.',
      'O serviço pode estar lento neste momento. Tente de novo.',
    ],
  },
  ended: {
    title: ['Your session has ended', 'A sua sessão terminou'],
    what: ['Sign in again.', 'Inicie sessão de novo.'],
  },
  forbidden: {
    title: ['You do not have permission', 'Não tem permissão'],
    what: ['Your role does not allow it.', 'O seu perfil não o permite.'],
  },
  notFound: {
    title: ['Not found', 'Não encontrado'],
    what: ['It does not exist, or you do not have permission to see it.', 'Não existe, ou não tem permissão para ver.'],
  },
  noMerchant: {
    title: ['Merchant not found', 'Comerciante não encontrado'],
    what: ['Choose a merchant from the list.', 'Escolha um comerciante da lista.'],
  },
  tooMany: {
    title: ['Too many requests', 'Demasiados pedidos'],
    what: ['Wait a moment and try again.', 'Aguarde um momento e tente de novo.'],
  },
  fault: {
    title: ['Something went wrong on our side', 'Ocorreu um erro do nosso lado'],
    what: ['The fault is on our side. Try again in a moment.', 'O erro é nosso. Tente de novo dentro de momentos.'],
  },
  refused: {
    title: ['This could not be done', 'Não foi possível concluir'],
    what: ['Check the values you entered.', 'Verifique os valores que introduziu.'],
  },
});
