import { isDifference } from '../functions/finance/reconciliation/finding.ts';
import { reportJson } from '../functions/finance/reconciliation/report-json.ts';
import { dayOf } from '../lib/operator/arguments.ts';
import { runReconcile } from '../lib/operator/finance/reconcile-run.ts';
import { reportText } from '../lib/operator/finance/reconcile-text.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Compares our payments of a day in Lisbon with the bank. Nothing is changed, here or at the bank.

  npm run reconcile -- --date 2026-11-20

  --import FILE    the bank's settlement export of that day, a CSV file (docs/reconciliation.md): also finds money that the
                   bank has and we do not. Without it the comparison is one-sided: the bank is asked about each payment of ours
  --merchant ID    one merchant only; lines of the export that are not this merchant's are left out
  --account NAME   one bank account only; needed with --import where the stage has several
  --csv FILE       writes what was compared, a line each, for Excel with Portuguese settings
  --json           print one JSON object and nothing else
  --stage NAME     a deployed stage, with the AWS credentials of the environment

Exit status 0 when there is no difference, 1 when there is one or a transaction could not be read, 2 when the call or the imported file is wrong.
The same money on two sides of a midnight, within 15 minutes of it, is timing and no difference.
`;

const OPTIONS = {
  date: { type: 'string' },
  merchant: { type: 'string' },
  account: { type: 'string' },
  import: { type: 'string' },
  csv: { type: 'string' },
} as const;

await runOnTarget({ usage: USAGE, options: OPTIONS }, (values) => {
  const day = dayOf('--date', values.date);
  return async (target) => {
    const report = await runReconcile(target, { ...values, day });
    return {
      json: reportJson(report),
      text: reportText(report),
      failed: report.reconciled.findings.some(isDifference) || report.unreadable.length > 0,
    };
  };
});
