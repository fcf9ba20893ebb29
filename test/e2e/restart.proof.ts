import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockDataDir } from '../../lib/local/data-dir-lock.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { deleteLocalData } from '../../lib/startup/local-data.ts';
import { eventually } from '../support/eventually.ts';
import { tableEngineAt } from '../support/table-engine.ts';
import { interrupt, killHard, ownFolder, readJson, run, type Started, startService } from './support/command-lines.ts';
import { type Hook, type HookReceiver, payloads, startHookReceiver } from './support/hook-receiver.ts';
import { clientsOf, type HostClients } from './support/host-clients.ts';
import { httpCall, type Reply, type Sent } from './support/http-call.ts';

// In order: each test continues with the service that the previous one has left.

const folder = ownFolder();
let receiver: HookReceiver;
let service: Started;

beforeAll(async () => {
  // The service uses the authority that it finds here, so that the receiver can have its certificate already.
  const { certificate } = await createDemoAuthority(join(folder, '.local', 'certificates'));
  receiver = await startHookReceiver(certificate);
  service = await startService(folder);
}, 120_000);
afterAll(async () => {
  await killHard(service);
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (key: string, method: string, path: string, sent: Sent = {}) =>
  httpCall(service.serviceFile.baseUrl, method, `/api/v1${path}`, { key, ...sent });

const control = (path: string) => httpCall(service.serviceFile.baseUrl, 'POST', `/simulator/control${path}`);

async function withClients<Answer>(use: (clients: HostClients) => Promise<Answer>): Promise<Answer> {
  const clients = clientsOf(service.hostFile);
  return use(clients).finally(clients.close);
}

const deliveryOf = (transactionId: string) =>
  withClients(async ({ detail }) => (await detail(transactionId)).settlements[0]?.delivery);

const aheadMs = async () =>
  JSON.parse((await run(folder, 'bin/clock.ts', ['show', '--json'])).stdout).aheadMs as number;

const NOT_RUNNING = {
  status: 1,
  stderr: expect.stringMatching(/^no local service is running in .*PAYMENT_SERVICE_DIR.*\n$/),
};

const demoWebhookUrl = async () =>
  JSON.parse((await run(folder, 'bin/merchant.ts', ['show', service.serviceFile.merchantId, '--json'])).stdout)
    .webhookUrl;

async function create(key: string): Promise<string> {
  const { json } = await call(key, 'POST', '/payments/init', { body: { orderId: 'R-1', amount: 10.5 } });
  return String(json.transactionId);
}

test('D18: npm start writes exactly the six facts for scripts to .local/service.json, for its owner only', async () => {
  expect(service.serviceFile).toEqual({
    baseUrl: `http://localhost:${service.port}/api/v1`,
    apiKey: expect.stringMatching(/^sk_/),
    merchantId: expect.stringMatching(/^mer_/),
    webhookSecret: expect.stringMatching(/^whsec_/),
    simulatorUrl: `http://localhost:${service.port}/simulator`,
    dashboardUrl: `http://localhost:${service.port}/dashboard/`,
  });
  expect(statSync(join(folder, '.local', 'service.json')).mode & 0o077).toBe(0);
  expect(await create(service.serviceFile.apiKey)).toMatch(/^tx_/);
});

describe('beside a running service one line is printed, and the exit status is 1', () => {
  afterAll(async () => expect(await create(service.serviceFile.apiKey)).toMatch(/^tx_/));

  test('for a port in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const elsewhere = ownFolder();
    const ended = await run(elsewhere, 'bin/local.ts', [], port, { HOST: '[127.0.0.1]' });
    expect(ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`^Port ${port} is in use.*\\n$`)),
    });
    await new Promise((resolve) => other.close(resolve));
    rmSync(elsewhere, { recursive: true });
  });

  test.each([
    ['a second start', [], 0, /^Another local host is running.*\n$/],
    ['a port that is none', [], 70_000, /^PORT must be.*\n$/],
  ])('for %s', async (_what, args, port, line) => {
    const ended = await run(folder, 'bin/local.ts', args, port);
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(line) });
  });

  test.each([['--fast'], ['fresh']])('with status 2 and --help, for the argument %s', async (argument) => {
    const ended = await run(folder, 'bin/local.ts', [argument], 0);
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Un.*\nSee --help\.\n$/) });
  });

  test('for --fresh, also without the file that names the service, as while it starts', async () => {
    const hostFile = join(folder, '.local', 'host.json');
    const named = readFileSync(hostFile);
    rmSync(hostFile);
    const fresh = await run(folder, 'bin/local.ts', ['--fresh'], 0);
    writeFileSync(hostFile, named);
    expect(fresh).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Another local host is running.*PAYMENT_SERVICE_DIR\.\n$/),
    });
  });
});

describe('§6.4.2, invariant 3: killed between two attempts', () => {
  let hook: Hook;
  let ahead: number;
  let apiKey: string;
  let waiting: string;
  let issued: Reply;
  let paid: string;
  let before: Reply;

  test('it is not running for the commands', async () => {
    hook = receiver.hook();
    hook.answers = (number) => ({ status: number < 4 ? 503 : 200 });
    expect((await run(folder, 'bin/clock.ts', ['advance', '1h'])).status).toBe(0);
    ahead = await aheadMs();
    expect(ahead).toBeGreaterThan(3_500_000);
    const bankAccount = service.hostFile.outputs.DefaultBankAccount ?? '';
    ({ apiKey } = await withClients(({ accounts }) =>
      accounts.create({ name: 'Loja', status: 'active', bankAccount, webhookUrl: hook.url }),
    ));
    waiting = await create(apiKey);
    issued = await call(apiKey, 'POST', '/payments/multibanco', { body: { transactionId: waiting } });
    paid = await create(apiKey);
    await call(apiKey, 'POST', '/payments/mbway', { body: { transactionId: paid, phoneNumber: '910000002' } });
    await control(`/payments/${paid}/approve`);
    // The fourth attempt is 5 s away.
    await eventually(async () => (await deliveryOf(paid))?.attempts.length === 3);
    before = await call(apiKey, 'GET', `/payments/status?transactionId=${paid}`);
    await killHard(service);
    expect(existsSync(join(folder, '.local', 'host.json'))).toBe(true);
    expect(await run(folder, 'bin/merchant.ts', ['list'])).toMatchObject(NOT_RUNNING);
  }, 60_000);

  test('it finishes the delivery after a restart', async () => {
    // On another port, to reveal anything that remembers the old one.
    service = await startService(folder, [], undefined, {}, { detached: true });
    const delivery = await eventually(async () => {
      const found = await deliveryOf(paid);
      return found?.state !== 'pending' && found;
    });
    expect(await aheadMs()).toBe(ahead);
    expect(delivery.state).toBe('delivered');
    expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual(['status', 'status', 'status', 'delivered']);
    expect(new Set(payloads(hook).map((payload) => JSON.stringify(payload))).size).toBe(1);

    expect((await call(apiKey, 'GET', `/payments/status?transactionId=${paid}`)).text).toBe(before.text);
    const { json: pending } = await call(apiKey, 'GET', `/payments/status?transactionId=${waiting}`);
    const { entity, reference, expiresAt } = issued.json;
    expect(pending).toMatchObject({ status: 'pending', mb: { entity, reference, expiresAt } });
    expect((await control(`/references/${entity}/${reference}/pay`)).status).toBe(200);
    await eventually(() => payloads(hook).find(({ data }) => data.id === waiting));
  }, 90_000);
});

describe('D18: Ctrl-C', () => {
  let before: Started['serviceFile'];
  let ahead: number;
  let transactionId: string;

  test('ends it with status 0', async () => {
    before = service.serviceFile;
    ahead = await aheadMs();
    transactionId = await create(before.apiKey);
    // The previous start was on another port.
    expect(await demoWebhookUrl()).toBe(readJson<{ url: string }>(folder, 'receiver.json').url);
    await run(folder, 'bin/merchant.ts', ['set-webhook', before.merchantId, '--url', 'https://localhost:4499/mine']);
    const ended = await interrupt(service);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/\nStopping: finishing calls in progress .*\n$/);
    expect(existsSync(join(folder, '.local', 'host.json'))).toBe(false);
    expect(await run(folder, 'bin/merchant.ts', ['list'])).toMatchObject(NOT_RUNNING);
  });

  test('and a restart: it has the same merchant with the same key', async () => {
    service = await startService(folder, [], service.port);
    expect(service.serviceFile).toEqual(before);
    expect(await demoWebhookUrl()).toBe('https://localhost:4499/mine');
    expect(await aheadMs()).toBe(ahead);
    const { status } = await call(before.apiKey, 'GET', `/payments/status?transactionId=${transactionId}`);
    expect(status).toBe(200);
  }, 60_000);
});

test('--fresh starts without any data and with another key', async () => {
  const before = service.serviceFile;
  const transactionId = await create(before.apiKey);
  await killHard(service);
  const local = join(folder, '.local');
  const own = ['receiver.mjs', 'transaction.json', 'shop.db', 'data/notes.txt', 'certificates/mine.pem'];
  for (const name of own) writeFileSync(join(local, name), name);
  const files = () =>
    readdirSync(local, { recursive: true }).filter((name) => statSync(join(local, `${name}`)).isFile());
  expect(files()).toContain('data/dynamo.db-wal');
  chmodSync(local, 0o755);
  const release = lockDataDir(join(local, 'data'));
  deleteLocalData(local);
  release();
  expect(files().sort()).toEqual([...own, 'data/lock.db'].sort());
  // A lock and a clock that cannot be read do not prevent it.
  for (const name of ['lock.db', 'clock.json', 'secrets.json']) writeFileSync(join(local, 'data', name), 'garbage');
  service = await startService(folder, ['--fresh'], undefined, { HOST: '0.0.0.0' });
  expect(statSync(local).mode & 0o777).toBe(0o700);
  for (const name of own) expect(readFileSync(join(local, name), 'utf8')).toBe(name);
  const { apiKey } = readJson<typeof before>(folder, 'service.json');
  expect(apiKey).not.toBe(before.apiKey);
  const path = `/payments/status?transactionId=${transactionId}`;
  expect((await call(before.apiKey, 'GET', path)).status).toBe(401);
  expect((await call(apiKey, 'GET', path)).status).toBe(404);
}, 60_000);

test('HOST=0.0.0.0: other addresses reach it, its URLs name localhost, and no foreign page moves its clock', async () => {
  const { baseUrl } = readJson<{ baseUrl: string }>(folder, 'service.json');
  expect(baseUrl).toBe(`http://localhost:${service.port}/api/v1`);
  const [address = '127.0.0.1'] = Object.values(networkInterfaces()).flatMap((each = []) =>
    each.filter(({ internal, family }) => !internal && family === 'IPv4').map((found) => found.address),
  );
  const at = (name: string) => `http://${name}:${service.port}`;
  const jump = (Origin: string) =>
    fetch(`${at(address)}/control/clock`, { method: 'POST', headers: { Origin }, body: '{"advance":"1ms"}' });
  expect((await jump(at(address))).status).toBe(200);
  for (const page of [at('payment'), at('localhost'), 'https://evil.example'])
    expect((await jump(page)).status).toBe(403);
  expect((await run(folder, 'bin/clock.ts', ['show'])).status).toBe(0);
}, 60_000);

test.skipIf(process.platform !== 'linux')(
  'without its tables it ends with one line and status 1',
  async () => {
    process.kill(tableEngineAt(service.hostFile.clientEnvironment.AWS_ENDPOINT_URL_DYNAMODB ?? '').pid, 'SIGKILL');
    expect(await service.ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The DynamoDB engine has ended: start the service again\. .*\.local full\?\n$/),
    });
    expect(existsSync(join(folder, '.local', 'host.json'))).toBe(false);
  },
  60_000,
);
