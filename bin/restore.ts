import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { oneOf } from '../lib/operator/arguments.ts';
import { UsageError } from '../lib/operator/command.ts';
import { COPIED_TABLES, restore } from '../lib/operator/restore.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Copies the items of a table that AWS has restored into the live table (docs/runbook.md, "Loss and restore").

  npm run restore -- --into transactions|merchants --from TABLE [--dry-run]

  --into         the live table: merchants first, then transactions
  --from TABLE   the restored table
  --dry-run      count, and copy nothing
  --json         print one JSON object and nothing else, with the keys of items that differ
  --stage NAME   a deployed stage, with the AWS credentials of the environment

An item is copied only if the live table has none under its key, so the service may run, and an interrupted copy is run
again. Test events, and API keys that have ended, are left out. No webhook is sent again, except those that had not been
delivered at the restore point.
`;

const OPTIONS = {
  into: { type: 'string' },
  from: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

await runOnTarget({ usage: USAGE, options: OPTIONS }, (values) => {
  const into = oneOf('--into', COPIED_TABLES, values.into);
  const { from, 'dry-run': isDryRun } = values;
  if (from === undefined) throw new UsageError('--from is missing: the name of the restored table');
  return async ({ outputs }) => {
    // A new table accepts few writes a second at first: calls are slowed down and retried instead of failing.
    const client = new DynamoDBClient({ maxAttempts: 12, retryMode: 'adaptive' });
    const input = { into, from, isDryRun };
    return restore({ client, outputs }, input, (line) => process.stderr.write(`${line}\n`)).finally(() =>
      client.destroy(),
    );
  };
});
