import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { OpenMerchant } from '../functions/merchants/accounts.ts';
import { isOverlap, OVERLAP_MS } from '../functions/merchants/api-key-overlap.ts';
import { auditIn } from '../functions/merchants/audit.table.ts';
import type { AuditEntry, By } from '../functions/merchants/audit.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '../functions/merchants/merchant.ts';
import { isoTime } from '../functions/runtime/clock.ts';
import { sendTestEvent } from '../functions/webhooks/test-event.ts';
import { checkWebhookUrl, URL_PROBLEM_SENTENCES } from '../functions/webhooks/webhook-url.ts';
import { durationMs } from '../lib/local/duration.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { openTarget, type Target } from '../lib/operator/target.ts';

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

// Checked before a service is looked for, so that a slip of the pen is told as one.
const COMMANDS = new Set([
  'create',
  'set-status',
  'set-webhook',
  'test-webhook',
  'rotate-api-key',
  'end-old-api-key',
  'audit',
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
      overlap: { type: 'string' },
      before: { type: 'string' },
      who: { type: 'string' },
      why: { type: 'string' },
      json: { type: 'boolean' },
      stage: { type: 'string' },
    },
  });
  const [command = '', merchantId = '', status = ''] = positionals;
  if (!COMMANDS.has(command)) throw new UsageError(`unknown command: ${command}`);
  const print = (merchant: OpenMerchant) =>
    process.stdout.write(values.json ? `${JSON.stringify(merchant)}\n` : text(merchant));
  const by = byOf(values);
  const overlapMs = overlapOf(values.overlap);
  const before = beforeOf(values.before);
  const target = await openTarget(values.stage);
  const { accounts } = target;
  try {
    switch (command) {
      case 'create': {
        if (!values.name) throw new UsageError('create: --name is missing');
        const webhookUrl = values['webhook-url'];
        print(
          await accounts.create(
            {
              name: values.name,
              status: accountStatus(values.status ?? 'pending'),
              bankAccount: values['bank-account'] ?? target.defaultBankAccount,
              ...(webhookUrl !== undefined && { webhookUrl: checkedUrl(webhookUrl, target) }),
            },
            by,
          ),
        );
        break;
      }
      case 'set-status':
        print(await accounts.setStatus(given(merchantId), accountStatus(status), by));
        break;
      case 'set-webhook': {
        if (values.on && values.off) throw new UsageError('set-webhook: either --on or --off');
        if (values.url === undefined && !values.on && !values.off) {
          throw new UsageError('set-webhook: give --url, --on or --off');
        }
        print(
          await accounts.setWebhook(
            given(merchantId),
            {
              ...(values.url !== undefined && { url: checkedUrl(values.url, target) }),
              ...((values.on || values.off) && { enabled: values.on === true }),
            },
            by,
          ),
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
      case 'rotate-api-key': {
        const outcome = await accounts.apiKeys.rotate(given(merchantId), overlapMs, by);
        if (outcome.kind === 'rotating') {
          throw new Error(`the old key is valid until ${isoTime(outcome.endsAt)}: end it first with end-old-api-key`);
        }
        print(await accounts.show(merchantId));
        break;
      }
      case 'end-old-api-key': {
        const outcome = await accounts.apiKeys.endOld(given(merchantId), by);
        if (outcome.kind === 'not-rotating') throw new Error('there is no old key');
        print(await accounts.show(merchantId));
        break;
      }
      case 'audit': {
        await accounts.show(given(merchantId));
        const merchant = await target.merchants.read(merchantId);
        const readAudit = auditIn(target.client, target.outputs.MerchantsTable);
        const page = await readAudit(merchant ?? { merchantId }, { limit: 100, ...before });
        process.stdout.write(values.json ? `${JSON.stringify(page)}\n` : page.entries.map(auditLine).join(''));
        break;
      }
      case 'rotate-webhook-secret': {
        const outcome = await target.rotation.rotate(given(merchantId), by);
        if (outcome.kind === 'rotating')
          throw new Error('a rotation is under way: end it first with switch-webhook-secret');
        print(await accounts.show(merchantId));
        break;
      }
      case 'switch-webhook-secret': {
        const outcome = await target.rotation.switchNow(given(merchantId), by);
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

function byOf({ who, why }: { who?: string | undefined; why?: string | undefined }): By {
  const name = who ?? userInfo().username;
  if (name.length > 100) throw new UsageError('--who is too long: at most 100 characters');
  if (why !== undefined && why.length > 200) throw new UsageError('--why is too long: at most 200 characters');
  return { who: name, ...(why !== undefined && { why }) };
}

function overlapOf(text: string | undefined): number {
  const overlapMs = text === undefined ? OVERLAP_MS : text === '0' ? 0 : durationMs(text);
  if (overlapMs === undefined || !isOverlap(overlapMs)) throw new UsageError('--overlap must be 0 to 7d, such as 24h');
  return overlapMs;
}

function beforeOf(text: string | undefined): { before?: number } {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError('--before must be the number of an entry');
  return { before: Number(text) };
}

function auditLine({ number, at, who, why, action, before, after }: AuditEntry): string {
  const change = `${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
  return `${String(number).padStart(5)}  ${isoTime(at)}  ${who}  ${action}  ${change}${why === undefined ? '' : `  (${why})`}\n`;
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
  const oldKey = merchant.apiKeyRotation
    ? `old API key     ${merchant.apiKeyRotation.previousApiKey} valid until ${merchant.apiKeyRotation.endsAt}\n`
    : '';
  const rotation = previousSecret ? `old secret      ${previousSecret} signs X-Service-Signature until ${until}\n` : '';
  return `merchant        ${merchantId}
name            ${name}
status          ${status}
API key         ${apiKey}
${oldKey}webhook URL     ${webhookUrl ?? '(none)'}
webhooks        ${webhookEnabled ? 'on' : 'off'}
webhook secret  ${webhookSecret}
${rotation}`;
}
