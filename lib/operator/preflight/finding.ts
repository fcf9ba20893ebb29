/**
 * The result of a check. `later`: it can be made only after the deployment, so it prevents none. `remedy` is
 * the one thing to do.
 */
export type Result =
  | { state: 'ok'; detail: string }
  | { state: 'problem'; detail: string; remedy: string }
  | { state: 'later'; detail: string; remedy: string };

export type Finding = Result & { check: string };

export const ok = (detail: string): Result => ({ state: 'ok', detail });
export const problem = (detail: string, remedy: string): Result => ({ state: 'problem', detail, remedy });
export const later = (detail: string, remedy: string): Result => ({ state: 'later', detail, remedy });

/** Runs a check. What cannot be read is a problem, never an empty or a good result. */
export async function checked(check: string, run: () => Promise<Result>): Promise<Finding> {
  try {
    return { check, ...(await run()) };
  } catch (error) {
    const { name, message } = error as Error;
    const isDenied = /denied|unauthorized|authorizationerror/i.test(`${name} ${message}`);
    const remedy = isDenied ? 'allow these credentials what the message names' : 'repeat the command';
    return { check, ...problem(`could not be read: ${name}: ${message}`, remedy) };
  }
}

/** One line for each check, and what they mean together. */
export function preflightText(findings: readonly Finding[]): string {
  const lines = findings.map((finding) => {
    const { check, state, detail } = finding;
    const label = { ok: 'ok     ', problem: 'PROBLEM', later: 'later  ' }[state];
    return `${label}  ${check}: ${detail}${finding.state === 'ok' ? '' : `. Do: ${finding.remedy}`}\n`;
  });
  return `${lines.join('')}${summary(findings)}\n`;
}

function summary(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems > 0) {
    const isElsewhere = ['region', 'account'].includes(findings.at(-1)?.check ?? '');
    return isElsewhere
      ? 'Not ready, and nothing else was checked.'
      : `Not ready: ${problems} of ${findings.length} checks.`;
  }
  return findings.every(({ state }) => state === 'ok') ? 'Ready for payments.' : 'Ready to deploy.';
}
