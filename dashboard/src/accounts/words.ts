import { MAX_REASON_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import { words } from '../i18n/words.ts';

export const accountsWords = words({
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
  account: ['Account', 'Conta'],
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
});
