import { parseArgs } from 'node:util';
import { runCommand } from '../lib/operator/command.ts';
import { smoke } from '../lib/operator/smoke.ts';
import { openTarget } from '../lib/operator/target.ts';

const USAGE = `Checks a running service with real calls: what only a deployment can settle, and that a payment goes through.

  npm run smoke -- --local        the local service
  npm run smoke -- --stage NAME   a deployed stage, with the AWS credentials of the environment

  --json   print one JSON object and nothing else

It makes a merchant of its own, pays once where the bank is simulated, and uses up this address's limit for a minute.
Ends with status 1 when a check fails.
`;

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({
    args,
    options: { local: { type: 'boolean' }, stage: { type: 'string' }, json: { type: 'boolean' } },
  });
  const target = await openTarget(values.local ? undefined : values.stage);
  const { BaseUrl: baseUrl, SimulatedBank: simulatedBank } = target.outputs;
  const findings: unknown[] = [];
  try {
    const isWell = await smoke({
      target,
      baseUrl,
      simulated: simulatedBank === 'true',
      tell: (finding) => {
        findings.push(finding);
        if (!values.json)
          process.stdout.write(`${finding.ok ? 'ok    ' : 'FAILED'}  ${finding.check}: ${finding.detail}\n`);
      },
    });
    if (values.json) process.stdout.write(`${JSON.stringify({ isWell, findings })}\n`);
    if (!isWell) process.exitCode = 1;
  } finally {
    target.close();
  }
});
