import { ANSWER_STORED_DAYS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { exceptionKinds } from './exception-kinds.ts';

export const timeline: Catalogue['timeline'] = {
  created: (order, amount) => `Criada para a encomenda ${order}, ${amount}`,
  createdOn: (account) => `Conta bancária: ${account}`,
  method: { MBWAY: 'MB WAY escolhido', REFERENCE: 'Referência Multibanco escolhida' },
  push: (number, phone) =>
    phone === null
      ? `Pedido MB WAY enviado (pedido ${number})`
      : `Pedido MB WAY enviado para o telemóvel terminado em ${phone} (pedido ${number})`,
  issue: (number) => `Referência de pagamento pedida (pedido ${number})`,
  attemptState: {
    starting: () => 'Ainda por confirmar. O banco está a ser consultado.',
    live: (until) => `À espera do cliente até ${until}.`,
    over: (until) =>
      `O cliente tinha até ${until}. O banco não comunicou um resultado final. É consultado de novo, pelo menos uma vez por dia, ` +
      'e a resposta dele encerra a transação.',
    ended: () => 'Terminou. Não pagou a transação.',
    paid: () => 'Paga com este pedido.',
  },
  reference: (entity, reference) => `Entidade ${entity}, referência ${reference}`,
  validUntil: (until, isOver) => `${isOver ? 'Foi válida' : 'Válida'} até ${until}.`,
  bankId: 'ID da operação no banco',
  paid: (method) => `Paga por ${method}`,
  paidPlain: 'Paga',
  late: 'Paga fora de prazo. Tinha sido notificado outro resultado; é agora notificado o pagamento.',
  failed: 'Falhou: recusada, ou rejeitada pelo cliente',
  cancelled: 'Cancelada pelo cliente, ou expirada',
  paidAt: (at) => `Hora do pagamento indicada pelo banco: ${at}.`,
  paidAtOurs: (at) => `O banco não indicou a hora do pagamento. Hora do nosso registo: ${at}.`,
  webhook: (event, resends) =>
    resends === 0
      ? `Webhook ${event}: início das tentativas`
      : `Webhook ${event}: início das tentativas do reenvio ${resends}`,
  attempt: (number) => `Tentativa ${number} de ${MAX_ATTEMPTS}`,
  statusCode: (code) => `código ${code}`,
  took: (duration) => `demorou ${duration}`,
  ended: {
    delivered: 'Entregue',
    not_delivered: 'Não entregue',
    skipped: 'Não enviado (webhooks desligados ou sem URL)',
    superseded: 'Substituído por evento mais recente',
  },
  earliest: 'Pode ter sido mais tarde.',
  resent: (who) => `Reenviado por ${who}`,
  why: (why) => `Motivo: ${why}`,
  exception: (kind) => `Exceção: ${kind}`,
  received: (sum) => `Outro dinheiro recebido: ${sum}.`,
  reported: (sum) => `Comunicado pelo banco: ${sum}.`,
  bankSays: (words) => `Mensagem do banco: ${words}`,
  other: 'Ver a outra transação',
  toDo: 'A fazer:',
  noted: (by) => `Nota sobre a exceção, de ${by}`,
  closed: (outcome) => `Exceção fechada: ${outcome}`,
  closedBy: (by) => `Por ${by}.`,
  outcome: {
    refunded: 'devolvido',
    kept: 'mantido',
    shipped: 'encomenda expedida',
    'not-ours': 'não é nosso',
    confirmed: 'confirmado pela lista do banco',
  },
  refund: {
    refund: 'Dinheiro devolvido: reembolso',
    reversal: 'Dinheiro devolvido: estorno',
    annulment: 'Dinheiro devolvido: anulação',
    chargeback: 'Dinheiro devolvido: chargeback',
    other: 'Dinheiro devolvido',
  },
  refundOf: (amount, word) => `${amount}. Termo do banco: ${word}.`,
  noSum: 'Sem valor em euros',
  timeOurs: 'O banco não indicou a hora. É a hora do nosso registo.',
  kind: exceptionKinds,
  nextStep: {
    late: {
      what: 'O dinheiro foi recebido depois de avisarmos o seu servidor de outro resultado.',
      step: 'Envie a encomenda ou peça a devolução.',
    },
    'paid-twice': {
      what: 'O cliente pagou esta transação duas vezes. Envie uma só encomenda.',
      step: 'O que ainda não foi devolvido será devolvido.',
    },
    'order-paid-twice': {
      what: 'Foram pagas duas transações desta encomenda.',
      step: 'Diga-nos se o cliente comprou duas vezes. Se não, esta é devolvida.',
    },
    underpaid: {
      what: 'Foi recebido menos do que o valor esperado, o que não é suficiente para pagar a transação.',
      step:
        'Se a encomenda não estiver paga de outra forma, receba o restante por uma nova transação ou peça a devolução. ' +
        'Se estiver paga, este valor será devolvido.',
    },
    overpaid: {
      what: 'Foi recebido mais do que o valor esperado.',
      step: 'O que ainda não foi devolvido será devolvido.',
    },
    'unclear-payment': {
      what: 'O banco comunica dinheiro que não confirma, ou que não é em euros. Não conta.',
      step: 'Estamos a perguntar ao banco. Não envie a encomenda por este valor.',
    },
    'bank-undecided': {
      what: 'O banco ainda não decidiu sobre este pagamento.',
      step: 'Perguntamos-lhe todos os dias. Ainda não envie a encomenda.',
    },
    'unknown-payment': {
      what: 'O banco comunica dinheiro que não corresponde a nenhum pagamento.',
      step: 'Estamos a averiguar.',
    },
    'unknown-refund': {
      what: 'O banco comunica mais dinheiro devolvido do que o recebido, ou a mesma devolução outra vez.',
      step: 'Estamos a averiguar.',
    },
  },
  after: (duration) => `+${duration}`,
  headers: 'Cabeçalhos',
  signatures: 'As assinaturas não são guardadas. Foram enviadas em:',
  payload: 'Conteúdo',
  payloadAsSent: 'Tal como enviado',
  payloadReadable: 'Legível',
  payloadBytes: (bytes) => `${bytes} bytes, sem quebra de linha final. A assinatura abrange exatamente estes bytes.`,
  answer: 'Resposta do servidor',
  answerNone:
    'O corpo da resposta não foi guardado. Guardamos só o primeiro quilobyte das tentativas falhadas, durante ' +
    `${ANSWER_STORED_DAYS} dias.`,
  answerEmpty: 'A resposta não tem corpo.',
  details: 'Pedido e resposta',
  tone: {
    success: 'Concluído',
    error: 'Falhou',
    warning: 'Atenção',
    info: 'Informação',
    pending: 'Pendente',
    'in-progress': 'Em curso',
    stopped: 'Terminou',
  },
};
