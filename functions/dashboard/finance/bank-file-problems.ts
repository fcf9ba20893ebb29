// What the reader of a bank's file finds wrong, with its Portuguese; what follows the words is the file's own.
const PORTUGUESE: [RegExp, string][] = [
  [/^the file is empty$/, 'o ficheiro está vazio'],
  [/^column missing: /, 'falta a coluna '],
  [/^a column is missing that names the payment: (.+) or /, 'falta uma coluna que identifique o pagamento: $1 ou '],
  [/^line (\d+): /, 'linha $1: '],
  [/^(linha \d+: )not an amount with at most two decimals: /, '$1não é um valor com duas casas decimais no máximo: '],
  [/^(linha \d+: )not a date and time: /, '$1não é uma data com hora: '],
  [/^(linha \d+: )kind must be payment or refund: /, '$1o tipo tem de ser pagamento ou devolução: '],
  [/^(linha \d+: )the gross of a payment must be more than zero: /, '$1o bruto tem de ser superior a zero: '],
];

/** A problem of a bank's file in Portuguese, for the dashboard; what is not known stays as it came. */
export function portugueseProblem(problem: string): string {
  return PORTUGUESE.reduce((said, [english, portuguese]) => said.replace(english, portuguese), problem);
}
