import { createHmac } from 'node:crypto';
import { type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect } from 'vitest';
import type { DashboardCaller } from '../../../functions/dashboard/caller.ts';
import { listApiKeys, revealApiKey } from '../../../functions/dashboard/settings/api-keys.ts';
import { revealWebhookSecret } from '../../../functions/dashboard/settings/webhook-secret.ts';
import { accounts } from '../../../functions/merchants/accounts/accounts.ts';
import { sealedWebhookEndpoints } from '../../../functions/merchants/accounts/sealed-endpoints.ts';
import { webhookSecretRotation } from '../../../functions/merchants/accounts/secret-rotation.ts';
import { apiKeyRotation } from '../../../functions/merchants/keys/api-key-rotation.ts';
import { keyringFrom, keyringOf, type ReadKeyring } from '../../../functions/merchants/keys/keyring.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { signedHeaders } from '../../../functions/webhooks/signature.ts';
import { CallTrace } from '../../chaos/world/call-trace.ts';
import { type ProductClients, productClients } from '../../chaos/world/clients.ts';
import { CRASH_KINDS, type Fault } from '../../chaos/world/fault.ts';
import { Invocation } from '../../chaos/world/invocation.ts';
import { client as own, test } from '../../rig/engine.ts';
import { TABLES } from '../../rig/tables.ts';
import { merchantsIn } from '../../rig/wired.ts';

/**
 * Needs the embedded table. A function dies before or after each call of a rotation or of a switch, alone or twice in
 * a row. Afterwards the merchant signs in with exactly the keys that the dashboard shows, a webhook is signed by
 * secrets that the dashboard shows, and the same action can be made again. The keyring gets a new key in between.
 */

const RINGS = [{ k1: 'x'.repeat(40) }, { k1: 'x'.repeat(40), k2: 'y'.repeat(40) }].map((ring) => JSON.stringify(ring));
const BODY = Buffer.from('{}');

let product: ProductClients;
let nowMs = Date.parse('2026-11-20T12:00:00Z');
let ring = keyringOf(RINGS[0] ?? '');
const clock = () => nowMs;
const keyring = async () => ring;

test.beforeAll(({ rig: { endpoint } }) => {
  product = productClients({ dynamodb: endpoint, sqs: endpoint, secretsManager: endpoint });
});
afterAll(() => product.destroy());

type Actions = ReturnType<typeof actionsOn>;
type Action = keyof Actions;

function actionsOn(client: DynamoDBClient) {
  const dependencies = { merchants: merchantsIn(client).merchants, keyring, clock };
  const keys = apiKeyRotation(dependencies);
  const secrets = webhookSecretRotation(dependencies);
  const by = { who: 'operator' } as const;
  return {
    'rotate the key, both for an hour': (id: string) => keys.rotate(id, HOUR_MS, by),
    'rotate the key immediately': (id: string) => keys.rotate(id, 0, by),
    'end the old key': (id: string) => keys.endOld(id, by),
    'rotate the secret': (id: string) => secrets.rotate(id),
    'switch the secret now': (id: string) => secrets.switchNow(id),
  };
}

/**
 * What comes before it, so that there is something to end or to switch, and what a key's overlap that is over leaves
 * behind.
 */
const HISTORIES: {
  name: string;
  before: (Action | 'two hours pass' | 'a new key in the keyring')[];
  action: Action;
}[] = [
  { name: 'first', before: [], action: 'rotate the key, both for an hour' },
  {
    name: 'immediately after an overlap that is over',
    before: ['rotate the key, both for an hour', 'two hours pass', 'a new key in the keyring'],
    action: 'rotate the key immediately',
  },
  { name: 'in an overlap', before: ['rotate the key, both for an hour'], action: 'end the old key' },
  { name: 'with a newer keyring', before: ['a new key in the keyring'], action: 'rotate the secret' },
  {
    name: 'between two keyrings',
    before: ['rotate the secret', 'a new key in the keyring'],
    action: 'switch the secret now',
  },
];

test.each(HISTORIES)('$action, $name: a crash at any call leaves a consistent state', async ({ before, action }) => {
  const { calls } = await playOnce(before, action, []);
  expect(calls).not.toEqual([]);
  for (const call of calls) for (const kind of CRASH_KINDS) await playOnce(before, action, [{ call, kind, times: 1 }]);
});

async function playOnce(before: (typeof HISTORIES)[number]['before'], action: Action, crashes: Fault[]) {
  ring = keyringOf(RINGS[0] ?? '');
  const operator = accounts({ merchants: merchantsIn(own).merchants, keyring, clock });
  const account = await operator.create({
    ...{ name: 'Loja', status: 'active', bankAccount: 'main', webhookUrl: 'https://shop.example/hook' },
  });
  const { merchantId } = account;
  const known = { keys: new Set([account.apiKey]), secrets: new Set([account.webhookSecret]) };
  for (const step of before) {
    if (step === 'two hours pass') nowMs += 2 * HOUR_MS;
    else if (step === 'a new key in the keyring') ring = keyringOf(RINGS[1] ?? '');
    else await actionsOn(own)[step](merchantId);
  }
  await expectComplete(merchantId, known);
  const trace = new CallTrace(crashes);
  const ended = await new Invocation('dashboard', trace).run<unknown>(() =>
    actionsOn(product.dynamo)[action](merchantId),
  );
  expect([ended.kind, [...trace.crashes]]).toEqual([crashes.length > 0 ? 'crashed' : 'answered', crashes]);
  await expectComplete(merchantId, known);
  // A person who got no answer repeats the action.
  const again = (await actionsOn(own)[action](merchantId)) as { kind: string };
  expect(['rotated', 'rotating', 'ended', 'not-rotating', 'switched']).toContain(again.kind);
  await expectComplete(merchantId, known);
  return trace;
}

async function expectComplete(merchantId: string, known: { keys: Set<string>; secrets: Set<string> }): Promise<void> {
  const merchants = merchantsIn(own).merchants;
  const caller: DashboardCaller = { userId: 'ana', roles: ['merchant'], merchantId };
  const readKey = merchantsIn(own).readKey;
  const { keys: listed } = await listApiKeys({ merchants, readKey, lastUse: async () => undefined, clock })({}, caller);
  const shown: string[] = [];
  for (const { which } of listed) {
    const { apiKey } = await revealApiKey({ merchants, keyring, clock })({ which }, caller);
    shown.push(apiKey);
  }
  for (const key of shown) known.keys.add(key);
  const valid: string[] = [];
  for (const key of known.keys) {
    const found = await merchantsIn(own).findApiKey(key);
    if (found?.merchantId === merchantId && (found.endsAt ?? Number.POSITIVE_INFINITY) > nowMs) valid.push(key);
  }
  expect(valid.sort()).toEqual(shown.sort());
  // No key authenticates that was never shown.
  const { Items = [] } = await own.send(new ScanCommand({ TableName: TABLES.merchants, ConsistentRead: true }));
  const open = Items.filter((item) => item.id?.S?.startsWith('key#') && item.merchantId?.S === merchantId);
  expect(open.filter(({ endsAt }) => Number(endsAt?.N ?? 'Infinity') > nowMs)).toHaveLength(shown.length);

  const { secret, old } = await revealWebhookSecret({ merchants, keyring, clock })({}, caller);
  const secrets = [secret, ...(old ? [old.secret] : [])];
  for (const one of secrets) known.secrets.add(one);
  const endpoint = await sealedWebhookEndpoints(merchants, keyring).read(merchantId);
  if (!endpoint) throw new Error('no endpoint');
  const headers = signedHeaders({
    body: BODY,
    kind: 'payment.success',
    eventId: 'evt_1',
    secrets: endpoint.secrets,
    nowMs,
  });
  const signs = (one: string) =>
    headers['X-Service-Signature'] === `sha256=${createHmac('sha256', one).update(BODY).digest('hex')}`;
  expect([...known.secrets].filter(signs)).toEqual([old?.secret ?? secret]);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(secrets.length);
}

test('a secret sealed with a key that is not cached signs after one further read of the keyring', async () => {
  let text = RINGS[0] ?? '';
  let reads = 0;
  const readSecret = async () => {
    reads += 1;
    return text;
  };
  const merchants = merchantsIn(own).merchants;
  const deliver = sealedWebhookEndpoints(merchants, keyringFrom(readSecret, 'keyring', clock));
  const first = keyringFrom(readSecret, 'keyring', clock);
  const account = await accounts({ merchants, keyring: first, clock }).create({
    ...{ name: 'Loja', status: 'active', bankAccount: 'main', webhookUrl: 'https://shop.example/hook' },
  });
  const { merchantId } = account;
  expect((await deliver.read(merchantId))?.secrets.current).toBe(account.webhookSecret);
  // The operator adds a key; a function that begins now knows it, and the one that delivers has the old keyring for
  // minutes.
  text = RINGS[1] ?? '';
  nowMs += 2_000;
  const younger = keyringFrom(readSecret, 'keyring', clock);
  await webhookSecretRotation({ merchants, keyring: younger, clock }).rotate(merchantId);
  const shown = await revealWebhookSecret({ merchants, keyring: younger, clock })({}, signedIn(merchantId));
  reads = 0;
  for (let n = 0; n < 3; n += 1) {
    expect((await deliver.read(merchantId))?.secrets).toMatchObject({
      ...{ current: shown.secret, previous: { secret: account.webhookSecret } },
    });
  }
  expect(reads).toBe(1);
});

const table = () => merchantsIn(own).merchants;
const signedIn = (merchantId: string): DashboardCaller => ({ userId: 'ana', roles: ['merchant'], merchantId });
const BY = { who: 'operator' } as const;

const OPENERS: Record<string, (merchantId: string, keyring: ReadKeyring) => Promise<unknown>> = {
  'the webhook secret on show': (id, keyring) =>
    revealWebhookSecret({ merchants: table(), keyring, clock })({}, signedIn(id)),
  'the API key on show': (id, keyring) =>
    revealApiKey({ merchants: table(), keyring, clock })({ which: 'current' }, signedIn(id)),
  'a rotation of the webhook secret': (id, keyring) =>
    webhookSecretRotation({ merchants: table(), keyring, clock }).rotate(id),
  'a rotation of the API key': (id, keyring) =>
    apiKeyRotation({ merchants: table(), keyring, clock }).rotate(id, 0, BY),
  'the operator’s command': (id, keyring) => accounts({ merchants: table(), keyring, clock }).show(id),
};

test.each(Object.entries(OPENERS))(
  '%s opens a secret sealed with a key that is not in its cached keyring',
  async (_, opens) => {
    let text = RINGS[0] ?? '';
    const environment = () => keyringFrom(async () => text, 'keyring', clock);
    const older = environment();
    await older();
    text = RINGS[1] ?? '';
    nowMs += 2_000;
    const younger = accounts({ merchants: table(), keyring: environment(), clock });
    const { merchantId } = await younger.create({ name: 'Loja', status: 'active', bankAccount: 'main' });
    await opens(merchantId, older);
  },
);
