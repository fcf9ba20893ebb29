import { JSON_OPTION, runCommand, UsageError } from '../lib/operator/command.ts';
import { readStages } from '../lib/operator/target.ts';
import { findStage } from '../lib/stacks/find-stage.ts';
import { readStage } from '../lib/stacks/stages.ts';

const USAGE = `Checks what a stage needs of its AWS account and nothing else reports: Lambda's concurrency, SES out of its sandbox, the
secrets of the banks, the confirmed subscriptions to the alarms. Changes nothing.

  npm run preflight -- --stage NAME

  --stage NAME   a stage of cdk.json, with the AWS credentials of the environment; required
  --json         print one JSON object and nothing else

One line for each check: ok, PROBLEM with what to do, or later: what only the deployment creates. It reads the secrets to
see whether they are filled in, and prints none.

Exit status: 0 ready (to deploy, or for payments), 1 not ready, 2 wrong arguments.
`;

const OPTIONS = { ...JSON_OPTION, stage: { type: 'string' } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ stage: name }) => {
  if (name === undefined) throw new UsageError('--stage is required');
  const stages = readStages();
  try {
    findStage(stages, name);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const stage = readStage(stages, name);
  // Loaded here, so that help and wrong arguments do not wait for the clients of AWS.
  const { preflight, preflightText } = await import('../lib/operator/preflight.ts');
  const findings = await preflight(stage);
  const isReady = findings.every(({ state }) => state !== 'problem');
  return { json: { stage: stage.name, isReady, findings }, text: preflightText(findings), failed: !isReady };
});
