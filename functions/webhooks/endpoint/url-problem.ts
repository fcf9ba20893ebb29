/** Characters of a webhook URL. */
export const MAX_URL_CHARACTERS = 2_048;

/** Why a webhook URL is refused. */
export type UrlProblem = 'too-long' | 'not-https' | 'malformed' | 'credentials' | 'not-public';

/** One sentence for each problem, for commands and the dashboard's English. */
export const URL_PROBLEM_SENTENCES: Record<UrlProblem, string> = {
  'too-long': `The URL is too long: at most ${MAX_URL_CHARACTERS} characters.`,
  'not-https': 'The URL must begin with https://.',
  malformed: 'This is not a valid URL.',
  credentials: 'The URL must not contain a user name or password.',
  'not-public': 'The host must be reachable on the public internet.',
};
