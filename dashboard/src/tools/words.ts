import { type Pair, words } from '../i18n/words.ts';
import type { Cause } from '../signature/check.ts';
import { TOLERANCE_S } from '../signature/tolerance.ts';

export const signatureWords = words({
  title: ['Signature playground', 'Verificar assinaturas'],
  description: [
    'Find out why a signature does not match. Paste what your server received. Everything is computed in this ' +
      'browser. Nothing is sent.',
    'Descubra porque é que uma assinatura não coincide. Cole o que o seu servidor recebeu. Tudo é calculado ' +
      'neste navegador. Nada é enviado.',
  ],
  example: ['Fill in an example', 'Preencher com um exemplo'],
  clear: ['Clear', 'Limpar'],
  given: ['Received data', 'Dados recebidos'],
  headers: ['Received headers', 'Cabeçalhos recebidos'],
  headersHint: [
    'All headers as your server logs them, or only the value of X-Service-Signature, received or computed by your code.',
    'Todos os cabeçalhos, como o seu servidor os regista, ou só o valor de X-Service-Signature, recebido ou ' +
      'calculado pelo seu código.',
  ],
  body: ['Raw body', 'Corpo original'],
  bodyHint: [
    'Exactly as received, before anything parsed it.',
    'Exatamente como foi recebido, antes de qualquer interpretação.',
  ],
  secret: ['Webhook secret', 'Segredo do webhook'],
  secretHint: ['Complete, including whsec_.', 'Completo, incluindo whsec_.'],
  otherSecret: ['The other secret, during a rotation – optional', 'O outro segredo, durante uma renovação – opcional'],
  verdict: ['Verdict', 'Resultado'],
  waiting: [
    'Paste headers with a signature, the body and the secret.',
    'Cole cabeçalhos com uma assinatura, o corpo e o segredo.',
  ],
  match: [(header: string) => `${header} matches`, (header: string) => `${header} coincide`],
  matchWhat: [
    'The signature is valid for this body and this secret.',
    'A assinatura é válida para este corpo e este segredo.',
  ],
  mismatch: [(header: string) => `${header} does not match`, (header: string) => `${header} não coincide`],
  expected: ['Expected value for this body and secret', 'Valor esperado para este corpo e segredo'],
});

/** Each cause: what it is, and what to do. */
export const signatureCauseWords = words({
  'body-white-space': [
    'Your body has white space, a line break or a byte order mark around it that was not sent.',
    'O seu corpo tem à volta espaços, uma quebra de linha ou uma marca de ordem de bytes que não foram enviados.',
  ],
  'body-charset': [
    'The bytes are UTF-8 but were read as Latin-1: é became Ã©. Do not decode before you verify.',
    'Os bytes são UTF-8, mas foram lidos como Latin-1: «é» passou a «Ã©». Verifique antes de descodificar.',
  ],
  'body-rewritten': [
    'The JSON has the same content but was rewritten: other spaces, key order, numbers (10.50 for 10.5) or escapes. ' +
      'Take the raw bytes before your framework parses them.',
    'O JSON tem o mesmo conteúdo, mas foi reescrito: outros espaços, ordem das chaves, números (10.50 em vez de ' +
      '10.5) ou escapes. Use os bytes originais, antes de a sua framework os interpretar.',
  ],
  'body-length': [
    'Your body does not have the length that Content-Length states: something changed it. Take the raw bytes before ' +
      'your framework parses them.',
    'O seu corpo não tem o tamanho indicado em Content-Length: algo o alterou. Use os bytes originais, antes de a ' +
      'sua framework os interpretar.',
  ],
  'secret-white-space': [
    'There is white space or a quote around the secret, often from an environment file.',
    'Há espaços ou aspas à volta do segredo, muitas vezes vindos de um ficheiro de ambiente.',
  ],
  'secret-form': [
    'The key is the wrong form of the secret. X-Service-Signature takes its whole text, whsec_ included; ' +
      'webhook-signature takes the bytes that stand behind whsec_ in base64.',
    'A chave é a forma errada do segredo. X-Service-Signature usa o texto completo, incluindo whsec_; ' +
      'webhook-signature usa os bytes que estão em base64 a seguir a whsec_.',
  ],
  'secret-is-api-key': [
    'This is an API key, not a webhook secret. The webhook secret begins with whsec_ and is in the webhook settings.',
    'Isto é uma chave da API, não um segredo de webhook. O segredo começa por whsec_ e está nas definições do webhook.',
  ],
  'secret-incomplete': [
    'This is not a complete webhook secret. It begins with whsec_: reveal it in the webhook settings and ' +
      'copy all of it.',
    'Isto não é um segredo de webhook completo. Começa por whsec_: revele-o nas definições do webhook e ' +
      'copie-o por inteiro.',
  ],
  'other-secret': [
    'It is signed with the other secret. During a rotation X-Service-Signature stays on the old one until you press ' +
      'Switch now.',
    'Está assinado com o outro segredo. Durante uma renovação, X-Service-Signature mantém o antigo até premir ' +
      'Mudar agora.',
  ],
  'wrong-secret': [
    'The body has the length that was sent, so the secret is probably another one: of another account, or from ' +
      'before a rotation. Compare its last four characters with those in the webhook settings.',
    'O corpo tem o tamanho que foi enviado, pelo que o segredo é provavelmente outro: de outra conta, ou anterior a ' +
      'uma renovação. Compare os últimos quatro caracteres com os das definições do webhook.',
  ],
  unexplained: [
    'The secret or the body is another one, or of webhook-signature the webhook-id or webhook-timestamp. Compare the ' +
      'last four characters of the secret with those in the webhook settings, or press Test webhook there and paste ' +
      'what arrives with all headers.',
    'O segredo ou o corpo é outro, ou em webhook-signature o webhook-id ou o webhook-timestamp. Compare os últimos ' +
      'quatro caracteres do segredo com os das definições do webhook, ou prima lá Testar webhook e cole o que chegar, com todos os cabeçalhos.',
  ],
  'value-of-webhook-signature': [
    'v1,… is the value of webhook-signature (Standard Webhooks), another header. X-Service-Signature is sha256= and ' +
      'hexadecimal: compare your value with that header, or verify webhook-signature with a Standard Webhooks library.',
    'v1,… é o valor de webhook-signature (Standard Webhooks), outro cabeçalho. X-Service-Signature é sha256= e ' +
      'hexadecimal: compare o seu valor com esse cabeçalho, ou verifique webhook-signature com uma biblioteca de ' +
      'Standard Webhooks.',
  ],
  'value-of-x-service-signature': [
    'sha256=… is the value of X-Service-Signature, another header. webhook-signature is v1, and base64: compare your ' +
      'value with that header.',
    'sha256=… é o valor de X-Service-Signature, outro cabeçalho. webhook-signature é «v1,» e base64: compare o seu ' +
      'valor com esse cabeçalho.',
  ],
  'not-a-signature': [
    'This is not a complete signature. X-Service-Signature is sha256= and 64 hexadecimal digits; webhook-signature is ' +
      'v1, and 44 characters of base64.',
    'Isto não é uma assinatura completa. X-Service-Signature é sha256= e 64 dígitos hexadecimais; webhook-signature ' +
      'é «v1,» e 44 caracteres em base64.',
  ],
  'id-or-timestamp-missing': [
    'webhook-signature also signs webhook-id and webhook-timestamp. Paste these headers of the same request too.',
    'webhook-signature assina também webhook-id e webhook-timestamp. Cole também estes cabeçalhos do mesmo pedido.',
  ],
  'signature-encoding': [
    'The signature is right, its encoding is not: X-Service-Signature is sha256= and lower-case hexadecimal digits, ' +
      'webhook-signature is v1, and base64.',
    'A assinatura está certa, mas a codificação não: X-Service-Signature é sha256= e dígitos hexadecimais ' +
      'minúsculos, webhook-signature é «v1,» e base64.',
  ],
  'too-old': [
    `The timestamp is more than ${TOLERANCE_S / 60} minutes old. Libraries refuse it then: verify when the webhook ` +
      'arrives, not later from a queue or a log, and check your server’s clock.',
    `O timestamp tem mais de ${TOLERANCE_S / 60} minutos. As bibliotecas recusam-no então: verifique quando o webhook ` +
      'chega, não mais tarde a partir de uma fila ou de um registo, e confirme o relógio do seu servidor.',
  ],
} satisfies Record<Cause, Pair>);
