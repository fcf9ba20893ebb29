import { MAX_REASON_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import { words } from '../i18n/words.ts';

export const accountsWords = words({
  title: ['Accounts', 'Contas'],
  describe: [
    'Who may call the API. A decision applies from the next call.',
    'Quem pode usar a API. Cada decisão aplica-se a partir da chamada seguinte.',
  ],
  status: {
    pending: ['Pending', 'Pendente'],
    active: ['Active', 'Ativa'],
    suspended: ['Suspended', 'Suspensa'],
    refused: ['Refused', 'Recusada'],
  },
  /** Of the lists. */
  tabs: {
    pending: ['Pending', 'Pendentes'],
    active: ['Active', 'Ativas'],
    suspended: ['Suspended', 'Suspensas'],
    refused: ['Refused', 'Recusadas'],
  },
  caption: [(status: string) => `Accounts: ${status}`, (status: string) => `Contas: ${status}`],
  name: ['Name', 'Nome'],
  merchantId: ['Merchant ID', 'ID do comerciante'],
  statusHeading: ['Status', 'Estado'],
  bankAccount: ['Bank account', 'Conta bancária'],
  created: ['Created', 'Criada em'],
  webhooks: ['Webhooks', 'Webhooks'],
  webhookOn: ['On', 'Ligados'],
  webhookOff: ['Off', 'Desligados'],
  webhookNone: ['No URL', 'Sem URL'],
  none: {
    pending: ['No pending accounts.', 'Sem contas pendentes.'],
    active: ['No active accounts.', 'Sem contas ativas.'],
    suspended: ['No suspended accounts.', 'Sem contas suspensas.'],
    refused: ['No refused accounts.', 'Sem contas recusadas.'],
  },
  loading: ['Loading accounts…', 'A carregar contas…'],
  pendingCount: ['pending accounts', 'contas pendentes'],
  shown: [(count: string) => `${count} shown. There are more.`, (count: string) => `${count} mostradas. Há mais.`],
  results: [
    (count: string) => (count === '1' ? '1 result' : `${count} results`),
    (count: string) => (count === '1' ? '1 resultado' : `${count} resultados`),
  ],
  find: ['Find by company, NIF, name or ID', 'Procurar por empresa, NIF, nome ou ID'],
  clear: ['Clear the search', 'Limpar a pesquisa'],
  found: [
    (found: string, of: string, isOne: boolean) => `${found} of ${of} ${isOne ? 'account' : 'accounts'}`,
    (found: string, of: string, isOne: boolean) => `${found} de ${of} ${isOne ? 'conta' : 'contas'}`,
  ],
  foundNone: ['No account matches the search.', 'Nenhuma conta corresponde à pesquisa.'],
  foundSoFar: [
    (found: string, of: string) => `${found} of the ${of} accounts loaded so far. There are more.`,
    (found: string, of: string) => `${found} das ${of} contas carregadas até agora. Há mais.`,
  ],
  account: ['Account', 'Conta'],
  details: ['Details', 'Dados'],
  means: {
    pending: [
      'Awaiting a decision. API calls are refused with 403.',
      'Aguarda decisão. As chamadas à API são recusadas com 403.',
    ],
    active: ['May call the API.', 'Pode usar a API.'],
    suspended: [
      'API calls are refused with 403. Payments in progress still settle and webhooks are still sent.',
      'As chamadas à API são recusadas com 403. Os pagamentos em curso são concluídos e os webhooks continuam a ' +
        'ser enviados.',
    ],
    refused: ['API calls are refused with 403.', 'As chamadas à API são recusadas com 403.'],
  },
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
  why: ['Reason', 'Motivo'],
  whyHint: [
    `Saved in the history with your name. The merchant can read it. Up to ${MAX_REASON_CHARACTERS} characters.`,
    `Fica no histórico, com o seu nome. O comerciante pode lê-lo. Até ${MAX_REASON_CHARACTERS} caracteres.`,
  ],
  whyMissing: ['Enter a reason.', 'Indique o motivo.'],
  done: [(status: string) => `Account status: ${status}.`, (status: string) => `Estado da conta: ${status}.`],
  unchanged: [
    (status: string) => `The account status was already: ${status}.`,
    (status: string) => `O estado da conta já era: ${status}.`,
  ],
  refresh: ['Refresh', 'Atualizar'],
  decision: ['Decision', 'Decisão'],
  change: ['Change', 'Alteração'],
  history: ['Account history', 'Histórico da conta'],
  historyNone: ['No entries yet.', 'Ainda não há registos.'],
  historyPart: ['Only the most recent entries are shown.', 'Só são mostradas as entradas mais recentes.'],
  createdEntry: ['Account created', 'Conta criada'],
  changedEntry: [
    (before: string, after: string) => `${before} → ${after}`,
    (before: string, after: string) => `${before} → ${after}`,
  ],
  by: [(who: string) => `by ${who}`, (who: string) => `por ${who}`],
  transactions: ['View transactions', 'Ver transações'],
  unnotified: ['View undelivered events', 'Ver eventos por notificar'],
  keys: ['API keys', 'Chaves da API'],
  keyUsed: [(at: string) => `last used ${at}`, (at: string) => `usada pela última vez em ${at}`],
  keyUnused: ['no use recorded yet', 'sem utilização registada'],
  keyOf: {
    current: ['Current key', 'Chave atual'],
    old: ['Old key', 'Chave antiga'],
  },
  readOnly: ['Only operators decide on accounts.', 'Só os operadores decidem sobre contas.'],
});
