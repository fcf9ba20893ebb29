import type { Catalogue } from '../en/catalogue.ts';

export const signature: Catalogue['signature'] = {
  title: 'Verificar assinaturas',
  description:
    'Descubra porque é que uma assinatura não coincide. Cole o que o seu servidor recebeu. Tudo é calculado ' +
    'neste navegador. Nada é enviado.',
  example: 'Preencher com um exemplo',
  clear: 'Limpar',
  given: 'Dados recebidos',
  body: 'Corpo original',
  bodyHint:
    'Exatamente como foi recebido, antes de qualquer interpretação. Ao colar podem perder-se quebras de linha. ' +
    'Num ficheiro não.',
  file: 'De um ficheiro',
  fileTaken: (name: string, bytes: string) => `${name}, ${bytes} bytes`,
  fileDrop: 'Usar antes o texto',
  secret: 'Segredo do webhook',
  secretHint: 'Completo, incluindo whsec_.',
  otherSecret: 'O outro segredo, durante uma renovação',
  optional: 'opcional',
  header: 'Cabeçalho',
  contract: 'X-Service-Signature',
  standard: 'webhook-signature (Standard Webhooks)',
  received: 'Assinatura recebida',
  receivedHint: 'O valor do cabeçalho, ou o que o seu próprio código calculou. Ambos podem ser explicados.',
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  verdict: 'Resultado',
  waiting: 'Cole um corpo, um segredo e uma assinatura.',
  match: 'Coincide',
  matchWhat: 'A assinatura é válida para este corpo e este segredo.',
  causeTitle: 'Não coincide, por esta razão',
  unreadable: 'Isto não é uma assinatura deste cabeçalho',
  unreadableContract: 'Deve ser sha256= seguido de 64 dígitos hexadecimais.',
  unreadableStandard: 'Deve ser «v1,» seguido de 44 caracteres em base64. Podem ser várias, separadas por espaços.',
  unexplained: 'Não coincide, e nenhuma causa habitual o explica',
  unexplainedWhat:
    'O corpo é provavelmente outro (um proxy, uma framework ou um registo alterou-o), ou o segredo é outro. ' +
    'Compare os últimos quatro caracteres com os das definições do webhook. Prima lá Testar webhook e cole o ' +
    'que chegar.',
  expected: 'Valor esperado',
  noKey: 'O segredo não é base64 depois de whsec_, pelo que não pode servir aqui de chave.',
  bytes: 'Os bytes que são assinados',
  length: 'Tamanho',
  lengthValue: (bytes: string, characters: string) => `${bytes} bytes, ${characters} caracteres`,
  notText: 'não é UTF-8',
  first: 'Primeiros bytes',
  last: 'Últimos bytes',
  ending: 'Termina com',
  endings: {
    none: 'nenhuma quebra de linha',
    lf: 'uma quebra de linha (LF)',
    crlf: 'uma quebra de linha (CR LF)',
    cr: 'uma quebra de linha (CR)',
  },
  visible: 'Espaços em branco visíveis',
  visibleWhat: '· espaço, → tabulação, [LF] avanço de linha, [CR] retorno de carro, [NBSP] espaço inseparável',
  cut: 'Só é mostrado o início.',
  tries:
    'Foram verificados: quebras de linha, espaços, marcas de ordem de bytes, JSON reescrito, conjuntos de ' +
    'caracteres, aspas, outras formas da chave e do valor, e quaisquer duas alterações do corpo em conjunto.',
};
