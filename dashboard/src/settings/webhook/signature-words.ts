import { type Pair, words } from '../../i18n/words.ts';
import type { SignatureOutcome } from './signature.ts';

export const signatureWords = words({
  title: ['Expected signature', 'Assinatura esperada'],
  what: [
    'Find out why a signature does not match. Everything is computed in this browser. Nothing is sent.',
    'Descubra porque é que uma assinatura não coincide. Tudo é calculado neste navegador. Nada é enviado.',
  ],
  header: ['Received X-Service-Signature', 'X-Service-Signature recebida'],
  headerMissing: [
    'Paste the header: sha256= and 64 hexadecimal digits.',
    'Cole o cabeçalho: sha256= e 64 dígitos hexadecimais.',
  ],
  body: ['Raw body', 'Corpo original'],
  bodyHint: [
    'As your server computes its signature: before anything parses it.',
    'Tal como o seu servidor calcula a assinatura: antes de qualquer interpretação.',
  ],
  bodyMissing: ['Paste the body.', 'Cole o corpo.'],
  secret: ['Webhook secret of your server', 'Segredo do webhook no seu servidor'],
  secretMissing: ['Paste the secret.', 'Cole o segredo.'],
  check: ['Check the signature', 'Verificar a assinatura'],
  match: ['The signature matches', 'A assinatura coincide'],
  mismatch: ['The signature does not match', 'A assinatura não coincide'],
  expected: ['Expected signature', 'Assinatura esperada'],
  outcome: {
    match: [
      'It is valid for this body and this secret. Your server computes it over something else.',
      'É válida para este corpo e este segredo. O seu servidor calcula-a sobre outra coisa.',
    ],
    'white-space': [
      'There is white space, a line break or a byte order mark around the body or the secret that does not belong there.',
      'Há espaços, uma quebra de linha ou uma marca de ordem de bytes a mais à volta do corpo ou do segredo.',
    ],
    rewritten: [
      'The JSON has the same content but was rewritten: other spaces, key order, numbers or escapes. Take the raw bytes ' +
        'before your framework parses them.',
      'O JSON tem o mesmo conteúdo, mas foi reescrito: outros espaços, ordem das chaves, números ou escapes. Use os ' +
        'bytes originais, antes de a sua framework os interpretar.',
    ],
    charset: [
      'The bytes are UTF-8 but were read as Latin-1: é became Ã©. Do not decode before you verify.',
      'Os bytes são UTF-8, mas foram lidos como Latin-1: «é» passou a «Ã©». Verifique antes de descodificar.',
    ],
    'other-secret': [
      'The secret is probably another one. Compare its last four characters with those above. During a rotation ' +
        'X-Service-Signature stays on the old one until you press Switch now. If the secret is right, the content of ' +
        'the body was changed.',
      'O segredo é provavelmente outro. Compare os seus últimos quatro caracteres com os que estão acima. Durante uma ' +
        'renovação, X-Service-Signature mantém o antigo até premir Mudar agora. Se o segredo estiver certo, o ' +
        'conteúdo do corpo foi alterado.',
    ],
  } satisfies Record<SignatureOutcome, Pair>,
});
