import { words } from '../i18n/words.ts';

export const shellWords = words({
  language: ['Language', 'Idioma'],
  signedInAs: [(who: string) => `Signed in as ${who}`, (who: string) => `Sessão iniciada como ${who}`],
  signOut: ['Sign out', 'Terminar sessão'],
  tools: ['Tools', 'Ferramentas'],
  menu: ['Menu', 'Menu'],
  openMenu: ['Open the menu', 'Abrir o menu'],
  closeMenu: ['Close the menu', 'Fechar o menu'],
  skip: ['Skip to the content', 'Saltar para o conteúdo'],
  stage: ['Stage', 'Ambiente'],
  testStage: ['Test environment', 'Ambiente de testes'],
  codeOf: [(what: string) => `Code: ${what}`, (what: string) => `Código: ${what}`],
  hiddenSoon: ['Hidden again in a minute', 'Volta a ocultar-se dentro de um minuto'],
  home: ['Home', 'Início'],
  search: ['Search transactions', 'Pesquisar transações'],
  searchFor: ['Order, reference, amount + day ( / )', 'Encomenda, referência, valor e dia ( / )'],
  transactions: ['Transactions', 'Transações'],
  settings: ['Settings', 'Definições'],
  webhook: ['Webhook', 'Webhook'],
  apiKeys: ['API keys', 'Chaves da API'],
  account: ['Account', 'Conta'],
  guides: ['Guides', 'Guias'],
  guidesPath: ['/docs/merchants/quick-start.html', '/docs/merchants/pt/quick-start.html'],
  reference: ['API reference', 'Referência da API'],
  newTab: ['opens in a new tab', 'abre noutro separador'],
  finance: ['Finance', 'Financeiro'],
  undelivered: ['Undelivered events', 'Eventos por notificar'],
  exceptions: ['Exceptions', 'Exceções'],
  totals: ['Totals', 'Totais'],
  movements: ['Movements', 'Movimentos'],
  reconciliation: ['Reconciliation', 'Reconciliação bancária'],
  operations: ['Operations', 'Operações'],
  accounts: ['Accounts', 'Contas'],
  notFound: ['Page not found', 'Página não encontrada'],
  notFoundWhy: [
    'The address may be wrong, or your role does not include this page.',
    'O endereço pode estar errado, ou a página não está disponível para o seu perfil.',
  ],
  toStart: ['Go to the home page', 'Ir para a página inicial'],
});

export const accountBannerWords = words({
  more: ['What is needed, and how long it takes', 'O que é preciso e quanto tempo demora'],
  giveCompany: ['Enter your company, NIF and contact', 'Indique a empresa, o NIF e o contacto'],
  pending: {
    title: ['Your account awaits approval', 'A sua conta aguarda aprovação'],
    what: [
      'You can set up and test the webhook and your API keys. The API answers 403 until the account is approved.',
      'Já pode configurar e testar o webhook e as chaves da API. A API responde 403 até a conta ser aprovada.',
    ],
  },
  suspended: {
    title: ['Your account is suspended', 'A sua conta está suspensa'],
    what: [
      'The API answers 403 to every call. Payments in progress still settle and their webhooks are still ' +
        'sent. Contact us.',
      'A API responde 403 a todas as chamadas. Os pagamentos em curso são concluídos e os webhooks continuam ' +
        'a ser enviados. Contacte-nos.',
    ],
  },
  refused: {
    title: ['Your account was refused', 'A sua conta foi recusada'],
    what: [
      'The API answers 403 to every call. Contact us if you think this is a mistake.',
      'A API responde 403 a todas as chamadas. Se lhe parece um engano, contacte-nos.',
    ],
  },
});
