import { words } from '../../i18n/words.ts';

export const accountWords = words({
  title: ['Account', 'Conta'],
  description: [
    'Your account, the decisions on it and all changes.',
    'A sua conta, as decisões sobre ela e todas as alterações.',
  ],
  status: ['Status', 'Estado'],
  statuses: {
    pending: ['Pending approval', 'Aguarda aprovação'],
    active: ['Active', 'Ativa'],
    suspended: ['Suspended', 'Suspensa'],
    refused: ['Refused', 'Recusada'],
  },
  meaning: {
    pending: [
      'You can set up and test everything. The API answers 403 until the account is approved.',
      'Já pode configurar e testar tudo. A API responde 403 até a conta ser aprovada.',
    ],
    active: [
      'Your API key works. A decision on the account applies from the next call.',
      'A sua chave da API funciona. Cada decisão sobre a conta aplica-se a partir da chamada seguinte.',
    ],
    suspended: [
      'The API answers 403. Payments in progress still settle and their webhooks are still sent.',
      'A API responde 403. Os pagamentos em curso são concluídos e os webhooks continuam a ser enviados.',
    ],
    refused: [
      'The API answers 403. Contact us if you think this is a mistake.',
      'A API responde 403. Se lhe parece um engano, contacte-nos.',
    ],
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
  merchantId: ['Merchant ID', 'ID do comerciante'],
  email: ['Signed in as', 'Sessão iniciada como'],
  decisions: ['Decisions', 'Decisões'],
  noDecisions: ['No decisions yet.', 'Ainda não há decisões.'],
  newestOnly: ['Only the most recent entries are shown.', 'Só são mostradas as entradas mais recentes.'],
  history: ['History', 'Histórico'],
  historyWhat: [
    'Changes to your settings and every reveal of a secret: who, when, what.',
    'Alterações das definições e cada revelação de um segredo: quem, quando, o quê.',
  ],
  noHistory: ['No changes yet.', 'Ainda não há alterações.'],
  by: [(who: string) => `by ${who}`, (who: string) => `por ${who}`],
  from: [
    (before: string, after: string) => `${before} → ${after}`,
    (before: string, after: string) => `${before} → ${after}`,
  ],
  facts: {
    accountStatus: ['Status', 'Estado'],
    name: ['Name', 'Nome'],
    bankAccount: ['Bank account', 'Conta bancária'],
    company: ['Company', 'Empresa'],
    nif: ['NIF', 'NIF'],
    contactChanged: ['Contact changed', 'Contacto alterado'],
    webhookEnabled: ['Webhooks on', 'Webhooks ligados'],
    enabled: ['Webhooks on', 'Webhooks ligados'],
    webhookUrl: ['URL', 'URL'],
    url: ['URL', 'URL'],
    key: ['Key', 'Chave'],
    oldKey: ['Old key', 'Chave antiga'],
    oldKeyEndsAt: ['Old key ends', 'Chave antiga até'],
    oldSecretUntil: ['Old secret until', 'Segredo antigo até'],
    testId: ['Test event', 'Evento de teste'],
    resent: ['Resent', 'Reenviados'],
    'in-progress': ['Already in progress', 'Já em curso'],
    superseded: ['Replaced by newer event', 'Substituídos por um evento mais recente'],
    email: ['E-mail', 'E-mail'],
    roles: ['Roles', 'Perfis'],
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
    'api-key.revealed': ['API key revealed', 'Chave da API revelada'],
    'api-key.rotated': ['API key rotated', 'Chave da API renovada'],
    'api-key.old-ended': ['Old API key ended', 'Chave antiga da API desativada'],
    'webhook.url': ['Webhook URL changed', 'URL do webhook alterado'],
    'webhook.toggle': ['Webhooks turned on or off', 'Webhooks ligados ou desligados'],
    'webhook.secret-revealed': ['Webhook secret revealed', 'Segredo do webhook revelado'],
    'webhook.secret-rotated': ['Webhook secret rotated', 'Segredo do webhook renovado'],
    'webhook.secret-switched': ['Switched to the new webhook secret', 'Mudança para o novo segredo do webhook'],
    'webhook.tested': ['Webhook tested', 'Webhook testado'],
    'webhook.skipped-resent': ['Skipped events resent', 'Eventos não enviados reenviados'],
    'user.invited': ['Person invited', 'Pessoa convidada'],
    'user.roles': ['Roles changed', 'Perfis alterados'],
    'user.removed': ['Person removed', 'Pessoa removida'],
  },
});
