import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';
import type { Cause } from '../../../../functions/payments/transitions.ts';
import { ANSWER_STORED_DAYS, MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { exceptionKindWords } from '../../i18n/shared-words.ts';
import { type Pair, words } from '../../i18n/words.ts';

/** One clear sentence for each thing that can have happened. `what` is emphasised, the rest explains it. */
export const timelineWords = words({
  created: [
    (order: string, amount: string) => `Created for order ${order}, ${amount}`,
    (order: string, amount: string) => `Criada para a encomenda ${order}, ${amount}`,
  ],
  createdOn: [(account: string) => `Bank account: ${account}`, (account: string) => `Conta bancária: ${account}`],
  push: [
    (number: number, phone: string | null) =>
      phone === null
        ? `MB WAY request sent (request ${number})`
        : `MB WAY request sent to the phone ending in ${phone} (request ${number})`,
    (number: number, phone: string | null) =>
      phone === null
        ? `Pedido MB WAY enviado (pedido ${number})`
        : `Pedido MB WAY enviado para o telemóvel terminado em ${phone} (pedido ${number})`,
  ],
  issue: [
    (number: number) => `Payment reference requested (request ${number})`,
    (number: number) => `Referência de pagamento pedida (pedido ${number})`,
  ],
  attemptState: {
    starting: [
      () => 'Not confirmed yet. The bank is being queried.',
      () => 'Ainda por confirmar. O banco está a ser consultado.',
    ],
    live: [
      (until: string) => `Waiting for the customer until ${until}.`,
      (until: string) => `À espera do cliente até ${until}.`,
    ],
    over: [
      (until: string) =>
        `The customer had until ${until}. The bank has not reported a final result. It is queried again, at least once a day, ` +
        'and its answer settles the transaction.',
      (until: string) =>
        `O cliente tinha até ${until}. O banco não comunicou um resultado final. É consultado de novo, pelo menos uma vez por dia, ` +
        'e a resposta dele encerra a transação.',
    ],
    ended: [() => 'Ended. It did not pay the transaction.', () => 'Terminou. Não pagou a transação.'],
    paid: [() => 'Paid with this request.', () => 'Paga com este pedido.'],
  },
  reference: [
    (entity: string, reference: string) => `Entity ${entity}, reference ${reference}`,
    (entity: string, reference: string) => `Entidade ${entity}, referência ${reference}`,
  ],
  validUntil: [
    (until: string, isOver: boolean) => `${isOver ? 'Was valid' : 'Valid'} until ${until}.`,
    (until: string, isOver: boolean) => `${isOver ? 'Foi válida' : 'Válida'} até ${until}.`,
  ],
  bankId: ['Bank’s ID of the request', 'ID do pedido no banco'],
  settled: {
    'bank-confirmed': [(method: string) => `Paid by ${method}`, (method: string) => `Paga por ${method}`],
    'bank-refused': [() => 'Failed: refused by the bank', () => 'Falhou: recusada pelo banco'],
    'customer-refused': [() => 'Failed: rejected by the customer', () => 'Falhou: rejeitada pelo cliente'],
    expired: [() => 'Cancelled: not paid in time', () => 'Cancelada: não foi paga a tempo'],
    abandoned: [() => 'Cancelled: the customer did not answer', () => 'Cancelada: o cliente não respondeu'],
    'never-started': [
      () => 'Cancelled: no payment method was chosen',
      () => 'Cancelada: não foi escolhido um método de pagamento',
    ],
  } satisfies Record<Cause, Pair<(method: string) => string>>,
  late: [
    'Paid late. Another outcome was notified before; the payment is notified now.',
    'Paga fora de prazo. Tinha sido notificado outro resultado; é agora notificado o pagamento.',
  ],
  paidAt: [
    (at: string) => `Payment time reported by the bank: ${at}.`,
    (at: string) => `Hora do pagamento indicada pelo banco: ${at}.`,
  ],
  paidAtOurs: [
    (at: string) => `The bank reported no payment time. Time of our record: ${at}.`,
    (at: string) => `O banco não indicou a hora do pagamento. Hora do nosso registo: ${at}.`,
  ],
  webhook: [
    (event: string, resends: number) =>
      resends === 0 ? `Webhook ${event}: attempts started` : `Webhook ${event}: attempts of resend ${resends} started`,
    (event: string, resends: number) =>
      resends === 0
        ? `Webhook ${event}: início das tentativas`
        : `Webhook ${event}: início das tentativas do reenvio ${resends}`,
  ],
  attempt: [
    (number: number) => `Attempt ${number} of ${MAX_ATTEMPTS}`,
    (number: number) => `Tentativa ${number} de ${MAX_ATTEMPTS}`,
  ],
  statusCode: [(code: number) => `status ${code}`, (code: number) => `código ${code}`],
  took: [(duration: string) => `took ${duration}`, (duration: string) => `demorou ${duration}`],
  earliest: ['This is the earliest possible time.', 'Pode ter sido mais tarde.'],
  resent: [(who: string) => `Resent by ${who}`, (who: string) => `Reenviado por ${who}`],
  why: [(why: string) => `Reason: ${why}`, (why: string) => `Motivo: ${why === 'automatic' ? 'automático' : why}`],
  exception: [(kind: string) => `Exception: ${kind}`, (kind: string) => `Exceção: ${kind}`],
  received: [(sum: string) => `Other money received: ${sum}.`, (sum: string) => `Outro dinheiro recebido: ${sum}.`],
  reported: [(sum: string) => `Reported by the bank: ${sum}.`, (sum: string) => `Comunicado pelo banco: ${sum}.`],
  bankSays: [(words: string) => `Bank message: ${words}`, (words: string) => `Mensagem do banco: ${words}`],
  other: ['View the other transaction', 'Ver a outra transação'],
  toDo: ['To do:', 'A fazer:'],
  noted: [(by: string) => `Note on the exception by ${by}`, (by: string) => `Nota sobre a exceção, de ${by}`],
  closed: ['Exception closed', 'Exceção fechada'],
  closedBy: [(by: string) => `By ${by}.`, (by: string) => `Por ${by}.`],
  refundOf: [
    (amount: string, word: string) => `${amount}. Bank’s term: ${word}.`,
    (amount: string, word: string) => `${amount}. Termo do banco: ${word}.`,
  ],
  noSum: ['No amount in euros', 'Sem valor em euros'],
  timeOurs: [
    'The bank reported no time. This is the time of our record.',
    'O banco não indicou a hora. É a hora do nosso registo.',
  ],
  kind: exceptionKindWords,
  nextStep: {
    late: {
      what: [
        'The money arrived after your server was notified of another outcome.',
        'O dinheiro foi recebido depois de avisarmos o seu servidor de outro resultado.',
      ],
      step: ['Ship the order or ask for a refund.', 'Envie a encomenda ou peça a devolução.'],
    },
    'paid-twice': {
      what: [
        'The customer paid this transaction twice. Ship the order once.',
        'O cliente pagou esta transação duas vezes. Envie uma só encomenda.',
      ],
      step: ['What has not gone back yet will be refunded.', 'O que ainda não foi devolvido será devolvido.'],
    },
    'order-paid-twice': {
      what: ['Two transactions of this order were paid.', 'Foram pagas duas transações desta encomenda.'],
      step: [
        'Tell us whether the customer bought twice. If not, this one is refunded.',
        'Diga-nos se o cliente comprou duas vezes. Se não, esta é devolvida.',
      ],
    },
    underpaid: {
      what: [
        'Less money arrived than requested. It does not pay the transaction.',
        'Foi recebido menos do que o valor esperado, o que não é suficiente para pagar a transação.',
      ],
      step: [
        'If the order is not paid otherwise, collect the rest by a new transaction or ask for a refund. If it is paid, ' +
          'this money will be refunded.',
        'Se a encomenda não estiver paga de outra forma, receba o restante por uma nova transação ou peça a devolução. ' +
          'Se estiver paga, este valor será devolvido.',
      ],
    },
    overpaid: {
      what: ['More money arrived than requested.', 'Foi recebido mais do que o valor esperado.'],
      step: ['What has not gone back yet will be refunded.', 'O que ainda não foi devolvido será devolvido.'],
    },
    'unclear-payment': {
      what: [
        'The bank reports money that it does not confirm, or that is not in euros. It does not count.',
        'O banco comunica dinheiro que não confirma, ou que não é em euros. Não conta.',
      ],
      step: [
        'We are asking the bank. Do not ship for this money.',
        'Estamos a perguntar ao banco. Não envie a encomenda por este valor.',
      ],
    },
    'bank-undecided': {
      what: ['The bank has not decided on this payment yet.', 'O banco ainda não decidiu sobre este pagamento.'],
      step: ['We ask it every day. Do not ship yet.', 'Perguntamos-lhe todos os dias. Ainda não envie a encomenda.'],
    },
    'unknown-payment': {
      what: [
        'The bank reports money that matches no payment.',
        'O banco comunica dinheiro que não corresponde a nenhum pagamento.',
      ],
      step: ['We are looking into it.', 'Estamos a averiguar.'],
    },
    'unknown-refund': {
      what: [
        'The bank reports more money returned than was received, or the same return again.',
        'O banco comunica mais dinheiro devolvido do que o recebido, ou a mesma devolução outra vez.',
      ],
      step: ['We are looking into it.', 'Estamos a averiguar.'],
    },
  } satisfies Record<ExceptionKind, { what: Pair; step: Pair }>,
  after: [(duration: string) => `+${duration}`, (duration: string) => `+${duration}`],
  headers: ['Headers', 'Cabeçalhos'],
  signatures: ['Signatures are not stored. They were sent in:', 'As assinaturas não são guardadas. Foram enviadas em:'],
  payload: ['Payload', 'Conteúdo'],
  payloadBytes: [
    (bytes: number) =>
      `${bytes} bytes as sent, which the button copies: in one line, without a line break at the end. The signature covers exactly these bytes.`,
    (bytes: number) =>
      `${bytes} bytes tal como enviados, que o botão copia: numa linha, sem quebra no fim. A assinatura abrange exatamente estes bytes.`,
  ],
  answer: ['Response of the server', 'Resposta do servidor'],
  answerNone: [
    `No response body is stored. Only failed attempts keep its first kilobyte, for ${ANSWER_STORED_DAYS} days.`,
    'O corpo da resposta não foi guardado. Guardamos só o primeiro quilobyte das tentativas falhadas, durante ' +
      `${ANSWER_STORED_DAYS} dias.`,
  ],
  answerEmpty: ['The response has no body.', 'A resposta não tem corpo.'],
  details: ['Request and response', 'Pedido e resposta'],
  tone: {
    success: ['Done', 'Concluído'],
    error: ['Failed', 'Falhou'],
    warning: ['Attention', 'Atenção'],
    info: ['Information', 'Informação'],
    pending: ['Pending', 'Pendente'],
    'in-progress': ['In progress', 'Em curso'],
    stopped: ['Ended', 'Terminou'],
  },
});
