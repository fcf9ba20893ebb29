import { DEADLINE_MS } from '../../../../functions/webhooks/plan.ts';
import { defineText } from '../../i18n/dictionary.ts';

const SECONDS = DEADLINE_MS / 1_000;

export const RECEIVER_TEXT = defineText(
  {
    title: 'Receiver',
    description: 'What your server does with a webhook. The secret comes from its environment, never from the code.',
    codeIn: (language: string) => `receiver in ${language}`,
    afterwards: 'Keep it under data.id and event, answer at once, work afterwards.',
    rulesTitle: 'What else to know',
    rules: [
      'Check the signature over the bytes as they came, before anything parses them.',
      `Answer 2xx within ${SECONDS} seconds, better within one, and work afterwards.`,
      'The same event may come more than once: take data.id and event together as the key.',
      'Once a transaction is paid, ignore every other event of it. payment.success may follow payment.cancelled when a customer pays at the last moment.',
    ],
    standard: 'Every webhook is also signed as Standard Webhooks: any of its libraries takes your secret as it is.',
    playground: 'Signatures do not match? Try the playground.',
  },
  {
    title: 'Recetor',
    description: 'O que o seu servidor faz com um webhook. O segredo vem do ambiente, nunca do código.',
    codeIn: (language: string) => `recetor em ${language}`,
    afterwards: 'Guarde-o com data.id e event como chave, responda de imediato e trate o resto depois.',
    rulesTitle: 'O que mais deve saber',
    rules: [
      'Verifique a assinatura sobre os bytes tal como chegaram, antes de qualquer interpretação.',
      `Responda 2xx em menos de ${SECONDS} segundos, de preferência em menos de um, e trate o resto depois.`,
      'O mesmo evento pode chegar mais do que uma vez: use data.id e event em conjunto como chave.',
      'Depois de uma transação estar paga, ignore qualquer outro evento dela. payment.success pode vir depois de payment.cancelled quando um cliente paga no último momento.',
    ],
    standard:
      'Cada webhook é também assinado segundo Standard Webhooks: qualquer biblioteca dessa norma aceita o seu segredo tal como está.',
    playground: 'As assinaturas não coincidem? Experimente a página de verificação.',
  },
);
