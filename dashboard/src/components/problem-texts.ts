import { ENGLISH, type ProblemTexts } from '../../../functions/dashboard/problem.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import type { UrlProblem } from '../../../functions/webhooks/endpoint/url-problem.ts';
import type { Language } from '../i18n/languages.ts';
import { outcomeWords } from '../i18n/sentences.ts';
import { textsIn } from '../i18n/words.ts';

const outcomes = textsIn(outcomeWords, 'pt');

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

const PORTUGUESE: ProblemTexts = {
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
  'exception-is-ours': () => 'O dinheiro entrou para esta transação, por isso é nosso: indique outro destino.',
  'exception-notes': ({ max }) =>
    `Uma exceção tem no máximo ${max} notas. Feche-a, e escreva o resto na nota de fecho.`,
};

/** The sentence of each problem that a call may be refused with. */
export const PROBLEM_TEXTS: Record<Language, ProblemTexts> = { en: ENGLISH, pt: PORTUGUESE };
