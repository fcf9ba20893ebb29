import type { Dictionary } from '../i18n/dictionary.ts';
import type { Cause } from '../signature/check.ts';
import { type Hint, SECRET_LENGTH } from '../signature/hints.ts';

/** Each cause: what it is, and what to do. */
export const CAUSE_TEXT: Dictionary<Record<Cause, string>> = {
  en: {
    'final-line-break': 'Your body ends with a line break that was not sent. An editor, echo or a log added it.',
    'lost-final-line-break': 'What was signed ends with a line break that your body lacks.',
    'outer-white-space': 'Your body has white space around it that was not sent.',
    'byte-order-mark':
      'Your body begins with a byte order mark (EF BB BF) that was not sent. Something saved it as “UTF-8 with BOM”.',
    'crlf-for-lf': 'Line breaks became CR LF. Something treated the body as a text of Windows.',
    'lf-for-crlf': 'What was signed has line breaks of CR LF; yours has LF.',
    'escaped-twice': 'Your body is a JSON string that holds the body: it was encoded once too often.',
    'quotes-escaped': 'The quotes in your body are escaped (\\"): it was copied out of a log or a string in code.',
    'json-rewritten':
      'The JSON says the same but was written anew: other spaces, numbers (10.50 for 10.5) or escapes. Take the raw bytes before your framework parses them.',
    'keys-reordered':
      'The JSON was parsed and written with its keys in another order. Take the raw bytes before your framework parses them.',
    'amount-as-text':
      'The amount became a text, or got a decimal comma, when the JSON was written anew. Take the raw bytes.',
    'wrong-charset': 'The bytes are UTF-8 but were read as Latin-1: é became Ã©. Do not decode before you verify.',
    'typographic-quotes': 'Straight quotes became typographic ones (“ ”): an office program or a chat changed them.',
    'hard-spaces': 'Spaces became hard spaces: the body was copied from a web page or a document.',
    'secret-white-space':
      'There is white space around the secret, often a line break at the end of an environment file.',
    'secret-quoted': 'There are quotes around the secret.',
    'secret-decoded':
      'The value was computed with the base64 bytes behind whsec_ as the key. X-Service-Signature takes the whole text of the secret, whsec_ included.',
    'secret-not-decoded':
      'The value was computed with the text of the secret as the key. webhook-signature takes the bytes that stand behind whsec_ in base64.',
    'secret-without-prefix':
      'The value was computed with the secret without whsec_. X-Service-Signature takes the whole text.',
    'other-secret':
      'It is signed with the other secret. During a rotation X-Service-Signature stays on the old one until you press Switch now.',
    'secret-empty':
      'The value was computed with an empty key: the secret never reached your code. Look at the name of the environment variable.',
    'header-name': 'The header’s name was pasted along with its value.',
    quoted: 'There are quotes around the signature.',
    'white-space': 'There is white space around the signature.',
    'no-prefix': 'The signature is right but lacks what stands before it: sha256= or v1,.',
    'upper-case-hex':
      'The signature is right but in capital letters. The header has lower-case ones: compare the bytes, or lower-case yours.',
    'base64-for-hex': 'The signature is right but in base64. X-Service-Signature is hexadecimal.',
    'hex-for-base64': 'The signature is right but hexadecimal. webhook-signature is base64.',
    'other-header': 'This is the value of the other header. Choose it above.',
    'body-alone':
      'Only the body was signed. webhook-signature is over id, timestamp and body, with full stops between.',
    'timestamp-in-ms': 'The timestamp is in the wrong unit: it is in whole seconds.',
    'id-and-timestamp-swapped': 'Id and timestamp are the wrong way round: the id comes first.',
    'no-full-stops': 'The full stops between id, timestamp and body are missing.',
  },
  pt: {
    'final-line-break':
      'O seu corpo termina com uma quebra de linha que não foi enviada. Um editor, o echo ou um registo acrescentou-a.',
    'lost-final-line-break': 'O que foi assinado termina com uma quebra de linha que falta no seu corpo.',
    'outer-white-space': 'O seu corpo tem à volta espaços que não foram enviados.',
    'byte-order-mark':
      'O seu corpo começa com uma marca de ordem de bytes (EF BB BF) que não foi enviada. Algo o guardou como «UTF-8 com BOM».',
    'crlf-for-lf': 'As quebras de linha passaram a CR LF. Algo tratou o corpo como um texto do Windows.',
    'lf-for-crlf': 'O que foi assinado tem quebras de linha CR LF; o seu tem LF.',
    'escaped-twice': 'O seu corpo é uma cadeia JSON que contém o corpo: foi codificado uma vez a mais.',
    'quotes-escaped':
      'As aspas do seu corpo têm uma barra antes (\\"): foi copiado de um registo ou de uma cadeia no código.',
    'json-rewritten':
      'O JSON diz o mesmo, mas foi reescrito: outros espaços, números (10.50 em vez de 10.5) ou escapes. Use os bytes em bruto, antes de a sua framework os interpretar.',
    'keys-reordered':
      'O JSON foi interpretado e reescrito com as chaves noutra ordem. Use os bytes em bruto, antes de a sua framework os interpretar.',
    'amount-as-text':
      'O valor da transação passou a texto, ou ganhou vírgula decimal, quando o JSON foi reescrito. Use os bytes em bruto.',
    'wrong-charset':
      'Os bytes são UTF-8, mas foram lidos como Latin-1: «é» passou a «Ã©». Não descodifique antes de verificar.',
    'typographic-quotes':
      'As aspas direitas passaram a tipográficas (“ ”): um programa de escritório ou um chat alterou-as.',
    'hard-spaces': 'Os espaços passaram a espaços inseparáveis: o corpo foi copiado de uma página ou de um documento.',
    'secret-white-space':
      'Há espaços à volta do segredo, muitas vezes uma quebra de linha no fim de um ficheiro de ambiente.',
    'secret-quoted': 'Há aspas à volta do segredo.',
    'secret-decoded':
      'O valor foi calculado usando como chave os bytes em base64 a seguir a whsec_. X-Service-Signature usa o texto completo do segredo, incluindo whsec_.',
    'secret-not-decoded':
      'O valor foi calculado usando como chave o texto do segredo. webhook-signature usa os bytes que estão em base64 a seguir a whsec_.',
    'secret-without-prefix':
      'O valor foi calculado com o segredo sem whsec_. X-Service-Signature usa o texto completo.',
    'other-secret':
      'Está assinado com o outro segredo. Durante uma renovação, X-Service-Signature mantém o antigo até premir Mudar agora.',
    'secret-empty':
      'O valor foi calculado com uma chave vazia: o segredo não chegou ao seu código. Veja o nome da variável de ambiente.',
    'header-name': 'O nome do cabeçalho foi colado juntamente com o valor.',
    quoted: 'Há aspas à volta da assinatura.',
    'white-space': 'Há espaços à volta da assinatura.',
    'no-prefix': 'A assinatura está certa, mas falta o que vem antes dela: sha256= ou v1,.',
    'upper-case-hex':
      'A assinatura está certa, mas em maiúsculas. O cabeçalho usa minúsculas: compare os bytes, ou passe a sua a minúsculas.',
    'base64-for-hex': 'A assinatura está certa, mas em base64. X-Service-Signature é hexadecimal.',
    'hex-for-base64': 'A assinatura está certa, mas em hexadecimal. webhook-signature é base64.',
    'other-header': 'Este é o valor do outro cabeçalho. Escolha-o acima.',
    'body-alone': 'Só foi assinado o corpo. webhook-signature é sobre id, timestamp e corpo, separados por pontos.',
    'timestamp-in-ms': 'O timestamp está na unidade errada: é em segundos inteiros.',
    'id-and-timestamp-swapped': 'O id e o timestamp estão trocados: o id vem primeiro.',
    'no-full-stops': 'Faltam os pontos entre id, timestamp e corpo.',
  },
};

export const HINT_TEXT: Dictionary<Record<Hint, string>> = {
  en: {
    'body-empty': 'The body is empty. If your server sees it so, something read it before you did.',
    'body-not-utf8': 'The body is not UTF-8: it was decoded with another character set and written again.',
    'body-not-json': 'The body is not JSON: a part of it is missing, or something was added.',
    'body-odd-characters':
      'The body has typographic quotes, hard spaces or invisible characters, as a copy from a document leaves them.',
    'secret-is-api-key': 'This is an API key. The webhook secret begins with whsec_.',
    'secret-hidden': 'This is the hidden form of the secret. Reveal it in the webhook settings and copy all of it.',
    'secret-length': `A webhook secret has ${SECRET_LENGTH} characters; this one has not.`,
    'secret-no-prefix': 'A webhook secret begins with whsec_, which belongs to it.',
  },
  pt: {
    'body-empty': 'O corpo está vazio. Se o seu servidor o vê assim, algo o leu antes de si.',
    'body-not-utf8': 'O corpo não é UTF-8: foi descodificado com outro conjunto de caracteres e escrito de novo.',
    'body-not-json': 'O corpo não é JSON: falta uma parte, ou algo foi acrescentado.',
    'body-odd-characters':
      'O corpo tem aspas tipográficas, espaços inseparáveis ou caracteres invisíveis, como ficam numa cópia de um documento.',
    'secret-is-api-key': 'Isto é uma chave da API. O segredo do webhook começa por whsec_.',
    'secret-hidden': 'Esta é a forma oculta do segredo. Revele-o nas definições do webhook e copie-o por inteiro.',
    'secret-length': `Um segredo de webhook tem ${SECRET_LENGTH} caracteres; este não.`,
    'secret-no-prefix': 'Um segredo de webhook começa por whsec_, que faz parte dele.',
  },
};
