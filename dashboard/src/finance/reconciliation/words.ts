import type { Result } from '../../../../functions/finance/bank-file/compare.ts';
import { BANK_FILE_TEXTS } from '../../../../functions/finance/bank-file/problem.ts';
import { moneyWords } from '../../i18n/shared-words.ts';
import { type Pair, paired, words } from '../../i18n/words.ts';
import { BANK_FILE } from './bank-file-problems-pt.ts';

export const reconciliationWords = words({
  title: ['Reconciliation', 'Reconciliação bancária'],
  describe: [
    'Compares a bank’s file with our movements. The file stays in this browser, and nothing is changed.',
    'Compara um ficheiro do banco com os nossos movimentos. O ficheiro não sai deste browser e nada é alterado.',
  ],
  account: ['Bank account', 'Conta bancária'],
  accountHint: ['A file covers one account', 'Um ficheiro diz respeito a uma só conta'],
  accountMissing: ['Choose the account of the file', 'Indique a conta do ficheiro'],
  file: ['Bank file', 'Ficheiro do banco'],
  fileHint: [
    'CSV with columns such as datetime, gross, fee, net, bankId, reference, kind, status, currency',
    'CSV com colunas como data, valor, comissão, líquido, id, referência, tipo, estado, moeda',
  ],
  refused: ['The file was not read. Nothing was compared.', 'O ficheiro não foi lido. Nada foi comparado.'],
  problems: paired(BANK_FILE_TEXTS, BANK_FILE),
  more: [(count: string) => `And ${count} more.`, (count: string) => `E mais ${count}.`],
  fileRead: [
    (count: string, from: string, to: string) => `Movements in the file: ${count}, from ${from} to ${to}.`,
    (count: string, from: string, to: string) => `Movimentos no ficheiro: ${count}, de ${from} a ${to}.`,
  ],
  leftOut: [
    (count: string) => `Lines left out, because they are no money (such as declined): ${count}.`,
    (count: string) => `Linhas que ficaram de fora, por não serem dinheiro (como as recusadas): ${count}.`,
  ],
  run: ['Compare', 'Comparar'],
  again: ['Compare again', 'Comparar de novo'],
  reading: ['Reading our movements', 'A ler os nossos movimentos'],
  readSoFar: [(count: string) => `${count} so far`, (count: string) => `${count} até agora`],
  incomplete: [
    'Our movements were not read to the end. Nothing was compared.',
    'Os nossos movimentos não foram lidos até ao fim. Nada foi comparado.',
  ],
  agrees: ['The file agrees with our records.', 'O ficheiro confere com os nossos registos.'],
  differs: [
    (count: string, isOne: boolean) => (isOne ? '1 difference' : `${count} differences`),
    (count: string, isOne: boolean) => (isOne ? '1 diferença' : `${count} diferenças`),
  ],
  compared: [
    (account: string, from: string, to: string) => `Bank account ${account}, ${from} to ${to}.`,
    (account: string, from: string, to: string) => `Conta bancária ${account}, de ${from} a ${to}.`,
  ],
  matched: [(count: string) => `Matched: ${count}.`, (count: string) => `Conferem: ${count}.`],
  sums: ['Totals', 'Totais'],
  what: ['Item', 'Item'],
  ours: ['Ours', 'Registado'],
  bank: ['Bank', 'Banco'],
  received: ['Received', 'Recebido'],
  returned: moneyWords.kind.returned,
  balance: moneyWords.balance,
  fees: ['Fees', 'Comissões'],
  net: ['Net', 'Líquido'],
  netIsOff: [
    'The file’s net is not its balance less its fees. Ask the bank.',
    'O líquido do ficheiro não é o saldo menos as comissões. Pergunte ao banco.',
  ],
  unknown: ['not stated', 'não indicado'],
  result: ['Result', 'Resultado'],
  results: {
    'ours-only': ['Only ours', 'Só nos nossos registos'],
    'theirs-only': ['Only the bank’s', 'Só no banco'],
    'amount-differs': ['Amount differs', 'Valor diferente'],
    'other-day': ['Other day', 'Outro dia'],
  } satisfies Record<Exclude<Result, 'matched'>, Pair>,
  means: {
    'ours-only': [
      'Not in the file. Check that it is complete and of this account, then ask the bank.',
      'Não está no ficheiro. Confirme que está completo e é desta conta; depois, pergunte ao banco.',
    ],
    'theirs-only': [
      'In the file, not in our records. See the exceptions, then ask the bank.',
      'Está no ficheiro e não nos nossos registos. Veja as exceções; depois, pergunte ao banco.',
    ],
    'amount-differs': [
      'The same payment with another amount. See its exceptions.',
      'O mesmo pagamento com outro valor. Veja as suas exceções.',
    ],
    'other-day': [
      'The same payment on another day. Check that it is not a second one.',
      'O mesmo pagamento noutro dia. Confirme que não é um segundo pagamento.',
    ],
  } satisfies Record<Exclude<Result, 'matched'>, Pair>,
  ambiguous: ['The line names several of our transactions.', 'A linha indica várias transações nossas.'],
  directions: {
    in: ['Received', 'Recebido'],
    out: moneyWords.kind.returned,
  },
  differences: ['Differences', 'Diferenças'],
  none: ['No differences.', 'Sem diferenças.'],
  payment: ['Order or line of the file', 'Encomenda ou linha do ficheiro'],
  line: [(number: string) => `Line ${number}`, (number: string) => `Linha ${number}`],
  ourTime: ['Our time', 'Hora registada'],
  bankTime: ['Bank’s time', 'Hora do banco'],
  csv: ['Download CSV', 'Descarregar CSV'],
  columns: {
    result: ['result', 'resultado'],
    direction: ['direction', 'sentido'],
    transactionId: ['transactionId', 'ID da transação'],
    orderId: ['orderId', 'encomenda'],
    ourTime: ['our time (Lisbon)', 'a nossa hora (Lisboa)'],
    ours: ['our EUR', 'nosso EUR'],
    line: ['line', 'linha'],
    bankTime: ['bank time (Lisbon)', 'hora do banco (Lisboa)'],
    bankId: ['bankId', 'ID no banco'],
    merchantTransactionId: ['merchantTransactionId', 'o nosso ID no banco'],
    entity: ['entity', 'entidade'],
    reference: ['reference', 'referência'],
    bank: ['bank EUR', 'banco EUR'],
    fee: ['fee EUR', 'comissão EUR'],
    net: ['net EUR', 'líquido EUR'],
  },
});
