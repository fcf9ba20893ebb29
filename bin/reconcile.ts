import { isAgreed, reportJson } from '../functions/finance/reconciliation/report-json.ts';
import { dayOf } from '../lib/operator/arguments.ts';
import { runReconcile } from '../lib/operator/finance/reconcile-run.ts';
import { reportText } from '../lib/operator/finance/reconcile-text.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Compares our payments of a day in Lisbon with the bank's. It changes nothing, here or at the bank.

  npm run reconcile -- --date 2026-11-20

  --import FILE    the bank's settlement export of that day, a CSV file (docs/reconciliation.md): also finds payments
                   that only the bank has. Without it the comparison is one-sided: our payments are queried at the bank
  --merchant ID    one merchant only; lines of the export of other merchants are left out
  --account NAME   one bank account only; required with --import if the stage has several
  --csv FILE       writes the comparison, a line for each payment, for Excel with Portuguese settings
  --json           print one JSON object and nothing else
  --stage NAME     a deployed stage, with the AWS credentials of the environment

A payment recorded on the two sides of a midnight, within 15 minutes of it, counts as timing and not as a difference.

Exit status: 0 no difference, 1 differences found, the bank gave no clear answer about a payment, or a transaction could
not be read, 2 wrong arguments or a malformed import file.
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
      failed: !isAgreed(report),
    };
  };
});
