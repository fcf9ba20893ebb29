import { LONGEST_REASON } from '../../../../functions/runtime/longest-texts.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const common: Catalogue['common'] = {
  product: 'Payment Service',
  loading: 'A carregar…',
  retry: 'Tentar de novo',
  stale: 'O que se mostra foi recebido antes e pode estar desatualizado.',
  save: 'Guardar',
  cancel: 'Cancelar',
  close: 'Fechar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar',
  copyWhat: (what: string) => `Copiar ${what}`,
  hide: 'Ocultar',
  reason: 'Motivo',
  reasonHint: `Fica guardado com o registo; até ${LONGEST_REASON} caracteres.`,
  reasonMissing: 'Indique o motivo: fica guardado com o registo.',
  loadMore: 'Carregar mais',
  none: 'nenhum',
  yes: 'Sim',
  no: 'Não',
  startFailed: 'Não foi possível abrir o painel',
  startFailedWhy: 'Verifique a sua ligação e carregue a página de novo.',
  reloadPage: 'Carregar a página de novo',
  broken: 'Ocorreu uma falha nesta página',
  brokenWhy:
    'A falha é nossa e não alterou nada. Carregue a página de novo; se voltar a acontecer, diga-nos o que estava a fazer.',
  newVersion: 'O painel foi atualizado',
  newVersionWhy: 'Esta página é da versão anterior. Carregue-a de novo para continuar.',
};

export const errors: Catalogue['errors'] = {
  network: { title: 'Sem ligação ao serviço', what: 'Verifique a sua ligação e tente de novo.' },
  timeout: { title: 'O serviço não respondeu a tempo', what: 'Pode estar lento neste momento. Tente de novo.' },
  ended: { title: 'A sua sessão terminou', what: 'Inicie sessão de novo.' },
  forbidden: { title: 'Não tem acesso', what: 'O seu perfil não o permite.' },
  notFound: { title: 'Não encontrado', what: 'Não existe, ou não tem permissão para o ver.' },
  noMerchant: { title: 'Comerciante não encontrado', what: 'Escolha um comerciante da lista.' },
  tooMany: { title: 'Demasiados pedidos', what: 'Aguarde um momento e tente de novo.' },
  fault: { title: 'Ocorreu uma falha no serviço', what: 'A falha é nossa. Tente de novo dentro de momentos.' },
  refused: { title: 'Não foi possível concluir', what: 'Verifique o que indicou.' },
};

export const ownDays: Catalogue['ownDays'] = {
  from: 'De',
  to: 'Até',
  dayProblem: 'Um dia, como 2026-11-20',
  daysProblem: 'O primeiro dia não pode ser posterior ao último.',
};
