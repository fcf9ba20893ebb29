import { MAX_OVERLAP, MERCHANT_OPTIONS, MERCHANT_SUBCOMMANDS, OVERLAP } from '../lib/operator/merchants/arguments.ts';
import { merchantCommand } from '../lib/operator/merchants/commands.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Manages merchants' accounts, on the running local service or a deployed stage.

  npm run merchant -- create --name NAME [--webhook-url https://…] [--status pending|active|suspended|refused]
                             [--bank-account NAME]
  npm run merchant -- set-status ID pending|active|suspended|refused
  npm run merchant -- set-webhook ID [--url https://…] [--on | --off] [--hourly-resend on|off]
  npm run merchant -- test-webhook ID     sends a webhook.test event; then: npm run transaction -- show test_…
  npm run merchant -- rotate-api-key ID [--overlap ${OVERLAP}]    a new key; the old one stays valid for the overlap, 0 to ${MAX_OVERLAP}
  npm run merchant -- end-old-api-key ID  ends the old key immediately
  npm run merchant -- rotate-webhook-secret ID    a new secret; the old one still signs X-Service-Signature for 24 h
  npm run merchant -- switch-webhook-secret ID    ends the rotation: only the new secret signs from now on
  npm run merchant -- reseal [--dry-run]  seals the secrets of all merchants by the newest key of the keyring
  npm run merchant -- show ID
  npm run merchant -- list

  --why TEXT     the reason, for the history
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

A new merchant is pending unless --status is given. A webhook URL turns webhooks on. The output contains secrets.
`;

await runOnTarget({ usage: USAGE, options: MERCHANT_OPTIONS, subcommands: MERCHANT_SUBCOMMANDS }, merchantCommand);
