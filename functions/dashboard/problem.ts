import type { AccountStatus } from '../merchants/accounts/merchant.ts';
import type { ExceptionOutcome } from '../payments/exceptions/exception-outcomes.ts';
import { OUTCOME_SENTENCES } from '../payments/exceptions/exception-sentences.ts';
import type { Coded, TextsOf } from '../runtime/coded.ts';
import { URL_PROBLEM_SENTENCES, type UrlProblem } from '../webhooks/endpoint/url-problem.ts';
import type { ResendOutcome } from '../webhooks/resend/resend.ts';
import { RESEND_SENTENCES } from '../webhooks/resend/resend-sentences.ts';

type None = Record<never, never>;

/** Why a call could not be done, by code, each with its parameters. Times are ISO 8601. */
export type ProblemParameters = {
  'no-old-api-key': None;
  'old-api-key-valid': { until: string };
  'no-old-secret': None;
  'old-secret-signs': { until: string };
  'no-url-to-turn-on': None;
  'no-url-to-test': None;
  'too-many-tests': { limit: number; seconds: number };
  'secret-in-url': None;
  'webhook-url': { problem: UrlProblem };
  'webhooks-off': None;
  resend: { outcome: Exclude<ResendOutcome['kind'], 'resent' | 'unknown'> };
  'account-status': { status: AccountStatus; possible: readonly AccountStatus[] };
  'exception-closed': { outcome: ExceptionOutcome; by: string; at: string };
  'exception-is-ours': None;
  'exception-notes': { max: number };
};
export type Problem = Coded<ProblemParameters>;
export type ProblemTexts = TextsOf<ProblemParameters>;

const URL_FIXES: Record<UrlProblem, string> = {
  'too-long': 'Use a shorter path or query.',
  'not-https': 'Enter the address of your server with https, such as https://shop.example/webhooks.',
  malformed: 'Enter one such as https://shop.example/webhooks, without spaces or backslashes.',
  credentials: 'Remove them: each webhook is signed, which proves to your server that it is from us.',
  'not-public': 'Enter a public host name. Addresses of private networks and of one machine are refused.',
};

/** The English of the page, and the `error` of an answer. */
export const ENGLISH: ProblemTexts = {
  'no-old-api-key': () => 'There is no old key: the current key is the only one.',
  'old-api-key-valid': ({ until }) => `An old key is still valid until ${until}: end it first.`,
  'no-old-secret': () => 'There is no old secret: the current one is the only one.',
  'old-secret-signs': ({ until }) => `The old secret still signs until ${until}: switch to the new one first.`,
  'no-url-to-turn-on': () => 'No webhook URL is set: save one before turning webhooks on.',
  'no-url-to-test': () => 'No webhook URL is set: save one before testing it.',
  'too-many-tests': ({ limit, seconds }) =>
    `At most ${limit} test webhooks are sent in a minute: try again in ${seconds} s.`,
  'secret-in-url': () =>
    'The URL contains what looks like an API key or a webhook secret: remove it. Each webhook is signed.',
  'webhook-url': ({ problem }) => `${URL_PROBLEM_SENTENCES[problem]} ${URL_FIXES[problem]}`,
  'webhooks-off': () => 'Webhooks are off: save a URL and turn them on before resending.',
  resend: ({ outcome }) => RESEND_SENTENCES[outcome],
  'account-status': ({ status, possible }) => `The account is ${status}. It can only become ${possible.join(' or ')}.`,
  'exception-closed': ({ outcome, by, at }) => `Already closed by ${by} at ${at}. ${OUTCOME_SENTENCES[outcome]}`,
  'exception-is-ours': () => 'The money came for this transaction, so it is ours: choose another outcome.',
  'exception-notes': ({ max }) =>
    `An exception has at most ${max} notes. Close it, and write the rest in the closing note.`,
};
