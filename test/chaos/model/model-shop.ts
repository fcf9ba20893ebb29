import { accounts } from '../../../functions/merchants/accounts.ts';
import { keyringOf } from '../../../functions/merchants/keyring.ts';
import { merchantsTable } from '../../../functions/merchants/merchants.table.ts';
import type { Send } from '../../../functions/webhooks/sender.ts';
import { contractSignature } from '../../../functions/webhooks/signature.ts';
import { TABLES } from '../../support/created-tables.ts';
import type { Hook } from '../world/receiver.ts';
import { KEYRING_TEXT } from '../world/shop.ts';
import type { ModelWorld } from './model-world.ts';

export const SERVER_MOODS = ['well', 'failing', 'silent'] as const;
export type ServerMood = (typeof SERVER_MOODS)[number];

/** A merchant, and its server as it receives webhooks. */
export interface ModelShop {
  merchantId: string;
  hook: Hook;
  mood: ServerMood;
  isOn: boolean;
  /** Whether every webhook so far was wanted and answered 200. */
  wasAlwaysWell: boolean;
  toggle(isOn: boolean): Promise<void>;
}

const KEYRING = keyringOf(KEYRING_TEXT);
const SILENCE_MS = 8_000;

export async function openModelShop(world: ModelWorld, name: string): Promise<ModelShop> {
  const merchants = merchantsTable(world.own, TABLES.merchants);
  const clock = () => world.time.nowMs;
  const url = `https://${name}.example/hook`;
  const created = await accounts({ merchants, keyring: async () => KEYRING, clock }).create({
    name,
    status: 'active',
    bankAccount: 'main',
    webhookUrl: url,
  });
  const secrets = { current: created.webhookSecret };
  const hook: Hook = { url, posts: [], problems: [], secrets, isTrue: () => true, reply: () => 200 };
  const shop: ModelShop = {
    merchantId: created.merchantId,
    hook,
    mood: 'well',
    isOn: true,
    wasAlwaysWell: true,
    toggle: async (isOn) => {
      await merchants.setWebhook(created.merchantId, { webhookEnabled: isOn });
      shop.isOn = isOn;
      shop.wasAlwaysWell &&= isOn;
    },
  };
  return shop;
}

/** The POST of a webhook, straight to the shop's server: it checks the signature over the bytes, and the truth of it. */
export function sendTo(world: ModelWorld): Send {
  return async ({ url, headers, body }) => {
    const shop = world.shops.find(({ hook }) => hook.url === url);
    if (!shop) return { class: 'dns', durationMs: 0, detail: 'ENOTFOUND' };
    const { hook, mood } = shop;
    const header = (name: string) => headers[name] ?? '';
    const reply = mood === 'well' ? 200 : mood === 'failing' ? 500 : 'hang';
    const [kind, text] = [header('X-Service-Event'), body.toString()];
    const post = { eventId: header('webhook-id'), kind, body: text, signatures: 1, reply } as const;
    hook.posts.push(post);
    if (header('X-Service-Signature') !== contractSignature(body, hook.secrets.current))
      hook.problems.push('wrong contract signature');
    if (JSON.parse(text).event !== kind) hook.problems.push('header and body name different events');
    if (!hook.isTrue(post)) hook.problems.push(`untrue at the time: ${text}`);
    if (reply !== 'hang')
      return { class: reply === 200 ? 'delivered' : 'status', statusCode: reply, durationMs: 0, answer: '' };
    world.time.nowMs += SILENCE_MS;
    return { class: 'timeout', durationMs: SILENCE_MS, detail: 'deadline' };
  };
}
