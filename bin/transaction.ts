import { idOf } from '../lib/operator/arguments.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';
import { showTransaction } from '../lib/operator/transaction/transaction-detail.ts';

const USAGE = `Shows one transaction with its starts at the bank, and each event's delivery with every attempt.

  npm run transaction -- show ID     a transaction (tx_…) or a test event (test_…)

  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment
`;

await runOnTarget({ usage: USAGE, options: {}, subcommands: { show: { positionals: 1 } } }, (_, [, id = '']) => {
  const transactionId = idOf(id, 'transaction');
  return (target) => showTransaction(target, transactionId);
});
