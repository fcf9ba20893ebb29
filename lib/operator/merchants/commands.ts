import type { OpenMerchant } from '../../../functions/merchants/accounts/accounts.ts';
import { ACCOUNT_STATUSES } from '../../../functions/merchants/accounts/merchant.ts';
import type { By } from '../../../functions/merchants/history/change.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { idOf, oneOf } from '../arguments.ts';
import { type CommandResult, UsageError } from '../command.ts';
import type { Target } from '../target.ts';
import type { TargetRun, TargetValues } from '../target-command.ts';
import { checkedUrl, type MERCHANT_OPTIONS, type MERCHANT_SUBCOMMANDS, overlapOf, whyOf } from './arguments.ts';
import { resealAll } from './reseal.ts';
import { merchantText, resealText } from './text.ts';

export type MerchantValues = TargetValues<typeof MERCHANT_OPTIONS>;

interface Call {
  values: MerchantValues;
  merchantId: string;
  /** The second positional argument. */
  status: string;
  /** The person of the change for the history, and the reason. */
  by(target: Target): Promise<By>;
}

const COMMANDS: Record<keyof typeof MERCHANT_SUBCOMMANDS, (call: Call) => TargetRun> = {
  create: ({ values, by }) => {
    const { name, 'webhook-url': webhookUrl } = values;
    if (!name) throw new UsageError('create: --name is missing');
    const status = oneOf('status', ACCOUNT_STATUSES, values.status ?? 'pending');
    return async (target) => {
      const bankAccount = values['bank-account'] ?? target.defaultBankAccount;
      const url = webhookUrl === undefined ? {} : { webhookUrl: checkedUrl(webhookUrl, target) };
      return resultOf(await target.accounts.create({ name, status, bankAccount, ...url }, await by(target)));
    };
  },
  'set-status': ({ merchantId, status, by }) => {
    const to = oneOf('status', ACCOUNT_STATUSES, status);
    return async (target) => resultOf(await target.accounts.setStatus(merchantId, to, await by(target)));
  },
  'set-webhook': ({ values, merchantId, by }) => {
    const { url, on, off } = values;
    if (on && off) throw new UsageError('set-webhook: either --on or --off');
    const hourly = values['hourly-resend'];
    const isHourly = hourly === undefined ? undefined : oneOf('--hourly-resend', ['on', 'off'], hourly) === 'on';
    if (url === undefined && !on && !off && isHourly === undefined)
      throw new UsageError('set-webhook: give --url, --on, --off or --hourly-resend');
    return async (target) => {
      const whoAndWhy = await by(target);
      if (isHourly !== undefined) await target.accounts.setHourlyResend(merchantId, isHourly, whoAndWhy);
      const changes = {
        ...(url !== undefined && { url: checkedUrl(url, target) }),
        ...((on || off) && { enabled: on === true }),
      };
      return resultOf(await target.accounts.setWebhook(merchantId, changes, whoAndWhy));
    };
  },
  'test-webhook':
    ({ merchantId }) =>
    async ({ accounts, client: dynamo, transactionsTable: transactions, clock }) => {
      await accounts.show(merchantId);
      // Loaded for this command only: the SQS client takes a quarter of the others' time.
      const { webhooksOn } = await import('../../../functions/webhooks/wiring.ts');
      const transactionId = await webhooksOn({ dynamo, clock }, { transactions }).sendTestEvent(merchantId);
      return { json: { transactionId }, text: `sent: ${transactionId}\n` };
    },
  'rotate-api-key': ({ values, merchantId, by }) => {
    const overlapMs = overlapOf(values.overlap);
    return async (target) => {
      const { accounts } = target;
      const outcome = await accounts.apiKeys.rotate(merchantId, overlapMs, await by(target));
      if (outcome.kind === 'rotating') {
        throw new Error(`the old key is valid until ${isoTime(outcome.endsAt)}: end it first with end-old-api-key`);
      }
      return resultOf(await accounts.show(merchantId));
    };
  },
  'end-old-api-key':
    ({ merchantId, by }) =>
    async (target) => {
      const { accounts } = target;
      const outcome = await accounts.apiKeys.endOld(merchantId, await by(target));
      if (outcome.kind === 'not-rotating') throw new Error('there is no old key');
      return resultOf(await accounts.show(merchantId));
    },
  'rotate-webhook-secret':
    ({ merchantId, by }) =>
    async (target) => {
      const { accounts, rotation } = target;
      const outcome = await rotation.rotate(merchantId, await by(target));
      if (outcome.kind === 'rotating') {
        throw new Error('a rotation is in progress: end it first with switch-webhook-secret');
      }
      return resultOf(await accounts.show(merchantId));
    },
  'switch-webhook-secret':
    ({ merchantId, by }) =>
    async (target) => {
      const { accounts, rotation } = target;
      const outcome = await rotation.switchNow(merchantId, await by(target));
      if (outcome.kind === 'not-rotating') throw new Error('no rotation is in progress');
      return resultOf(await accounts.show(merchantId));
    },
  reseal:
    ({ values }) =>
    async ({ merchants, keyring }) => {
      const report = await resealAll({ merchants, keyring }, { isDryRun: values['dry-run'] });
      return { json: report, text: resealText(report), failed: report.unopened.length > 0 };
    },
  show:
    ({ merchantId }) =>
    async ({ accounts }) =>
      resultOf(await accounts.show(merchantId)),
  list:
    () =>
    async ({ accounts }) => {
      const merchants = await accounts.list();
      const longest = Math.max(0, ...merchants.map(({ bankAccount }) => bankAccount.length));
      const lines = merchants.map(
        ({ merchantId, status, bankAccount, name }) =>
          `${merchantId}  ${status.padEnd(9)}  ${bankAccount.padEnd(longest)}  ${name}\n`,
      );
      return { json: { merchants }, text: lines.join('') };
    },
};

const WITHOUT_MERCHANT = ['create', 'reseal', 'list'];

/** The subcommand of the arguments, one of `MERCHANT_SUBCOMMANDS`. Throws a `UsageError` for wrong arguments. */
export function merchantCommand(values: MerchantValues, [command = '', id = '', status = '']: string[]): TargetRun {
  const make = COMMANDS[command as keyof typeof COMMANDS];
  const merchantId = WITHOUT_MERCHANT.includes(command) ? '' : idOf(id, 'merchant');
  const why = whyOf(values.why);
  const by = async (target: Target) => ({ who: await target.callerName(), ...why });
  return make({ values, merchantId, status, by });
}

function resultOf(merchant: OpenMerchant): CommandResult {
  return { json: merchant, text: merchantText(merchant) };
}
