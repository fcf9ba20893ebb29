import { TOLERANCE_S } from '../../signature/tolerance.ts';
import type * as english from '../en/signature.ts';

export const signature: typeof english.signature = {
  title: 'Verificar assinaturas',
  description:
    'Descubra porque é que uma assinatura não coincide. Cole o que o seu servidor recebeu. Tudo é calculado ' +
    'neste navegador. Nada é enviado.',
  example: 'Preencher com um exemplo',
  clear: 'Limpar',
  given: 'Dados recebidos',
  headers: 'Cabeçalhos recebidos',
  headersHint:
    'Todos os cabeçalhos, como o seu servidor os regista, ou só o valor de X-Service-Signature, recebido ou ' +
    'calculado pelo seu código.',
  body: 'Corpo original',
  bodyHint: 'Exatamente como foi recebido, antes de qualquer interpretação.',
  secret: 'Segredo do webhook',
  secretHint: 'Completo, incluindo whsec_.',
  otherSecret: 'O outro segredo, durante uma renovação – opcional',
  verdict: 'Resultado',
  waiting: 'Cole cabeçalhos com uma assinatura, o corpo e o segredo.',
  match: (header: string) => `${header} coincide`,
  matchWhat: 'A assinatura é válida para este corpo e este segredo.',
  mismatch: (header: string) => `${header} não coincide`,
  expected: 'Valor esperado para este corpo e segredo',
};

export const signatureCauses: typeof english.signatureCauses = {
  'body-white-space':
    'O seu corpo tem à volta espaços, uma quebra de linha ou uma marca de ordem de bytes que não foram enviados.',
  'body-charset':
    'Os bytes são UTF-8, mas foram lidos como Latin-1: «é» passou a «Ã©». Verifique antes de descodificar.',
  'body-rewritten':
    'O JSON tem o mesmo conteúdo, mas foi reescrito: outros espaços, ordem das chaves, números (10.50 em vez de ' +
    '10.5) ou escapes. Use os bytes originais, antes de a sua framework os interpretar.',
  'body-length':
    'O seu corpo não tem o tamanho indicado em Content-Length: algo o alterou. Use os bytes originais, antes de a ' +
    'sua framework os interpretar.',
  'secret-white-space': 'Há espaços ou aspas à volta do segredo, muitas vezes vindos de um ficheiro de ambiente.',
  'secret-form':
    'A chave é a forma errada do segredo. X-Service-Signature usa o texto completo, incluindo whsec_; ' +
    'webhook-signature usa os bytes que estão em base64 a seguir a whsec_.',
  'secret-is-api-key':
    'Isto é uma chave da API, não um segredo de webhook. O segredo começa por whsec_ e está nas definições do webhook.',
  'secret-incomplete':
    'Isto não é um segredo de webhook completo. Começa por whsec_: revele-o nas definições do webhook e ' +
    'copie-o por inteiro.',
  'other-secret':
    'Está assinado com o outro segredo. Durante uma renovação, X-Service-Signature mantém o antigo até premir ' +
    'Mudar agora.',
  'wrong-secret':
    'O corpo tem o tamanho que foi enviado, pelo que o segredo é provavelmente outro: de outra conta, ou anterior a ' +
    'uma renovação. Compare os últimos quatro caracteres com os das definições do webhook.',
  unexplained:
    'O segredo ou o corpo é outro, ou em webhook-signature o webhook-id ou o webhook-timestamp. Compare os últimos ' +
    'quatro caracteres do segredo com os das definições do webhook, ou prima lá Testar webhook e cole o que chegar, com todos os cabeçalhos.',
  'value-of-webhook-signature':
    'v1,… é o valor de webhook-signature (Standard Webhooks), outro cabeçalho. X-Service-Signature é sha256= e ' +
    'hexadecimal: compare o seu valor com esse cabeçalho, ou verifique webhook-signature com uma biblioteca de ' +
    'Standard Webhooks.',
  'value-of-x-service-signature':
    'sha256=… é o valor de X-Service-Signature, outro cabeçalho. webhook-signature é «v1,» e base64: compare o seu ' +
    'valor com esse cabeçalho.',
  'not-a-signature':
    'Isto não é uma assinatura completa. X-Service-Signature é sha256= e 64 dígitos hexadecimais; webhook-signature ' +
    'é «v1,» e 44 caracteres em base64.',
  'id-or-timestamp-missing':
    'webhook-signature assina também webhook-id e webhook-timestamp. Cole também estes cabeçalhos do mesmo pedido.',
  'signature-encoding':
    'A assinatura está certa, mas a codificação não: X-Service-Signature é sha256= e dígitos hexadecimais ' +
    'minúsculos, webhook-signature é «v1,» e base64.',
  'too-old':
    `O timestamp tem mais de ${TOLERANCE_S / 60} minutos. As bibliotecas recusam-no então: verifique quando o webhook ` +
    'chega, não mais tarde a partir de uma fila ou de um registo, e confirme o relógio do seu servidor.',
};
