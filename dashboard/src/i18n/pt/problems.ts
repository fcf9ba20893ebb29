import type { ProblemTexts } from '../../../../functions/dashboard/problem.ts';
import type { BankFileParameters } from '../../../../functions/finance/reconciliation/bank-file-problem.ts';
import type { AccountStatus } from '../../../../functions/merchants/accounts/merchant.ts';
import { type TextsOf, textOf } from '../../../../functions/runtime/coded.ts';
import type { UrlProblem } from '../../../../functions/webhooks/endpoint/url-problem.ts';
import { outcomes } from './outcomes.ts';

const STATUSES: Record<AccountStatus, string> = {
  pending: 'pendente',
  active: 'ativa',
  suspended: 'suspensa',
  refused: 'recusada',
};

const URL_FIXES: Record<UrlProblem, string> = {
  'too-long': 'Encurte o caminho ou a query.',
  'not-https': 'Indique o endereço do seu servidor com https, como https://shop.example/webhooks.',
  malformed: 'Indique um como https://shop.example/webhooks, sem espaços nem barras invertidas.',
  credentials: 'Retire-os: cada webhook é assinado, o que prova ao seu servidor que vem de nós.',
  'not-public':
    'Indique um nome de servidor público. Endereços de redes privadas ou da própria máquina são ' + 'recusados.',
};

const MANY = { lines: 'linhas no ficheiro', merchants: 'comerciantes', payments: 'pagamentos neste dia' };

/** The names that a Portuguese file has, before the documented ones. */
const COLUMN_NAMES = {
  datetime: 'data ou datetime',
  gross: 'valor ou gross',
  bankId: 'id ou bankId',
  merchantTransactionId: 'merchantTransactionId',
  reference: 'referência ou reference',
};

export const BANK_FILE: TextsOf<BankFileParameters> = {
  empty: () => 'o ficheiro está vazio (exporte o dia de novo)',
  workbook: () => 'o ficheiro é um livro de uma folha de cálculo (guarde-o como CSV)',
  'not-text': () => 'o ficheiro não é texto (guarde-o como “CSV UTF-8”)',
  damaged: () => 'o ficheiro não tem a codificação com que começa (guarde-o como “CSV UTF-8”)',
  'no-column': ({ column }) => `falta a coluna ${COLUMN_NAMES[column]} (indique-a na primeira linha)`,
  'no-id-column': ({ columns }) =>
    `falta uma coluna que identifique o pagamento: ${columns.map((column) => COLUMN_NAMES[column]).join(' ou ')} ` +
    '(indique-a na primeira linha)',
  encoding: ({ value }) =>
    `o ficheiro tem uma codificação desconhecida ou danificada: ${value} (exporte-o de novo e guarde-o como “CSV UTF-8”)`,
  cut: ({ line }) => `linha ${line}: o ficheiro acaba a meio desta linha (exporte-o de novo)`,
  'short-line': ({ line, column }) =>
    `linha ${line}: a linha acaba antes da coluna ${column} (exporte o ficheiro de novo)`,
  quotes: ({ line }) =>
    `linha ${line}: há aspas por fechar ou dentro de uma célula (feche-as, ou escreva a célula como "…" com as aspas ` +
    'interiores a dobrar)',
  'beyond-head': ({ line, cell }) =>
    `linha ${line}: a célula ${cell} não tem nome na primeira linha (ponha entre aspas um valor com vírgula decimal, ` +
    'ou dê nome à coluna)',
  'columns-differ': ({ line, columns }) =>
    `linha ${line}: ${columns.join(' e ')} têm o mesmo significado e são diferentes (retire ou renomeie uma delas)`,
  'no-id': ({ line, columns }) =>
    `linha ${line}: nenhum pagamento é identificado: ${columns.join(' ou ')} (preencha uma; se for um total, retire a ` +
    'linha)',
  'not-an-amount': ({ line, column, value }) =>
    `linha ${line}: não é um valor com duas casas decimais no máximo: ${value} (${column}: escreva 1234,50 ou 1234.50)`,
  'not-a-time': ({ line, column, value }) =>
    `linha ${line}: não é uma data com hora: ${value} (${column}: escreva 2026-11-20 14:30 ou 20/11/2026; se for um ` +
    'total, retire a linha)',
  'unknown-kind': ({ line, column, value }) =>
    `linha ${line}: o tipo tem de ser pagamento ou devolução: ${value} (${column}: escreva um deles)`,
  'gross-not-positive': ({ line, column, value }) =>
    `linha ${line}: o bruto tem de ser superior a zero: ${value} (${column}: uma devolução tem de ter o tipo devolução)`,
  'unclear-fee': ({ line, column, value }) =>
    `linha ${line}: uma comissão com sinal menos pode ser um custo ou um crédito: ${value} (${column}: preencha o ` +
    'líquido, ou retire o sinal)',
  'amount-cut': ({ line, column, value }) =>
    `linha ${line}: o ficheiro acaba nesta linha, e o valor pode continuar: ${value} (${column}: exporte-o de novo, ou ` +
    'termine a linha com uma mudança de linha)',
  'divided-amount': ({ line, column, value }) =>
    `linha ${line}: uma vírgula decimal pode ter dividido o valor: ${value} (${column}: ponha-o entre aspas, ou ` +
    'escreva 20.90)',
  rounded: ({ line, column, value }) =>
    `linha ${line}: uma folha de cálculo arredondou o número: ${value} (${column}: formate-o como texto no ficheiro ` +
    'original e guarde de novo)',
};

export const problems: ProblemTexts = {
  'input-required': ({ field }) => `${field} é obrigatório.`,
  'input-one-of': ({ field, values }) => `${field} tem de ser um destes valores: ${values.join(', ')}.`,
  'input-too-small': ({ field, limit, isLength }) =>
    `${field} tem de ter ${isLength ? `pelo menos ${limit} caracteres` : `o valor mínimo ${limit}`}.`,
  'input-too-big': ({ field, limit, isLength }) =>
    `${field} tem de ter ${isLength ? `no máximo ${limit} caracteres` : `o valor máximo ${limit}`}.`,
  'input-form': ({ field }) => `${field} não tem o formato esperado.`,
  'no-old-api-key': () => 'Não há chave antiga: a chave atual é a única.',
  'old-api-key-valid': ({ until }) => `Ainda há uma chave antiga válida até ${until}: desative-a primeiro.`,
  'no-old-secret': () => 'Não há segredo antigo: o atual é o único.',
  'old-secret-signs': ({ until }) => `O segredo antigo ainda assina até ${until}: mude primeiro para o novo.`,
  'no-url-to-turn-on': () => 'Não está definido nenhum URL de webhook: guarde um antes de ligar os webhooks.',
  'no-url-to-test': () => 'Não está definido nenhum URL de webhook: guarde um antes de o testar.',
  'too-many-tests': ({ limit, seconds }) =>
    `São enviados no máximo ${limit} webhooks de teste por minuto: tente de novo dentro de ${seconds} s.`,
  'secret-in-url': () =>
    'O URL contém o que parece ser uma chave da API ou um segredo de webhook: retire-o. Cada webhook é assinado.',
  'webhook-url': ({ problem }) => `${outcomes.webhookUrl[problem]} ${URL_FIXES[problem]}`,
  'webhooks-off': () => 'Os webhooks estão desligados: guarde um URL e ligue-os antes de reenviar.',
  resend: ({ outcome }) => outcomes.resend[outcome],
  'account-status': ({ status, possible }) =>
    `A conta está ${STATUSES[status]}: só pode passar a ${possible.map((name) => STATUSES[name]).join(' ou ')}.`,
  'exception-closed': ({ outcome, by, at }) =>
    `Já foi fechada por ${by} em ${at}. ${outcomes.exceptionOutcome[outcome]}`,
  'exception-notes': ({ max }) =>
    `Uma exceção tem no máximo ${max} notas. Feche-a, e escreva o resto na nota de fecho.`,
  'too-many': ({ what, limit }) =>
    `Há mais de ${limit} ${MANY[what]}: indique um comerciante, ou use o comando npm run reconcile.`,
  'bank-account': ({ accounts }) => `Indique de que conta bancária: ${accounts.join(', ')}.`,
  'bank-file': ({ problems: found, more }) =>
    'O ficheiro não tem o formato esperado. Nada foi comparado. ' +
    [...found.map((each) => textOf(each, BANK_FILE)), ...(more > 0 ? [`e mais ${more}`] : [])].join('; '),
};
