import type { DELIVERY_SENTENCES, OUTCOME_SENTENCES } from './outcome.ts';
import { DEADLINE_MS } from './plan.ts';

/** The sentences in Portuguese, for the dashboard and the morning mail. */
export const OUTCOME_SENTENCES_PT: typeof OUTCOME_SENTENCES = {
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
};

export const DELIVERY_SENTENCES_PT: typeof DELIVERY_SENTENCES = {
  not_attempted:
    'Não foi possível fazer as tentativas previstas, por uma falha nossa. O servidor pode não ter sido ' +
    'contactado.',
  delivered: 'O evento foi entregue.',
  not_delivered: 'O evento não foi entregue.',
  skipped: 'Nada foi enviado: os webhooks estavam desligados ou não havia URL.',
  superseded: 'Um evento mais recente desta transação substitui este.',
};
