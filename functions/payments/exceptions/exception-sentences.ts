import type { ExceptionKind } from './exception.ts';
import type { ExceptionOutcome } from './exception-outcomes.ts';

interface Sentences {
  /** What happened and what a person is to do, in English and in Portuguese. */
  en: { what: string; toDo: string };
  pt: { what: string; toDo: string };
}

/** What each kind of exception means, for the people who close it. */
export const EXCEPTION_SENTENCES: Record<ExceptionKind, Sentences> = {
  late: {
    en: {
      what: 'The bank confirmed the money after the merchant had been told that the payment failed or was cancelled.',
      toDo: 'The transaction is paid now and the merchant was told so. Ask whether the goods go out; else refund.',
    },
    pt: {
      what: 'O banco confirmou o dinheiro depois de o comerciante ter sido avisado de que o pagamento falhou ou foi cancelado.',
      toDo: 'A transação está agora paga e o comerciante foi avisado disso. Pergunte se a encomenda segue; se não, devolva o dinheiro.',
    },
  },
  'paid-twice': {
    en: {
      what: 'The bank reports a second payment of a transaction that is paid.',
      toDo: 'Compare both at the bank and refund the second.',
    },
    pt: {
      what: 'O banco comunica um segundo pagamento de uma transação já paga.',
      toDo: 'Confira os dois no banco e devolva o segundo.',
    },
  },
  'order-paid-twice': {
    en: {
      what: 'Two transactions of one order were paid; the other one was paid first.',
      toDo: 'Ask the merchant whether the customer bought twice; if not, refund this one.',
    },
    pt: {
      what: 'Duas transações da mesma encomenda foram pagas; a outra foi paga primeiro.',
      toDo: 'Pergunte ao comerciante se o cliente comprou duas vezes; se não, devolva o valor desta.',
    },
  },
  underpaid: {
    en: {
      what: 'Less money came than was asked for. The transaction is not paid.',
      toDo: 'Agree with the merchant on the rest, or refund what came.',
    },
    pt: {
      what: 'Chegou menos dinheiro do que o pedido. A transação não está paga.',
      toDo: 'Combine com o comerciante o que falta, ou devolva o que chegou.',
    },
  },
  overpaid: {
    en: {
      what: 'More money was reported than was asked for.',
      toDo: 'If it paid the transaction, refund the difference; otherwise look it up at the bank and refund all of it.',
    },
    pt: {
      what: 'Foi comunicado mais dinheiro do que o pedido.',
      toDo: 'Se pagou a transação, devolva a diferença; se não, procure-o no banco e devolva-o todo.',
    },
  },
  'foreign-currency': {
    en: {
      what: 'The bank reports money in a currency other than euro. The transaction is not paid by it.',
      toDo: 'Ask the bank what it has booked; refund it or settle it with the merchant.',
    },
    pt: {
      what: 'O banco comunica dinheiro numa moeda que não é o euro. A transação não ficou paga com ele.',
      toDo: 'Pergunte ao banco o que registou; devolva o dinheiro ou acerte-o com o comerciante.',
    },
  },
  'unclear-payment': {
    en: {
      what: 'The bank speaks of money and contradicts itself. Nothing was changed.',
      toDo: 'Look the payment up at the bank by its id; if the money is there, settle it with the merchant or refund it.',
    },
    pt: {
      what: 'O banco comunica dinheiro, mas contradiz-se. Nada foi alterado.',
      toDo: 'Procure o pagamento no banco pelo seu id; se o dinheiro lá estiver, acerte-o com o comerciante ou devolva-o.',
    },
  },
  'bank-undecided': {
    en: {
      what: 'Five days after the end the bank says neither paid nor not paid. The transaction stays pending.',
      toDo: 'Ask the bank. It is asked once a day; what it then says settles the transaction.',
    },
    pt: {
      what: 'Cinco dias depois do fim do prazo, o banco não diz se foi pago. A transação continua pendente.',
      toDo: 'Contacte o banco. É consultado uma vez por dia; o que então disser encerra a transação.',
    },
  },
  'unknown-payment': {
    en: {
      what: 'The bank reports money that belongs to no payment of ours.',
      toDo: 'Look it up at the bank: a sale at a terminal is not ours; anything else is refunded or assigned by hand.',
    },
    pt: {
      what: 'O banco comunica dinheiro que não pertence a nenhum pagamento nosso.',
      toDo: 'Procure-o no banco: uma venda num terminal não é nossa; o resto devolve-se ou atribui-se manualmente.',
    },
  },
  'unknown-refund': {
    en: {
      what: 'The bank reports that money went back, or moved in a way we do not know, and not clearly for which payment.',
      toDo: 'Find the payment at the bank by this id and tell its merchant.',
    },
    pt: {
      what: 'O banco comunica uma devolução, ou um movimento que não conhecemos, sem se saber ao certo de que pagamento.',
      toDo: 'Encontre o pagamento no banco por este id e avise o comerciante.',
    },
  },
};

/** What each outcome says of the money. */
export const OUTCOME_SENTENCES: Record<ExceptionOutcome, { en: string; pt: string }> = {
  refunded: { en: 'The money went back to the customer.', pt: 'O dinheiro foi devolvido ao cliente.' },
  kept: {
    en: 'The money was kept, as agreed with the merchant.',
    pt: 'O dinheiro foi mantido, conforme acordado com o comerciante.',
  },
  shipped: { en: 'The goods or the service went out for it.', pt: 'A encomenda seguiu ou o serviço foi prestado.' },
  'not-ours': { en: 'It had nothing to do with this service.', pt: 'Não tinha nada a ver com este serviço.' },
};
