import type { Catalogue } from '../en/catalogue.ts';

export const shell: Catalogue['shell'] = {
  language: 'Idioma',
  signedInAs: (who: string) => `Sessão iniciada como ${who}`,
  signOut: 'Terminar sessão',
  currentPage: 'Página atual',
  menu: 'Menu',
  openMenu: 'Abrir o menu',
  closeMenu: 'Fechar o menu',
  more: 'Mais',
  back: 'Voltar',
  skip: 'Saltar para o conteúdo',
  stage: 'Ambiente',
  testStage: 'Ambiente de testes',
  codeOf: (what: string) => `Código: ${what}`,
  hiddenIn: (seconds: number) => `Volta a ocultar-se em ${seconds} s`,
  home: 'Início',
  search: 'Pesquisar transações',
  searchFor: 'Encomenda, transação ou referência ( / )',
  closeSearch: 'Fechar a pesquisa',
  transactions: 'Transações',
  settings: 'Definições',
  webhook: 'Webhook',
  apiKeys: 'Chaves da API',
  account: 'Conta',
  tools: 'Ferramentas',
  signature: 'Verificar assinaturas',
  guides: 'Guias',
  guidesPath: '/docs/merchants/pt/quick-start.html',
  reference: 'Referência da API',
  newTab: 'abre noutro separador',
  finance: 'Financeiro',
  unnotified: 'Pagamentos por notificar',
  exceptions: 'Exceções',
  totals: 'Totais',
  movements: 'Movimentos',
  reconciliation: 'Reconciliação bancária',
  operations: 'Operações',
  accounts: 'Contas',
  notFound: 'Página não encontrada',
  notFoundWhy: 'O endereço pode estar errado, ou a página não está disponível para o seu perfil.',
  toStart: 'Ir para a página inicial',
};

export const accountBanner: Catalogue['accountBanner'] = {
  more: 'O que é preciso e quanto tempo demora',
  giveCompany: 'Indique a empresa, o NIF e o contacto',
  pending: {
    title: 'A sua conta aguarda aprovação',
    what: 'Já pode configurar e testar o webhook e as chaves da API. A API responde 403 até a conta ser aprovada.',
  },
  suspended: {
    title: 'A sua conta está suspensa',
    what:
      'A API responde 403 a todas as chamadas. Os pagamentos em curso são concluídos e os webhooks continuam ' +
      'a ser enviados. Contacte-nos.',
  },
  refused: {
    title: 'A sua conta foi recusada',
    what: 'A API responde 403 a todas as chamadas. Se lhe parece um engano, contacte-nos.',
  },
};

export const session: Catalogue['session'] = {
  toSignIn: 'A abrir a página de início de sessão…',
  signingIn: 'A iniciar sessão…',
  ended: 'A sua sessão terminou',
  endedWhy:
    'Para segurança da sua conta, a sessão termina ao fim de algum tempo. Inicie sessão de novo para continuar ' +
    'onde estava.',
  signIn: 'Iniciar sessão',
  failed: 'Não foi possível iniciar sessão',
  failedWhy: 'Foi cancelado, demorou demasiado, ou a hiperligação já tinha sido usada. Nada foi alterado.',
  unreachable: 'O início de sessão não está disponível',
  unreachableWhy: 'Verifique a sua ligação à internet e tente de novo.',
  tryAgain: 'Tentar de novo',
  signedOut: 'Sessão terminada',
  signedOutWhy: 'Num computador partilhado, feche também o navegador.',
  signInAgain: 'Iniciar sessão de novo',
};
