import { timeline } from '../../i18n/pt/timeline.ts';

/** The notes of a reconciliation come in English from the server; these are all it writes, with their Portuguese. */
const PORTUGUESE: [RegExp, string][] = [
  [/^line (\d+)$/, 'linha $1'],
  [/^line (\d+): gross less fee is not net$/, 'linha $1: bruto menos comissão não dá o líquido'],
  [/^ours is pending$/, 'a nossa está pendente'],
  [/^ours is failed$/, 'a nossa falhou'],
  [/^ours is cancelled$/, 'a nossa foi cancelada'],
  [/^paid on another day in our record$/, 'paga noutro dia no nosso registo'],
  [/^the bank booked it on (\S+)$/, 'o banco registou-a em $1'],
  [/^as it says when asked$/, 'tal como diz quando consultado'],
  [/^it was not asked$/, 'não foi consultado'],
  [/^paid, says the bank when asked$/, 'paga, diz o banco quando consultado'],
  [/^paid, says the bank$/, 'paga, diz o banco'],
  [
    /^so near midnight it is to be looked for in the neighbouring day’s export$/,
    'tão perto da meia-noite, deve procurar-se no ficheiro do dia vizinho',
  ],
  [/^not asked: the time of this call was over$/, 'não foi consultado: esgotou-se o tempo desta chamada'],
  [/^bank account (\S+) is not configured in this stage$/, 'a conta bancária $1 não está configurada neste ambiente'],
  [/^our record names no payment of the bank$/, 'o nosso registo não indica nenhum pagamento do banco'],
];

// What follows is a word of the service's own.
const OPEN_EXCEPTION = /^open exception: (\S+)$/;
const BANK_SAYS = /^the bank says: (\S+)$/;

const KINDS: Partial<Record<string, string>> = timeline.kind;
const SAID: Partial<Record<string, string>> = {
  refused: 'recusado',
  expired: 'expirado',
  waiting: 'à espera do cliente',
  'not-started': 'não iniciado',
  partial: 'pago em parte',
  'foreign-currency': 'pago noutra moeda',
  odd: 'resposta pouco clara',
};

/** A note in Portuguese, piece by piece; what is not known stays as it came. */
export function portugueseDetail(detail: string): string {
  return detail.split('; ').map(portuguesePiece).join('; ');
}

function portuguesePiece(piece: string): string {
  const kind = OPEN_EXCEPTION.exec(piece)?.[1];
  if (kind !== undefined) return `exceção em aberto: ${KINDS[kind] ?? kind}`;
  const said = BANK_SAYS.exec(piece)?.[1];
  if (said !== undefined) return `o banco diz: ${SAID[said] ?? said}`;
  const known = PORTUGUESE.find(([english]) => english.test(piece));
  return known ? piece.replace(...known) : piece;
}
