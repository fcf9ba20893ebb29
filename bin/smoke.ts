import { type Finding, smoke } from '../lib/operator/smoke/smoke.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Checks a running service with real calls: what only a deployment can show, and that a payment is made.

  npm run smoke -- --local        the local service
  npm run smoke -- --stage NAME   a deployed stage, with the AWS credentials of the environment

  --json   print one JSON object and nothing else

Every run is of one account (mer_smoke), which no list and no total contains. If its bank is simulated, the run creates
a transaction and pays it; if not, it reads the one that the first run created. It uses up this address's request limit
for a minute. Exit status 1 when a check fails.
`;

const OPTIONS = { local: { type: 'boolean' } } as const;

await runOnTarget({ usage: USAGE, options: OPTIONS }, (values) => async (target) => {
  const findings: Finding[] = [];
  const isWell = await smoke(target, (finding) => {
    findings.push(finding);
    if (!values.json)
      process.stdout.write(`${finding.ok ? 'ok    ' : 'FAILED'}  ${finding.check}: ${finding.detail}\n`);
  });
  return { json: { isWell, findings }, text: '', failed: !isWell };
});
