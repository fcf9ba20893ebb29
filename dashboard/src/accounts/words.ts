import { MAX_REASON_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import { words } from '../i18n/words.ts';

/** Of accounts: their list, and the page of one, for its merchant and for staff. */
export const accountWords = words({
  accounts: ['Accounts', 'Contas'],
  describe: [
    'Who may call the API. A decision applies from the next call.',
    'Quem pode usar a API. Cada decisão aplica-se a partir da chamada seguinte.',
  ],
  /** Of the lists. */
  tabs: {
    pending: ['Pending', 'Pendentes'],
    active: ['Active', 'Ativas'],
    suspended: ['Suspended', 'Suspensas'],
    refused: ['Refused', 'Recusadas'],
  },
  merchantId: ['Merchant ID', 'ID do comerciante'],
  statusHeading: ['Status', 'Estado'],
  bankAccount: ['Bank account', 'Conta bancária'],
  created: ['Created', 'Criada em'],
  webhooks: ['Webhooks', 'Webhooks'],
  webhookOn: ['On', 'Ligados'],
  webhookOff: ['Off', 'Desligados'],
  webhookNone: ['No URL', 'Sem URL'],
  none: ['No accounts with this status.', 'Sem contas neste estado.'],
  find: ['Find by company, NIF, name or ID', 'Procurar por empresa, NIF, nome ou ID'],
  clear: ['Clear the search', 'Limpar a pesquisa'],
  foundNone: ['No account matches the search.', 'Nenhuma conta corresponde à pesquisa.'],
  someLoaded: [
    'Only the accounts loaded so far are searched. There are more.',
    'A pesquisa só abrange as contas carregadas até agora. Há mais.',
  ],
  approve: ['Approve', 'Aprovar'],
  refuse: ['Refuse', 'Recusar'],
  suspend: ['Suspend', 'Suspender'],
  reinstate: ['Reinstate', 'Reativar'],
  does: {
    active: [
      'From the next call, the API accepts the keys of this merchant, current and old.',
      'A partir da próxima chamada, a API aceita as chaves deste comerciante, a atual e a antiga.',
    ],
    suspended: [
      'From the next call, the API answers 403. Payments in progress still settle and their webhooks are still ' +
        'sent. The dashboard stays readable.',
      'A partir da próxima chamada, a API responde 403. Os pagamentos em curso são concluídos e os webhooks ' +
        'continuam a ser enviados. O painel continua disponível para consulta.',
    ],
    refused: [
      'The API continues to answer 403. The account can be approved later.',
      'A API continua a responder 403. A conta pode ser aprovada mais tarde.',
    ],
  },
  whyHint: [
    `Saved in the history with your name. The merchant can read it. Up to ${MAX_REASON_CHARACTERS} characters.`,
    `Fica no histórico, com o seu nome. O comerciante pode lê-lo. Até ${MAX_REASON_CHARACTERS} caracteres.`,
  ],
  done: [(status: string) => `Account status: ${status}.`, (status: string) => `Estado da conta: ${status}.`],
  unchanged: [
    (status: string) => `The account status was already: ${status}.`,
    (status: string) => `O estado da conta já era: ${status}.`,
  ],
  transactions: ['View transactions', 'Ver transações'],
  undelivered: ['View undelivered events', 'Ver eventos por notificar'],
  keys: ['API keys', 'Chaves da API'],
  keyUsed: [(at: string) => `last used ${at}`, (at: string) => `usada pela última vez em ${at}`],
  keyUnused: ['no use recorded yet', 'sem utilização registada'],
  keyOf: {
    current: ['Current key', 'Chave atual'],
    old: ['Old key', 'Chave antiga'],
  },
  readOnly: ['Only operators decide on accounts.', 'Só os operadores decidem sobre contas.'],

  title: ['Account', 'Conta'],
  description: ['Your account and every change of it.', 'A sua conta e todas as alterações.'],
  details: ['Details', 'Dados'],
  status: {
    pending: ['Pending', 'Pendente'],
    active: ['Active', 'Ativa'],
    suspended: ['Suspended', 'Suspensa'],
    refused: ['Refused', 'Recusada'],
  },
  means: {
    pending: ['Awaiting approval. The API answers 403 until then.', 'Aguarda aprovação. Até lá, a API responde 403.'],
    active: [
      'The API accepts calls. A decision on the account applies from the next call.',
      'A API aceita chamadas. Cada decisão sobre a conta aplica-se a partir da chamada seguinte.',
    ],
    suspended: [
      'The API answers 403. Payments in progress still settle and their webhooks are still sent.',
      'A API responde 403. Os pagamentos em curso são concluídos e os webhooks continuam a ser enviados.',
    ],
    refused: ['The API answers 403.', 'A API responde 403.'],
  },
  approvalNeeds: ['What is needed', 'O que é preciso'],
  approvalNeedsWhat: [
    'Your company, its NIF and a contact: enter them below. We approve or refuse the account by them. If your contract ' +
      'needs more, such as papers of your company, ask us and quote the merchant ID below.',
    'A sua empresa, o NIF e um contacto: indique-os abaixo. É com base neles que aprovamos ou recusamos a conta. Se o ' +
      'seu contrato exigir mais, por exemplo documentos da empresa, contacte-nos e indique o ID do comerciante abaixo.',
  ],
  approvalTime: ['How long it takes', 'Quanto tempo demora'],
  approvalWithin: [
    (days: number) => `We decide within ${days} working ${days === 1 ? 'day' : 'days'}. If it takes longer, ask us.`,
    (days: number) =>
      `Decidimos no prazo de ${days} ${days === 1 ? 'dia útil' : 'dias úteis'}. Se demorar mais, contacte-nos.`,
  ],
  approvalTimeUnknown: [
    'There is no fixed time. Ask us if it is urgent.',
    'Não há um prazo fixo. Se for urgente, contacte-nos.',
  ],
  name: ['Name', 'Nome'],
  email: ['Signed in as', 'Sessão iniciada como'],
  history: ['History', 'Histórico'],
  historyWhat: [
    'Changes of the account and its settings, and every reveal of a secret: who, when, what.',
    'Alterações da conta e das suas definições, e cada revelação de um segredo: quem, quando, o quê.',
  ],
  by: [(who: string) => `by ${who}`, (who: string) => `por ${who}`],
  /** In the order in which a change shows them; what is not here is not shown. */
  facts: {
    accountStatus: ['Status', 'Estado'],
    name: ['Name', 'Nome'],
    company: ['Company', 'Empresa'],
    nif: ['NIF', 'NIF'],
    contactChanged: ['Contact changed', 'Contacto alterado'],
    morningMail: ['Morning mail on', 'E-mail da manhã ligado'],
    webhookEnabled: ['Webhooks on', 'Webhooks ligados'],
    hourlyResend: ['Hourly resend on', 'Reenvio de hora a hora ligado'],
    webhookUrl: ['URL', 'URL'],
    key: ['Key', 'Chave'],
    oldKey: ['Old key', 'Chave antiga'],
    oldKeyEndsAt: ['Old key ends', 'Chave antiga até'],
    oldSecretUntil: ['Old secret until', 'Segredo antigo até'],
    testId: ['Test event', 'Evento de teste'],
  },
  /** Shown where a fact was not given, or is deleted. */
  noFact: {
    company: ['not given', 'não indicada'],
    nif: ['not given', 'não indicado'],
    webhookUrl: ['none', 'nenhum'],
    oldKey: ['none', 'nenhuma'],
    oldKeyEndsAt: ['ended', 'terminou'],
    oldSecretUntil: ['ended', 'terminou'],
  },
  actions: {
    'account.created': ['Account created', 'Conta criada'],
    'account.status': ['Account status changed', 'Estado da conta alterado'],
    'account.company': ['Company details changed', 'Dados da empresa alterados'],
    'account.mail': ['Morning mail turned on or off', 'E-mail da manhã ligado ou desligado'],
    'api-key.revealed': ['API key revealed', 'Chave da API revelada'],
    'api-key.rotated': ['API key rotated', 'Chave da API renovada'],
    'api-key.old-ended': ['Old API key ended', 'Chave antiga da API desativada'],
    'webhook.url': ['Webhook URL changed', 'URL do webhook alterado'],
    'webhook.toggle': ['Webhooks turned on or off', 'Webhooks ligados ou desligados'],
    'webhook.hourly-resend': ['Hourly resend turned on or off', 'Reenvio de hora a hora ligado ou desligado'],
    'webhook.secret-revealed': ['Webhook secret revealed', 'Segredo do webhook revelado'],
    'webhook.secret-rotated': ['Webhook secret rotated', 'Segredo do webhook renovado'],
    'webhook.secret-switched': ['Switched to the new webhook secret', 'Mudança para o novo segredo do webhook'],
    'webhook.tested': ['Webhook tested', 'Webhook testado'],
  },
});
