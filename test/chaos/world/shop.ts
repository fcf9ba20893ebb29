import { randomBytes } from 'node:crypto';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { accounts } from '../../../functions/merchants/accounts/accounts.ts';
import { keyringOf } from '../../../functions/merchants/keys/keyring.ts';
import { seal } from '../../../functions/merchants/keys/seal.ts';
import { merchantItemId } from '../../../functions/merchants/tables.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { TABLES } from '../../rig/tables.ts';
import { merchantsIn } from '../../rig/wired.ts';
import { isPaid } from './customers.ts';
import { KEYRING_TEXT } from './environment.ts';
import { Hook } from './hook.ts';
import type { World } from './world.ts';

const KEYRING = keyringOf(KEYRING_TEXT);

/** A merchant with its own server, and the changes a test makes to its settings. */
export interface Shop {
  merchantId: string;
  apiKey: string;
  /** Source address of its calls; unique, because the rate limit is per address. */
  address: string;
  /** How often it had to repeat a call to the API. */
  repeatedCalls: number;
  hook: Hook;
  toggle(enabled: boolean): Promise<void>;
  /** Rotates the secret. The previous one stays valid for an hour (decision D22). */
  rotate(): Promise<void>;
}

const ROTATION_MS = HOUR_MS;

let opened = 0;

export async function openShop(world: World): Promise<Shop> {
  const merchants = merchantsIn(world.own).merchants;
  const clock = () => world.time.nowMs;
  opened += 1;
  const hook = new Hook(`${world.shopsOrigin}/${opened}`, clock);
  const { merchantId, apiKey, webhookSecret } = await accounts({
    merchants,
    keyring: async () => KEYRING,
    clock,
  }).create({
    name: 'Loja',
    status: 'active',
    bankAccount: 'main',
    webhookUrl: hook.url,
  });
  world.hooks.set(hook.url, hook);
  hook.secrets = { current: webhookSecret };
  // A success is true only once the bank has the money.
  hook.isTrue = ({ kind, body }) =>
    kind !== 'payment.success' || world.customers.of(String(JSON.parse(body).data.id)).some(isPaid);
  return {
    merchantId,
    apiKey,
    address: `2001:db8::${opened.toString(16)}`,
    repeatedCalls: 0,
    hook,
    toggle: async (enabled) => {
      await merchants.setWebhook(merchantId, { webhookEnabled: enabled });
    },
    rotate: async () => {
      const previous = { secret: hook.secrets.current, until: clock() + ROTATION_MS };
      const current = `whsec_${randomBytes(32).toString('base64')}`;
      hook.secrets = { current, previous };
      await world.own.send(
        new UpdateItemCommand({
          TableName: TABLES.merchants,
          Key: toAttributes({ id: merchantItemId(merchantId) }),
          UpdateExpression:
            'SET webhookSecret = :current, previousWebhookSecret = :previous, previousWebhookSecretUntil = :until',
          ExpressionAttributeValues: toAttributes({
            ':current': seal(KEYRING, { merchantId, field: 'webhookSecret' }, current),
            ':previous': seal(KEYRING, { merchantId, field: 'previousWebhookSecret' }, previous.secret),
            ':until': previous.until,
          }),
        }),
      );
    },
  };
}
