import type { ExceptionKind } from './exception.ts';
import type { ExceptionMeaning } from './exception-sentences.ts';

/** The meaning of each kind in Portuguese, for the JSON of commands and the dashboard. English pages do not load it. */
export const EXCEPTION_MEANINGS_PT: Record<ExceptionKind, ExceptionMeaning> = {
  late: {
    what: 'O banco confirmou o pagamento depois de notificarmos o comerciante de que falhou ou foi cancelado.',
    toDo: 'A transação está paga e o comerciante foi notificado. Pergunte se a encomenda segue; se não, devolva o valor.',
  },
  'paid-twice': {
    what: 'O banco comunica um segundo pagamento de uma transação já paga.',
    toDo: 'Se o saldo na página da transação for maior do que o valor, devolva o resto no banco. Depois, feche.',
  },
  'order-paid-twice': {
    what: 'Duas transações da mesma encomenda foram pagas; a outra foi paga primeiro.',
    toDo: 'Pergunte ao comerciante se o cliente comprou duas vezes; se não, devolva o valor desta.',
  },
  underpaid: {
    what: 'Foi recebido menos do que o valor esperado, o que não é suficiente para pagar a transação.',
    toDo: 'Combine com o comerciante o restante, a receber por uma nova transação, ou devolva o valor recebido.',
  },
  overpaid: {
    what: 'Foi recebido mais do que o valor esperado. A transação está paga.',
    toDo: 'Se o saldo na página da transação for maior do que o valor, devolva a diferença no banco. Depois, feche.',
  },
  'unclear-payment': {
    what: 'O banco comunica dinheiro que não confirma, que contradiz ou que não é em euros. Não entra em nenhuma soma.',
    toDo: 'Procure-o no banco pelo ID; se o dinheiro lá estiver, acerte-o com o comerciante ou devolva-o.',
  },
  'bank-undecided': {
    what: 'Cinco dias depois do fim do prazo, o banco não diz se foi pago. A transação continua pendente.',
    toDo: 'Contacte o banco. É consultado uma vez por dia; o que então disser encerra a transação.',
  },
  'unknown-payment': {
    what: 'O banco comunica dinheiro que não pertence a nenhum pagamento nosso.',
    toDo: 'Procure-o no banco: uma venda num terminal não é nossa; devolva o resto ou atribua-o manualmente.',
  },
  'unknown-refund': {
    what: 'O banco comunica uma devolução de um pagamento desconhecido, maior do que o recebido, ou a mesma outra vez.',
    toDo: 'Procure no banco o pagamento e as devoluções e compare-os com a página da transação.',
  },
};
