import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../functions/runtime/durations.ts';
import { lisbonDayName } from '../../functions/runtime/lisbon-day.ts';
import { lockDataDir } from '../../lib/local/data-dir-lock.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { deleteLocalData } from '../../lib/startup/local-data.ts';
import { eventually } from '../support/eventually.ts';
import { tableEngineAt } from '../support/table-engine.ts';
import NAMES from './service-names.json' with { type: 'json' };
import {
  begin,
  commandShell,
  interrupt,
  killHard,
  ownFolder,
  readJson,
  run,
  type Started,
  startService,
} from './support/command-lines.ts';
import { type Hook, type HookReceiver, payloads, startHookReceiver } from './support/hook-receiver.ts';
import { clientsOf, type HostClients } from './support/host-clients.ts';
import { httpCall, type Reply, type Sent } from './support/http-call.ts';

// In order: each test continues with the service that the previous one has left.

const folder = ownFolder();
const local = join(folder, '.local');
const hostFile = join(local, 'host.json');
const { shell, close } = commandShell(folder);
let receiver: HookReceiver;
let service: Started;

beforeAll(async () => {
  // The service uses the authority that it finds here, so that the receiver can have its certificate already.
  const { certificate } = await createDemoAuthority(join(local, 'certificates'));
  receiver = await startHookReceiver(certificate);
  service = await startService(folder);
});
afterAll(async () => {
  await killHard(service);
  await close();
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

const shown = async () => JSON.parse((await shell('clock', 'show', '--json')).stdout) as { aheadMs: number };
const aheadMs = async () => (await shown()).aheadMs;

const NOT_RUNNING = {
  status: 1,
  stderr: expect.stringMatching(/^no local service is running in .*PAYMENT_SERVICE_DIR.*\n$/),
};

async function create(key: string): Promise<string> {
  const { json } = await call(key, 'POST', '/payments/init', { body: { orderId: 'R-1', amount: 10.5 } });
  return String(json.transactionId);
}

test('D18: npm start writes exactly the six facts for scripts to .local/service.json, for its owner only', async () => {
  expect(Object.keys(service.serviceFile)).toEqual(NAMES['.local/service.json']);
  expect(service.serviceFile).toEqual({
    baseUrl: `http://localhost:${service.port}/api/v1`,
    apiKey: expect.stringMatching(/^sk_/),
    merchantId: expect.stringMatching(/^mer_/),
    webhookSecret: expect.stringMatching(/^whsec_/),
    simulatorUrl: `http://localhost:${service.port}/simulator`,
    dashboardUrl: `http://localhost:${service.port}/dashboard/`,
  });
  expect(statSync(join(local, 'service.json')).mode & 0o077).toBe(0);
});

describe('beside a running service one line is printed, and the exit status is 1', () => {
  test('for a second start', async () => {
    const ended = await run(folder, 'bin/local.ts', []);
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Another local host is running.*\n$/) });
  });

  test('for --fresh, also without the file that names the service, as while it starts', async () => {
    const named = readFileSync(hostFile);
    rmSync(hostFile);
    const fresh = await run(folder, 'bin/local.ts', ['--fresh']);
    writeFileSync(hostFile, named);
    const line = /^Another local host is running.*PAYMENT_SERVICE_DIR\.\n$/;
    expect(fresh).toMatchObject({ status: 1, stderr: expect.stringMatching(line) });
    expect(await create(service.serviceFile.apiKey)).toMatch(/^tx_/);
  });
});

describe('npm run smoke', () => {
  /**
   * The keys of every item of the service's tables. Not of the count of this address's requests, which every call adds
   * to and which ends by itself, nor of the simulated bank's payments.
   */
  const allKeys = () =>
    withClients(async ({ client }) => {
      const { TableNames = [] } = await client.send(new ListTablesCommand({}));
      const ours = TableNames.filter((name) => !/RateLimits|simulator/.test(name));
      expect(ours.length).toBeGreaterThanOrEqual(4);
      const pages = await Promise.all(ours.map((TableName) => client.send(new ScanCommand({ TableName }))));
      const items = pages.flatMap(({ Items = [] }) => Items);
      return items.map(({ id, transactionId, day, item }) => JSON.stringify([id, transactionId, day, item])).sort();
    });
  let before: string[];

  test('passes, each check with its result, and deletes what it has made (§5.1.3, §7, §8.2)', async () => {
    before = await allKeys();
    const ended = await run(folder, 'bin/smoke.ts', ['--local', '--json']);
    expect(ended.stderr).toBe('');
    const { isWell, findings } = JSON.parse(ended.stdout) as { isWell: boolean; findings: { ok: boolean }[] };
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect([isWell, findings.length, ended.status]).toEqual([true, 21, 0]);
    expect(await allKeys()).toEqual(before);
  });

  test('fails when the address has no requests left, and deletes what it has made', async () => {
    const ended = await shell('smoke', '--local');
    expect(ended).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('FAILED  init creates a transaction: 429'),
    });
    expect(await allKeys()).toEqual(before);
  });

  test('deletes what it has made when it is interrupted, also a payment on its way', async () => {
    expect((await shell('clock', 'advance', '1m')).status).toBe(0);
    const { child, ended } = begin(folder, 'bin/smoke.ts', ['--local'], 0, {});
    child.stdout.on('data', (text) => String(text).includes('mbway reaches the bank') && child.kill('SIGINT'));
    const { status, stdout, stderr } = await ended;
    expect([status, stderr]).toEqual([1, 'interrupted\n']);
    expect(stdout).toMatch(/^ok +what it made is deleted/m);
    expect(stdout).not.toContain('a test event passes');
    expect(await allKeys()).toEqual(before);
  });
});

test('the audit of an unfinished day reports it, and that of a future day is refused', async () => {
  // A day that has just ended is provisional too.
  const today = lisbonDayName(Date.now());
  const ended = await run(folder, 'bin/audit.ts', ['--from', today, '--json']);
  expect(ended.status).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({ days: [{ day: today, provisional: true, violations: 0 }] });
  const later = lisbonDayName(Date.now() + 2 * DAY_MS);
  const refused = await shell('audit', '--from', today, '--to', later);
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain(`--to ${later} is in the future`);
});

test('npm run clock advances the time, reports what ran, and commands use it', async () => {
  const before = await aheadMs();
  const { status, stdout } = await run(folder, 'bin/clock.ts', ['advance', '3d']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/payments-sweep {2}\d/);
  expect(await aheadMs()).toBeGreaterThan(before + 3 * DAY_MS - HOUR_MS);
  expect((await shell('clock', 'show')).stdout).toMatch(/^\d{4}-.*Z, 3 d .*ahead of the machine's\n$/);
  // A secret rotated at the machine's time would be three days old for the service, beyond its overlap.
  const rotated = await shell('merchant', 'rotate-webhook-secret', service.serviceFile.merchantId);
  expect(rotated).toMatchObject({ status: 0, stderr: '' });
  const [until = ''] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(rotated.stdout) ?? [];
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 3 * DAY_MS);
});

test('the simulated bank’s page is served, and its script is one', async () => {
  const { origin, pathname } = new URL(service.serviceFile.simulatorUrl);
  const { status, headers, text } = await httpCall(origin, 'GET', `${pathname}/control`);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const [, script = ''] = /<script[^>]*>([\s\S]+?)<\/script>/.exec(text) ?? [];
  expect(script).toContain('fetch(');
  expect(() => new Function(script)).not.toThrow();
});

describe('§6.4.2, invariant 3: killed between two attempts', () => {
  let hook: Hook;
  let ahead: number;
  let apiKey: string;
  let waiting: string;
  let issued: Reply;
  let paid: string;
  let before: Reply;
  let serviceFile: Started['serviceFile'];

  test('it is not running for the commands', async () => {
    ({ serviceFile } = service);
    hook = receiver.hook();
    hook.answers = (number) => ({ status: number < 4 ? 503 : 200 });
    ahead = await aheadMs();
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
    expect(existsSync(hostFile)).toBe(true);
    expect(await shell('merchant', 'list')).toMatchObject(NOT_RUNNING);
  });

  test('it finishes the delivery after a restart, with the same merchant, key and time', async () => {
    // On another port, to reveal anything that remembers the old one.
    service = await startService(folder, [], undefined, {}, { detached: true });
    const delivery = await eventually(async () => {
      const found = await deliveryOf(paid);
      return found?.state !== 'pending' && found;
    });
    expect(await aheadMs()).toBe(ahead);
    expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual(['status', 'status', 'status', 'delivered']);
    expect(new Set(payloads(hook).map((payload) => JSON.stringify(payload))).size).toBe(1);

    expect((await call(apiKey, 'GET', `/payments/status?transactionId=${paid}`)).text).toBe(before.text);
    const { json: pending } = await call(apiKey, 'GET', `/payments/status?transactionId=${waiting}`);
    const { entity, reference, expiresAt } = issued.json;
    expect(pending).toMatchObject({ status: 'pending', mb: { entity, reference, expiresAt } });
    expect((await control(`/references/${entity}/${reference}/pay`)).status).toBe(200);
    await eventually(() => payloads(hook).find(({ data }) => data.id === waiting));

    const { merchantId, apiKey: demoKey } = service.serviceFile;
    expect([merchantId, demoKey]).toEqual([serviceFile.merchantId, serviceFile.apiKey]);
    const { webhookUrl } = JSON.parse((await shell('merchant', 'show', merchantId, '--json')).stdout);
    expect(webhookUrl).toBe(readJson<{ url: string }>(folder, 'receiver.json').url);
  });
});

test('D18: Ctrl-C ends it with status 0', async () => {
  const ended = await interrupt(service);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toMatch(/\nStopping: finishing calls in progress .*\n$/);
  expect(existsSync(hostFile)).toBe(false);
  expect(await shell('merchant', 'list')).toMatchObject(NOT_RUNNING);
});

test('--fresh starts without any data and with another key, and leaves other files', async () => {
  const { apiKey: oldKey } = service.serviceFile;
  const own = ['receiver.mjs', 'transaction.json', 'shop.db', 'data/notes.txt', 'certificates/mine.pem'];
  for (const name of own) writeFileSync(join(local, name), name);
  const files = () =>
    readdirSync(local, { recursive: true }).filter((name) => statSync(join(local, `${name}`)).isFile());
  expect(files()).toContain('data/clock.json');
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
  const { apiKey } = service.serviceFile;
  expect(apiKey).not.toBe(oldKey);
  const path = '/payments/status?transactionId=tx_none';
  expect((await call(oldKey, 'GET', path)).status).toBe(401);
  expect((await call(apiKey, 'GET', path)).status).toBe(404);
});

test('HOST=0.0.0.0: other addresses reach it, its URLs name localhost, and no foreign page moves its clock', async () => {
  expect(service.serviceFile.baseUrl).toBe(`http://localhost:${service.port}/api/v1`);
  const [address = '127.0.0.1'] = Object.values(networkInterfaces()).flatMap((each = []) =>
    each.filter(({ internal, family }) => !internal && family === 'IPv4').map((found) => found.address),
  );
  const at = (name: string) => `http://${name}:${service.port}`;
  const jump = (Origin: string) =>
    fetch(`${at(address)}/control/clock`, { method: 'POST', headers: { Origin }, body: '{"advance":"1ms"}' });
  expect((await jump(at(address))).status).toBe(200);
  for (const page of [at('payment'), at('localhost'), 'https://evil.example'])
    expect((await jump(page)).status).toBe(403);
  expect((await shell('clock', 'show')).status).toBe(0);
});

test.skipIf(process.platform !== 'linux')('without its tables it ends with one line and status 1', async () => {
  process.kill(tableEngineAt(service.hostFile.clientEnvironment.AWS_ENDPOINT_URL_DYNAMODB ?? '').pid, 'SIGKILL');
  expect(await service.ended).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The DynamoDB engine has ended: start the service again\. .*\.local full\?\n$/),
  });
  expect(existsSync(hostFile)).toBe(false);
});
