import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { oneOf } from '../lib/operator/arguments.ts';
import { UsageError } from '../lib/operator/command.ts';
import { runRestore } from '../lib/operator/restore/restore-run.ts';
import { IMPORTED_TABLES } from '../lib/operator/restore/restored-items.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Imports a table that AWS has restored into the live table (docs/runbook.md, "A table is lost or damaged").

  npm run restore -- --into transactions|merchants --from TABLE [--dry-run]

  --into         the live table: import merchants first, then transactions. Totals are rebuilt: npm run totals -- rebuild
  --from TABLE   the restored table
  --dry-run      count, and import nothing
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

An item is imported only if the live table has none under its key; an item that differs from the live one is counted,
and the live one stays. So the service may run, and an interrupted import is run again. No webhook is sent again, except
those that had not been delivered at the restore point.
`;

const OPTIONS = {
  into: { type: 'string' },
  from: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

await runOnTarget({ usage: USAGE, options: OPTIONS }, (values) => {
  const into = oneOf('--into', IMPORTED_TABLES, values.into);
  const { from, 'dry-run': isDryRun } = values;
  if (from === undefined) throw new UsageError('--from is missing: the name of the restored table');
  return async (target) => {
    // A new table accepts few writes a second at first: calls are slowed down and retried instead of failing.
    const client = new DynamoDBClient({ maxAttempts: 12, retryMode: 'adaptive' });
    const input = { into, from, isDryRun };
    return runRestore({ ...target, client }, input, (line) => process.stderr.write(`${line}\n`)).finally(() =>
      client.destroy(),
    );
  };
});
