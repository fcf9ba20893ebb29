import { MERCHANT_OPTIONS, MERCHANT_SUBCOMMANDS } from '../lib/operator/merchants/arguments.ts';
import { merchantCommand } from '../lib/operator/merchants/commands.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Merchants' accounts, on the running local service or a deployed stage.

  npm run merchant -- create --name NAME [--webhook-url https://…] [--status pending|active|suspended|refused] [--bank-account NAME]
  npm run merchant -- set-status ID pending|active|suspended|refused
  npm run merchant -- set-webhook ID [--url https://…] [--on | --off]
  npm run merchant -- test-webhook ID     sends a webhook.test event; see it with: npm run transaction -- show test_…
  npm run merchant -- rotate-api-key ID [--overlap 24h]    a new key; the old one stays valid for the overlap, 0 to 7d
  npm run merchant -- end-old-api-key ID  ends the old key at once: from now on the new one alone
  npm run merchant -- rotate-webhook-secret ID    a new secret; the old one goes on signing X-Service-Signature for 24 h at most
  npm run merchant -- switch-webhook-secret ID    ends that at once: from now on the new secret alone
  npm run merchant -- audit ID            every change of the account, the newest first: the last 100, or --before NUMBER
  npm run merchant -- show ID
  npm run merchant -- list

  --who NAME     who makes the change, for the audit; your user name unless told
  --why TEXT     the reason, for the audit
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

A new merchant is pending unless told; giving a webhook URL turns its webhooks on. The output holds secrets.
`;

await runOnTarget({ usage: USAGE, options: MERCHANT_OPTIONS, subcommands: MERCHANT_SUBCOMMANDS }, merchantCommand);
