import { SECRET_LENGTH } from '../../signature/hints.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const signatureCauses: Catalogue['signatureCauses'] = {
  'final-line-break':
    'O seu corpo termina com uma quebra de linha que não foi enviada. Um editor, o echo ou um registo acrescentou-a.',
  'lost-final-line-break': 'O que foi assinado termina com uma quebra de linha que falta no seu corpo.',
  'outer-white-space': 'O seu corpo tem à volta espaços que não foram enviados.',
  'byte-order-mark':
    'O seu corpo começa com uma marca de ordem de bytes (EF BB BF) que não foi enviada. Algo o guardou como ' +
    '«UTF-8 com BOM».',
  'crlf-for-lf': 'As quebras de linha passaram a CR LF. Algo tratou o corpo como um texto do Windows.',
  'lf-for-crlf': 'O que foi assinado tem quebras de linha CR LF; o seu tem LF.',
  'escaped-twice': 'O seu corpo é uma cadeia JSON que contém o corpo: foi codificado uma vez a mais.',
  'quotes-escaped':
    'As aspas do seu corpo têm uma barra antes (\\"): foi copiado de um registo ou de uma cadeia no código.',
  'json-rewritten':
    'O JSON tem o mesmo conteúdo, mas foi reescrito: outros espaços, números (10.50 em vez de 10.5) ou escapes. ' +
    'Use os bytes originais, antes de a sua framework os interpretar.',
  'keys-reordered':
    'O JSON foi interpretado e reescrito com as chaves noutra ordem. Use os bytes originais, antes de a sua ' +
    'framework os interpretar.',
  'amount-as-text':
    'O valor da transação passou a texto, ou ganhou vírgula decimal, quando o JSON foi reescrito. Use os ' +
    'bytes originais.',
  'wrong-charset':
    'Os bytes são UTF-8, mas foram lidos como Latin-1: «é» passou a «Ã©». Verifique antes de descodificar.',
  'typographic-quotes':
    'As aspas direitas passaram a tipográficas (“ ”): um programa de escritório ou um chat alterou-as.',
  'hard-spaces': 'Os espaços passaram a inseparáveis: o corpo foi copiado de uma página ou de um documento.',
  'secret-white-space':
    'Há espaços à volta do segredo, muitas vezes uma quebra de linha no fim de um ficheiro de ambiente.',
  'secret-quoted': 'Há aspas à volta do segredo.',
  'secret-decoded':
    'O valor foi calculado usando como chave os bytes em base64 a seguir a whsec_. X-Service-Signature usa o ' +
    'texto completo do segredo, incluindo whsec_.',
  'secret-not-decoded':
    'O valor foi calculado usando como chave o texto do segredo. webhook-signature usa os bytes que estão em ' +
    'base64 a seguir a whsec_.',
  'secret-without-prefix': 'O valor foi calculado com o segredo sem whsec_. X-Service-Signature usa o texto completo.',
  'other-secret':
    'Está assinado com o outro segredo. Durante uma renovação, X-Service-Signature mantém o antigo até premir ' +
    'Mudar agora.',
  'secret-empty':
    'O valor foi calculado com uma chave vazia. O segredo não chegou ao seu código. Verifique o nome da variável ' +
    'de ambiente.',
  'header-name': 'O nome do cabeçalho foi colado juntamente com o valor.',
  quoted: 'Há aspas à volta da assinatura.',
  'white-space': 'Há espaços à volta da assinatura.',
  'no-prefix': 'A assinatura está certa, mas falta o que vem antes dela: sha256= ou v1,.',
  'upper-case-hex':
    'A assinatura está certa, mas em maiúsculas. O cabeçalho usa minúsculas: compare os bytes, ou passe a sua a ' +
    'minúsculas.',
  'base64-for-hex': 'A assinatura está certa, mas em base64. X-Service-Signature é hexadecimal.',
  'hex-for-base64': 'A assinatura está certa, mas em hexadecimal. webhook-signature é base64.',
  'other-header': 'Este é o valor do outro cabeçalho. Escolha-o acima.',
  'body-alone': 'Só foi assinado o corpo. webhook-signature é sobre ID, timestamp e corpo, separados por pontos.',
  'timestamp-in-ms': 'O timestamp está na unidade errada. Deve ser em segundos inteiros.',
  'id-and-timestamp-swapped': 'O ID e o timestamp estão trocados. O ID vem primeiro.',
  'no-full-stops': 'Faltam os pontos entre ID, timestamp e corpo.',
};

export const signatureHints: Catalogue['signatureHints'] = {
  'body-empty': 'O corpo está vazio. Se o seu servidor também o vê vazio, algo o leu antes do seu código.',
  'body-not-utf8': 'O corpo não é UTF-8. Foi descodificado com outro conjunto de caracteres e reescrito.',
  'body-not-json': 'O corpo não é JSON. Falta uma parte, ou algo foi acrescentado.',
  'body-odd-characters':
    'O corpo tem aspas tipográficas, espaços inseparáveis ou caracteres invisíveis, como ficam numa cópia de ' +
    'um documento.',
  'secret-is-api-key': 'Isto é uma chave da API. O segredo do webhook começa por whsec_.',
  'secret-hidden': 'Esta é a forma oculta do segredo. Revele-o nas definições do webhook e copie-o por inteiro.',
  'secret-length': `Um segredo de webhook tem ${SECRET_LENGTH} caracteres. Este tem outro comprimento.`,
  'secret-no-prefix': 'Falta o prefixo whsec_, que faz parte do segredo do webhook.',
};
