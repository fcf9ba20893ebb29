import { runRegister } from '../lib/operator/bank/register-run.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Registers the callback URL of a bank account at ifthenpay, for MB WAY and for Multibanco.

  npm run bank -- register [--account NAME]

  --account NAME   the bank account; required if the stage has several at ifthenpay
  --dry-run        print the URL and register nothing
  --json           print one JSON object and nothing else
  --stage NAME     a deployed stage, with the AWS credentials of the environment

The keys come from the account's secret, the address from the stage. The new URL replaces the one before; a repeat is
harmless. No key is printed. SIBS has no such call: enter the address in its back office (docs/deploying.md).

Exit status: 0 both registered, 1 not both, 2 wrong arguments or an account that is not at ifthenpay.
`;

const OPTIONS = { account: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
const SUBCOMMANDS = { register: { options: ['account', 'dry-run'] } } as const;

await runOnTarget({ usage: USAGE, options: OPTIONS, subcommands: SUBCOMMANDS }, (values) => async (target) => {
  return runRegister(target, values);
});
