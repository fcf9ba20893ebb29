// Where the components' Brazilian words differ from those of Portugal or from the page's own; what holds another comes first.
const IN_PORTUGAL: [RegExp, string][] = [
  [/^Carregando/, 'A carregar'],
  [/^Movendo/, 'A mover'],
  [/Mostrando/, 'A mostrar'],
  [/digitando/, 'a escrever'],
  [/rastreando/, 'a acompanhar'],
  [/^Descartar/, 'Fechar'],
  [/^Colar/, 'Fixar'],
  [/^Rolar/, 'Deslocar'],
  [/\brola\b/, 'desloca'],
  [/^Classificar em/, 'Ordenar por'],
  [/Classific/, 'Orden'],
  [/classific/, 'orden'],
  [/^Alça de arraste/, 'Ícone de arrastar'],
  [/^Alça/, 'Pega'],
  [/compartilhar/, 'partilhar'],
  [/ para fazer upload/, ' aqui'],
  [/arquivo/, 'ficheiro'],
  [/uma nova guia/, 'um novo separador'],
  [/Guias/, 'Separadores'],
  [/\btela\b/, 'ecrã'],
  [/\bem um\b/, 'num'],
  [/\bexibi/, 'apresenta'],
  [/distribuídas/, 'alternadas'],
  [/esmaecidas/, 'sombreadas'],
  [/modal|pop-over/, 'janela'],
  [/Em andamento/, 'Em curso'],
  [/^Informações$/, 'Informação'],
  [/novamente/, 'de novo'],
  [/você /, ''],
  [/([Mm]aior|[Mm]enor) que ou/, '$1 ou'],
  [/([Mm]aior|[Mm]enor) que/, '$1 do que'],
];

// Of a parsed message, the parts that are plain text.
const LITERAL = 0;

/** The components' words as one says them in Portugal; `messages` is a tree with parsed messages for its leaves. */
export function europeanPortuguese<Tree>(messages: Tree): Tree {
  if (Array.isArray(messages)) return messages.map(europeanPortuguese) as Tree;
  if (typeof messages !== 'object' || messages === null) return messages;
  const isLiteral = 'type' in messages && messages.type === LITERAL && 'value' in messages;
  if (isLiteral) return { ...messages, value: inPortugal(String(messages.value)) };
  return Object.fromEntries(Object.entries(messages).map(([name, value]) => [name, europeanPortuguese(value)])) as Tree;
}

function inPortugal(words: string): string {
  return IN_PORTUGAL.reduce((said, [brazilian, european]) => said.replace(brazilian, european), words);
}
