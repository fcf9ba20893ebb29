import { EXCEPTION_MEANINGS_PT } from '../../../functions/payments/exceptions/exception-meanings-pt.ts';
import { EXCEPTION_MEANINGS, OUTCOME_SENTENCES } from '../../../functions/payments/exceptions/exception-sentences.ts';
import { MAX_URL_CHARACTERS, URL_PROBLEM_SENTENCES } from '../../../functions/webhooks/endpoint/url-problem.ts';
import { OUTCOME_SENTENCES as ATTEMPT_SENTENCES, DELIVERY_SENTENCES } from '../../../functions/webhooks/outcome.ts';
import { DELIVERY_SENTENCES_PT, OUTCOME_SENTENCES_PT } from '../../../functions/webhooks/outcome-pt.ts';
import { RESEND_SENTENCES } from '../../../functions/webhooks/resend/resend-sentences.ts';
import { paired, words } from './words.ts';

/** Sentences for the codes of the service. Commands print the same English. */
export const outcomeWords = words({
  attempt: paired(ATTEMPT_SENTENCES, OUTCOME_SENTENCES_PT),
  delivery: paired(DELIVERY_SENTENCES, DELIVERY_SENTENCES_PT),
  resend: paired(RESEND_SENTENCES, {
    resent: 'O evento está a ser reenviado.',
    'in-progress': 'O evento está a ser entregue neste momento. Nada mais foi enviado.',
    'sent-before': 'O evento já foi reenviado depois de esta página ser carregada. Nada mais foi enviado.',
    off: 'Os webhooks estão desligados. Ligue-os antes de reenviar.',
    'no-url': 'Não está definido nenhum URL de webhook.',
    superseded: 'Um evento mais recente desta transação substitui este. Só o mais recente pode ser reenviado.',
    unknown: 'Não há tal evento para reenviar. Um evento de teste é enviado de novo pelo seu botão.',
  }),
  webhookUrl: paired(URL_PROBLEM_SENTENCES, {
    'too-long': `O URL é demasiado longo: no máximo ${MAX_URL_CHARACTERS} caracteres.`,
    'not-https': 'O URL tem de começar por https://.',
    malformed: 'Este URL não é válido.',
    credentials: 'O URL não pode conter nome de utilizador nem palavra-passe.',
    'not-public': 'O servidor tem de ser acessível na internet pública.',
  }),
  exception: paired(EXCEPTION_MEANINGS, EXCEPTION_MEANINGS_PT),
  exceptionOutcome: paired(OUTCOME_SENTENCES, {
    refunded: 'O valor foi devolvido ao cliente.',
    kept: 'O valor foi mantido, conforme acordado.',
    shipped: 'A encomenda foi expedida ou o serviço prestado.',
    'not-ours': 'Não é um pagamento deste serviço; o seu valor não entra em nenhuma soma.',
    confirmed: 'A lista do banco tem o movimento, que está registado.',
  }),
});
