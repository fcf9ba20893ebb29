import { daysOf } from '../lib/operator/arguments.ts';
import { UsageError } from '../lib/operator/command.ts';
import { runAudit } from '../lib/operator/finance/audit-run.ts';
import { auditJson, auditText } from '../lib/operator/finance/audit-text.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Audits days in Lisbon as the nightly audit does: transactions, deliveries, totals and bank movements. It
changes nothing.

  npm run audit -- --from 2026-11-20 [--to 2026-11-21]

  --from, --to     days in Lisbon (2026-11-20), both included; default of --to: --from; 92 days at most
  --merchant ID    one merchant only
  --import FILE    the bank's settlement export of one day, a CSV file (docs/reconciliation.md), for a bank that
                   does not list its movements
  --account NAME   the bank account of the export; required if the stage has several
  --json           print one JSON object and nothing else
  --stage NAME     a deployed stage, with the AWS credentials of the environment

A day that is not over, or ended less than two hours ago, is marked as provisional. A day in the future is refused.
Records without a source to compare with are counted as not checked. With --merchant, a line of the export that names no
transaction is a violation.

Exit status: 0 no violation, 1 violations found, 2 wrong arguments or a malformed import file.
`;

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  merchant: { type: 'string' },
  import: { type: 'string' },
  account: { type: 'string' },
} as const;

await runOnTarget({ usage: USAGE, options: OPTIONS }, (values) => {
  const period = daysOf(values);
  if (values.import !== undefined && period.from.name !== period.to.name)
    throw new UsageError('--import is the export of one day: --to must be --from');
  return async (target) => {
    const results = await runAudit(target, { ...values, ...period }, (line) => process.stderr.write(`${line}\n`));
    return {
      json: { days: results.map((result) => auditJson(result, values.stage)) },
      text: results.map((result) => auditText(result, values.stage)).join(''),
      failed: results.some(({ tally }) => tally.violations > 0),
    };
  };
});
