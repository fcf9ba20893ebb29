import { MAX_REASON_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const common: Catalogue['common'] = {
  product: 'Payment Service',
  requestId: 'ID do pedido',
  loading: 'A carregar…',
  retry: 'Tentar de novo',
  stale: 'São mostrados dados anteriores, que podem estar desatualizados.',
  save: 'Guardar',
  cancel: 'Cancelar',
  close: 'Fechar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar',
  copyWhat: (what: string) => `Copiar ${what}`,
  hide: 'Ocultar',
  reason: 'Motivo',
  reasonHint: `Fica guardado com o registo. Até ${MAX_REASON_CHARACTERS} caracteres.`,
  reasonMissing: 'Indique o motivo.',
  loadMore: 'Carregar mais',
  stop: 'Parar',
  atLeast: (figure) => `pelo menos ${figure}`,
  yes: 'Sim',
  no: 'Não',
  startFailed: 'Não foi possível abrir o painel',
  startFailedWhy: 'Verifique a sua ligação e recarregue a página.',
  reloadPage: 'Recarregar a página',
  broken: 'Ocorreu um erro',
  brokenWhy: 'O erro é nosso e nada foi alterado. Recarregue a página. Se voltar a acontecer, contacte-nos.',
  newVersion: 'O painel foi atualizado',
  newVersionWhy: 'Esta página é da versão anterior. Recarregue-a para continuar.',
};

export const errors: Catalogue['errors'] = {
  network: { title: 'Sem ligação ao serviço', what: 'Verifique a sua ligação e tente de novo.' },
  timeout: {
    title: 'O serviço não respondeu a tempo',
    what: 'O serviço pode estar lento neste momento. Tente de novo.',
  },
  ended: { title: 'A sua sessão terminou', what: 'Inicie sessão de novo.' },
  forbidden: { title: 'Não tem permissão', what: 'O seu perfil não o permite.' },
  notFound: { title: 'Não encontrado', what: 'Não existe, ou não tem permissão para ver.' },
  noMerchant: { title: 'Comerciante não encontrado', what: 'Escolha um comerciante da lista.' },
  tooMany: { title: 'Demasiados pedidos', what: 'Aguarde um momento e tente de novo.' },
  fault: { title: 'Ocorreu um erro do nosso lado', what: 'O erro é nosso. Tente de novo dentro de momentos.' },
  refused: { title: 'Não foi possível concluir', what: 'Verifique os valores que introduziu.' },
};
