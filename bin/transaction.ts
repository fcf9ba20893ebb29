import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { openTarget } from '../lib/operator/target.ts';
import { detailText, readDetail } from '../lib/operator/transaction-detail.ts';

const USAGE = `One transaction's whole story: its attempts at the bank, and each event's delivery with every attempt.

  npm run transaction -- show ID     a transaction (tx_…) or a test event (test_…)

  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment
`;

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, stage: { type: 'string' } },
  });
  const [command = '', transactionId = ''] = positionals;
  if (command !== 'show') throw new UsageError(`unknown command: ${command}`);
  if (transactionId === '') throw new UsageError('the transaction id is missing');
  const target = await openTarget(values.stage);
  try {
    const detail = await readDetail(target.client, target.transactionsTable, transactionId);
    if (!detail) throw new Error(`transaction not found: ${transactionId}`);
    process.stdout.write(values.json ? `${JSON.stringify(detail)}\n` : detailText(detail));
  } finally {
    target.close();
  }
});
