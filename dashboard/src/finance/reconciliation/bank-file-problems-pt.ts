import type { BankFileParameters } from '../../../../functions/finance/bank-file/problem.ts';
import type { TextsOf } from '../../../../functions/runtime/coded.ts';

/** Why a bank's file is refused, and what to do. */
export const BANK_FILE: TextsOf<BankFileParameters> = {
  empty: () => 'O ficheiro não tem movimentos. Exporte-o de novo.',
  workbook: () => 'O ficheiro é um livro de uma folha de cálculo. Guarde-o como “CSV UTF-8”.',
  damaged: () => 'O ficheiro não é texto em UTF-8 ou Windows-1252. Guarde-o como “CSV UTF-8”.',
  'no-column': ({ columns }) => `Nenhuma coluna se chama ${columns.join(' ou ')}. Indique-a na primeira linha.`,
  'unknown-column': ({ column }) =>
    `A coluna ${column} não é conhecida e pode alterar um valor. Se não o faz, retire-a ou dê-lhe o nome “nota”.`,
  'column-twice': ({ columns }) => `As colunas ${columns.join(' e ')} têm o mesmo significado. Retire uma.`,
  quotes: ({ line }) => `Linha ${line}: há aspas por fechar ou uma célula com mais de uma linha. Corrija a célula.`,
  cells: ({ line, found, named }) =>
    `A linha ${line} tem ${found} células e a primeira linha indica ${named}. Ponha entre aspas os valores com vírgula.`,
  cut: ({ line }) => `Linha ${line}: o ficheiro pode acabar a meio desta linha. Exporte-o de novo.`,
  total: ({ line }) => `A linha ${line} é um total. Retire-a.`,
  'no-id': ({ line }) => `A linha ${line} não identifica nenhum pagamento. Preencha o ID ou a referência.`,
  'not-an-amount': ({ line, column, value }) =>
    `Linha ${line}, ${column}: “${value}” não é um valor, é zero ou está escrito de outro modo. Escreva todos como 1234,50 ou todos como 1234.50.`,
  'divided-amount': ({ line, column, value }) =>
    `Linha ${line}, ${column}: uma vírgula pode ter dividido o valor “${value}”. Guarde o ficheiro com ponto e vírgula.`,
  'not-a-time': ({ line, column, value }) =>
    `Linha ${line}, ${column}: “${value}” não é uma data. Escreva 2026-11-20 14:30 ou 20/11/2026; retire as linhas de totais.`,
  'unknown-word': ({ line, column, value }) =>
    `Linha ${line}, ${column}: “${value}” não é conhecido. Escreva uma palavra como pagamento, devolução, pago, cancelado, C ou D.`,
  'not-euro': ({ line, column, value }) =>
    `Linha ${line}, ${column}: “${value}” não é o euro. Retire a linha e esclareça-a com o banco.`,
  rounded: ({ line, column, value }) =>
    `Linha ${line}, ${column}: uma folha de cálculo arredondou “${value}”. Formate a coluna como texto no ficheiro original.`,
  contradiction: ({ line, column, value }) =>
    `Linha ${line}, ${column}: “${value}” é ao mesmo tempo recebido e devolvido. Corrija a linha.`,
  'unclear-fee': ({ line, column, value }) =>
    `Linha ${line}, ${column}: “${value}” pode ser um custo ou um crédito, e o líquido não o esclarece. Retire o sinal ou preencha o líquido.`,
};
