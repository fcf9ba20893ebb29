import { EXCEPTION_MEANINGS_PT } from '../../../functions/payments/exceptions/exception-meanings-pt.ts';
import { EXCEPTION_MEANINGS, OUTCOME_SENTENCES } from '../../../functions/payments/exceptions/exception-sentences.ts';
import { MAX_URL_CHARACTERS, URL_PROBLEM_SENTENCES } from '../../../functions/webhooks/endpoint/url-problem.ts';
import { OUTCOME_SENTENCES as ATTEMPT_SENTENCES, DELIVERY_SENTENCES } from '../../../functions/webhooks/outcome.ts';
import { DEADLINE_MS } from '../../../functions/webhooks/plan.ts';
import { RESEND_SENTENCES } from '../../../functions/webhooks/resend/resend-sentences.ts';
import { paired, words } from './words.ts';

/** Sentences for the codes of the service. Commands print the same English. */
export const outcomeWords = words({
  attempt: paired(ATTEMPT_SENTENCES, {
    delivered: 'O servidor respondeu a tempo com um código 2xx.',
    status:
      'O servidor respondeu, mas não com um código 2xx: verifique o caminho, a verificação da assinatura e o registo do servidor. Os redirecionamentos não são seguidos.',
    timeout: `O servidor não respondeu em ${DEADLINE_MS / 1_000} segundos: responda antes de trabalho demorado e verifique se alguma firewall bloqueia a ligação.`,
    dns: 'O nome do servidor não foi encontrado: verifique o URL do webhook e o DNS do domínio.',
    blocked: 'O URL do webhook aponta para um endereço privado, pelo que nada foi enviado: use um endereço público.',
    refused: 'O servidor recusou a ligação ou está inacessível: verifique o endereço, a porta e a firewall.',
    tls: 'A ligação segura falhou: use um certificado de uma autoridade pública com a cadeia completa, TLS 1.2 ou posterior e a porta de HTTPS.',
    expired: 'O certificado do servidor expirou ou ainda não é válido: renove-o.',
    'wrong-name':
      'O servidor não tem certificado para o nome indicado no URL do webhook: corrija o URL ou o certificado.',
    reset:
      'A ligação foi fechada antes de o servidor responder: consulte os registos do servidor e do proxy à frente dele.',
    'not-http':
      'O servidor não enviou uma resposta HTTP legível. Pode ter processado o evento: confirme antes de reenviar.',
  }),
  delivery: paired(DELIVERY_SENTENCES, {
    not_attempted:
      'Não foi possível fazer as tentativas previstas, por uma falha nossa. O servidor pode não ter sido ' +
      'contactado.',
    delivered: 'O evento foi entregue.',
    not_delivered: 'O evento não foi entregue.',
    skipped: 'Nada foi enviado: os webhooks estavam desligados ou não havia URL.',
    superseded: 'Um evento mais recente desta transação substitui este.',
  }),
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
