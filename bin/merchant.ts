import { parseArgs } from 'node:util';
import type { OpenMerchant } from '../functions/merchants/accounts.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '../functions/merchants/merchant.ts';
import { sendTestEvent } from '../functions/webhooks/test-event.ts';
import { checkWebhookUrl, URL_PROBLEM_SENTENCES } from '../functions/webhooks/webhook-url.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { openTarget, type Target } from '../lib/operator/target.ts';

const USAGE = `Merchants' accounts, on the running local service or a deployed stage.

  npm run merchant -- create --name NAME [--webhook-url https://…] [--status pending|active|suspended|refused] [--bank-account NAME]
  npm run merchant -- set-status ID pending|active|suspended|refused
  npm run merchant -- set-webhook ID [--url https://…] [--on | --off]
  npm run merchant -- test-webhook ID     sends a webhook.test event; see it with: npm run transaction -- show test_…
  npm run merchant -- rotate-webhook-secret ID    a new secret; the old one goes on signing X-Service-Signature for 24 h at most
  npm run merchant -- switch-webhook-secret ID    ends that at once: from now on the new secret alone
  npm run merchant -- show ID
  npm run merchant -- list

  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

A new merchant is pending unless told; giving a webhook URL turns its webhooks on. The output holds secrets.
`;

// Checked before a service is looked for, so that a slip of the pen is told as one.
const COMMANDS = new Set([
  'create',
  'set-status',
  'set-webhook',
  'test-webhook',
  'rotate-webhook-secret',
  'switch-webhook-secret',
  'show',
  'list',
]);

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      'webhook-url': { type: 'string' },
      status: { type: 'string' },
      'bank-account': { type: 'string' },
      url: { type: 'string' },
      on: { type: 'boolean' },
      off: { type: 'boolean' },
      json: { type: 'boolean' },
      stage: { type: 'string' },
    },
  });
  const [command = '', merchantId = '', status = ''] = positionals;
  if (!COMMANDS.has(command)) throw new UsageError(`unknown command: ${command}`);
  const print = (merchant: OpenMerchant) =>
    process.stdout.write(values.json ? `${JSON.stringify(merchant)}\n` : text(merchant));
  const target = await openTarget(values.stage);
  const { accounts } = target;
  try {
    switch (command) {
      case 'create': {
        if (!values.name) throw new UsageError('create: --name is missing');
        const webhookUrl = values['webhook-url'];
        print(
          await accounts.create({
            name: values.name,
            status: accountStatus(values.status ?? 'pending'),
            bankAccount: values['bank-account'] ?? target.defaultBankAccount,
            ...(webhookUrl !== undefined && { webhookUrl: checkedUrl(webhookUrl, target) }),
          }),
        );
        break;
      }
      case 'set-status':
        print(await accounts.setStatus(given(merchantId), accountStatus(status)));
        break;
      case 'set-webhook': {
        if (values.on && values.off) throw new UsageError('set-webhook: either --on or --off');
        if (values.url === undefined && !values.on && !values.off) {
          throw new UsageError('set-webhook: give --url, --on or --off');
        }
        print(
          await accounts.setWebhook(given(merchantId), {
            ...(values.url !== undefined && { url: checkedUrl(values.url, target) }),
            ...((values.on || values.off) && { enabled: values.on === true }),
          }),
        );
        break;
      }
      case 'test-webhook': {
        await accounts.show(given(merchantId));
        const eventOf = { client: target.client, tableName: target.transactionsTable, clock: target.clock };
        const transactionId = await sendTestEvent(eventOf, merchantId);
        process.stdout.write(values.json ? `${JSON.stringify({ transactionId })}\n` : `sent: ${transactionId}\n`);
        break;
      }
      case 'rotate-webhook-secret': {
        const outcome = await target.rotation.rotate(given(merchantId));
        if (outcome.kind === 'rotating')
          throw new Error('a rotation is under way: end it first with switch-webhook-secret');
        print(await accounts.show(merchantId));
        break;
      }
      case 'switch-webhook-secret': {
        const outcome = await target.rotation.switchNow(given(merchantId));
        if (outcome.kind === 'not-rotating') throw new Error('no rotation is under way');
        print(await accounts.show(merchantId));
        break;
      }
      case 'show':
        print(await accounts.show(given(merchantId)));
        break;
      case 'list': {
        const merchants = await accounts.list();
        if (values.json) process.stdout.write(`${JSON.stringify({ merchants })}\n`);
        else
          for (const each of merchants)
            process.stdout.write(`${each.merchantId}  ${each.status.padEnd(9)}  ${each.name}\n`);
        break;
      }
      default:
        throw new UsageError(`unknown command: ${command}`);
    }
  } finally {
    target.close();
  }
});

function given(merchantId: string): string {
  if (merchantId === '') throw new UsageError('the merchant id is missing');
  return merchantId;
}

function accountStatus(text: string): AccountStatus {
  const status = ACCOUNT_STATUSES.find((known) => known === text);
  if (!status) throw new UsageError(`status must be one of ${ACCOUNT_STATUSES.join(', ')}`);
  return status;
}

function checkedUrl(text: string, { local }: Target): string {
  const reading = checkWebhookUrl(text, { permitLoopback: local });
  if (!reading.ok) throw new UsageError(`webhook URL: ${URL_PROBLEM_SENTENCES[reading.problem].en}`);
  return reading.url;
}

function text(merchant: OpenMerchant): string {
  const { merchantId, name, status, apiKey, webhookUrl, webhookEnabled, webhookSecret } = merchant;
  const { previousSecret, until } = merchant.webhookSecretRotation ?? {};
  const rotation = previousSecret ? `old secret      ${previousSecret} signs X-Service-Signature until ${until}\n` : '';
  return `merchant        ${merchantId}
name            ${name}
status          ${status}
API key         ${apiKey}
webhook URL     ${webhookUrl ?? '(none)'}
webhooks        ${webhookEnabled ? 'on' : 'off'}
webhook secret  ${webhookSecret}
${rotation}`;
}
