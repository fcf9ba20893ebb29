import { EXCEPTION_MEANINGS_PT } from '../../../../functions/payments/exceptions/exception-meanings-pt.ts';
import { MAX_URL_CHARACTERS } from '../../../../functions/webhooks/endpoint/url-problem.ts';
import { DEADLINE_MS } from '../../../../functions/webhooks/plan.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const outcomes: Catalogue['outcomes'] = {
  attempt: {
    delivered: 'O servidor respondeu a tempo com um código 2xx.',
    status: 'O servidor respondeu, mas não com um código 2xx (os redirecionamentos não são seguidos).',
    timeout: `O servidor não respondeu em ${DEADLINE_MS / 1_000} segundos.`,
    refused: 'O servidor recusou a ligação: nada está à escuta nesse endereço e nessa porta.',
    dns: 'Não foi possível encontrar o nome do servidor indicado no URL do webhook.',
    tls:
      'A ligação segura falhou: verifique se o certificado é válido, está completo e corresponde ao nome ' +
      'do servidor.',
    blocked: 'O URL do webhook aponta para um endereço fora da internet pública, pelo que nada foi enviado.',
    connection: 'A ligação falhou ou foi fechada antes de o servidor dar uma resposta válida.',
  },
  failure: {
    'name-servers':
      'Os servidores de nomes do domínio do URL do webhook não responderam ou falharam: verifique o DNS do domínio.',
    unreachable: 'Não há caminho de rede até ao endereço do servidor: verifique o endereço do nome.',
    'no-connection':
      'Não foi possível estabelecer ligação ao servidor a tempo: em regra uma firewall bloqueia-a ou o endereço está errado.',
    'no-handshake':
      'O servidor aceitou a ligação, mas não concluiu a negociação TLS a tempo: verifique a carga do servidor e a sua configuração TLS.',
    reset:
      'A ligação foi interrompida pelo servidor, ou por uma firewall ou um proxy à frente dele: os registos deles podem dizer porquê.',
    closed: 'O servidor fechou a ligação sem responder: o registo do servidor pode dizer porquê.',
    unfinished: `O servidor começou a responder, mas não concluiu os cabeçalhos em ${DEADLINE_MS / 1_000} segundos: responda antes de trabalho demorado.`,
    unreadable:
      'A resposta do servidor era ilegível: não tem uma linha de estado HTTP/1.1 completa ou muda de protocolo. Verifique a porta e o que responde neste caminho.',
    'self-signed':
      'O certificado do servidor é autoassinado: é necessário um de uma autoridade reconhecida publicamente.',
    untrusted:
      'O certificado do servidor é de uma autoridade que não é reconhecida publicamente: é necessário um de uma que o seja.',
    chain:
      'Não foi possível verificar o certificado do servidor: em regra falta o certificado intermédio, pelo que deve configurar a cadeia completa. Ou a autoridade não é reconhecida publicamente.',
    expired: 'O certificado do servidor expirou: renove-o.',
    'not-yet-valid': 'O certificado do servidor ainda não é válido: verifique as suas datas.',
    'wrong-name':
      'O certificado do servidor foi emitido para um nome diferente do indicado no URL do webhook: corrija o URL ou o certificado.',
    'no-tls': 'O servidor respondeu sem TLS: verifique a porta do URL do webhook.',
    'tls-version': 'O servidor e este serviço não têm nenhuma versão de TLS em comum: ative o TLS 1.2 ou posterior.',
    'client-certificate':
      'O servidor exige um certificado de cliente, que os webhooks não têm: isente o caminho do webhook.',
    handshake: 'O servidor interrompeu a negociação TLS: o registo do servidor pode dizer porquê.',
  },
  status: {
    '3xx': 'O servidor respondeu com um redirecionamento, que não é seguido: indique no URL o endereço final.',
    '401':
      'O servidor respondeu «não autorizado»: em regra falhou a verificação da assinatura, ou é pedido um início de sessão.',
    '403': 'O servidor respondeu «proibido»: em regra uma firewall, uma verificação CSRF ou a da assinatura.',
    '404': 'O servidor não tem nada neste caminho: verifique o caminho do URL do webhook.',
    '405': 'O caminho não aceita POST: verifique o caminho e se a rota aceita POST.',
    '413': 'O servidor, ou um proxy à frente dele, só aceita corpos menores: aumente o limite.',
    '429': 'O servidor limita o número de pedidos: isente os webhooks desse limite.',
    '4xx': 'O servidor recusou o pedido: a resposta e o registo do servidor podem dizer porquê.',
    '5xx': 'O servidor falhou, ou o proxy à frente dele não o alcançou: o registo do servidor diz porquê.',
  },
  delivery: {
    not_attempted:
      'Não foi possível fazer as tentativas previstas, por uma falha nossa. O servidor pode não ter sido ' +
      'contactado.',
    delivered: 'O evento foi entregue.',
    not_delivered: 'O evento não foi entregue.',
    skipped: 'Nada foi enviado: os webhooks estavam desligados ou não havia URL.',
    superseded: 'Um evento mais recente desta transação substitui este.',
  },
  resend: {
    resent: 'O evento está a ser reenviado.',
    'in-progress': 'O evento está a ser entregue neste momento. Nada mais foi enviado.',
    'sent-before': 'O evento já foi reenviado depois de esta página ser carregada. Nada mais foi enviado.',
    off: 'Os webhooks estão desligados. Ligue-os antes de reenviar.',
    'no-url': 'Não está definido nenhum URL de webhook.',
    superseded: 'Um evento mais recente desta transação substitui este. Só o mais recente pode ser reenviado.',
    unknown: 'O evento não existe. Nada foi reenviado.',
  },
  webhookUrl: {
    'too-long': `O URL é demasiado longo: no máximo ${MAX_URL_CHARACTERS} caracteres.`,
    'not-https': 'O URL tem de começar por https://.',
    malformed: 'Este URL não é válido.',
    credentials: 'O URL não pode conter nome de utilizador nem palavra-passe.',
    'not-public': 'O servidor tem de ser acessível na internet pública.',
  },
  exception: EXCEPTION_MEANINGS_PT,
  exceptionOutcome: {
    refunded: 'O valor foi devolvido ao cliente.',
    kept: 'O valor foi mantido, conforme acordado.',
    shipped: 'A encomenda foi expedida ou o serviço prestado.',
    'not-ours': 'Não é um pagamento deste serviço; o seu valor não entra em nenhuma soma.',
    confirmed: 'A lista do banco tem o movimento, que está registado.',
  },
};
