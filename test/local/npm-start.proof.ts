import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../functions/runtime/durations.ts';
import { lockDataDir } from '../../lib/local/data-dir-lock.ts';
import { deleteLocalData } from '../../lib/startup/local-data.ts';
import NAMES from '../hosted/service-names.json' with { type: 'json' };
import {
  commandShell,
  interrupt,
  killHard,
  ownFolder,
  readJson,
  run,
  type Started,
  startService,
} from '../hosted/support/command-lines.ts';
import { clientsOf, type HostClients } from '../hosted/support/host-clients.ts';
import { httpCall } from '../hosted/support/http-call.ts';
import { tableEngineAt } from '../support/table-engine.ts';

// In order: each test continues with the service that the previous one has left.

const folder = ownFolder();
const local = join(folder, '.local');
const hostFile = join(local, 'host.json');
const { shell, close } = commandShell(folder);
/** Files that the service has not written. */
const OWN = ['receiver.mjs', 'transaction.json', 'shop.db', 'data/notes.txt', 'certificates/mine.pem'];
let service: Started;

beforeAll(async () => {
  for (const name of ['data', 'certificates']) mkdirSync(join(local, name), { recursive: true });
  for (const name of OWN) writeFileSync(join(local, name), name);
  // Left by an earlier service, and unreadable.
  for (const name of ['clock.json', 'secrets.json']) writeFileSync(join(local, 'data', name), 'garbage');
  chmodSync(local, 0o755);
  service = await startService(folder, ['--fresh'], undefined, {}, { detached: true });
});
afterAll(async () => {
  await killHard(service);
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (key: string, path: string, body?: object) =>
  httpCall(service.serviceFile.baseUrl, body ? 'POST' : 'GET', `/api/v1${path}`, { key, body });

async function withClients<Answer>(use: (clients: HostClients) => Promise<Answer>): Promise<Answer> {
  const clients = clientsOf(service.hostFile);
  return use(clients).finally(clients.close);
}

const aheadMs = async () => JSON.parse((await shell('clock', 'show', '--json')).stdout).aheadMs as number;

async function create(key: string): Promise<string> {
  const { json } = await call(key, '/payments/init', { orderId: 'R-1', amount: 10.5 });
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

test('--fresh deletes what an earlier service has left, also unreadable, and no other file', async () => {
  expect(statSync(local).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(local, 'data', 'secrets.json'), 'utf8')).not.toBe('garbage');
  for (const name of OWN) expect(readFileSync(join(local, name), 'utf8')).toBe(name);
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
  interface Finding {
    check: string;
    ok: boolean;
    detail: string;
  }
  async function smoke(): Promise<Finding[]> {
    expect((await shell('clock', 'advance', '1m')).status).toBe(0);
    const ended = await run(folder, 'bin/smoke.ts', ['--local', '--json']);
    expect(ended.stderr).toBe('');
    const { isWell, findings } = JSON.parse(ended.stdout) as { isWell: boolean; findings: Finding[] };
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect([isWell, ended.status]).toEqual([true, 0]);
    return findings;
  }
  const scan = (table: string, IndexName?: string) =>
    withClients(async ({ client }) => {
      const TableName = service.hostFile.outputs[table];
      return (await client.send(new ScanCommand({ TableName, ...(IndexName && { IndexName }) }))).Items ?? [];
    });
  const transactionIds = async () => {
    const items = await scan('TransactionsTable');
    return items.filter(({ merchantId }) => merchantId?.S === 'mer_smoke').map(({ transactionId }) => transactionId?.S);
  };

  test('passes, each check with its result, and pays a transaction of its own (§5.1.3, §7, §8.2)', async () => {
    const findings = await smoke();
    expect(findings).toHaveLength(21);
    expect(findings.find(({ check }) => check.startsWith('the notification settles'))?.detail).toBe(
      'paid, its event skipped',
    );
    expect(await transactionIds()).toHaveLength(1);
  });

  test('fails when the address has no requests left', async () => {
    const ended = await shell('smoke', '--local');
    expect(ended).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('FAILED  init creates a transaction: 429'),
    });
  });

  test('without a simulated bank the first run creates a transaction that the others read', async () => {
    const host = readFileSync(hostFile, 'utf8');
    const { outputs, ...rest } = JSON.parse(host) as typeof service.hostFile;
    const BankAccounts = outputs.BankAccounts?.replaceAll('/simulator/', '/bank/');
    writeFileSync(hostFile, JSON.stringify({ ...rest, outputs: { ...outputs, BankAccounts } }));
    const [first, ids] = [await smoke(), await transactionIds()];
    const second = await smoke();
    writeFileSync(hostFile, host);
    expect([first.length, second.length]).toEqual([20, 18]);
    expect(ids).toHaveLength(2);
    expect(await transactionIds()).toEqual(ids);
    const [one, other] = [first, second].map((all) => all.find(({ check }) => check.startsWith('status')));
    expect(other).toEqual(one);
    expect(other?.detail).toContain('"status":"pending"');
  });

  test('account, transactions and events of it are in no index across merchants', async () => {
    await smoke();
    expect(await transactionIds()).toHaveLength(3);
    // All due work is done.
    expect((await shell('clock', 'advance', '1m')).status).toBe(0);
    const ids = await transactionIds();
    for (const index of ['due', 'undelivered', 'exceptions']) {
      const items = await scan('TransactionsTable', index);
      expect(items.filter(({ transactionId }) => ids.includes(transactionId?.S))).toEqual([]);
    }
    expect(JSON.stringify(await scan('MerchantsTable', 'byStatus'))).not.toContain('smoke');
    const items = JSON.stringify(await scan('MerchantsTable'));
    expect(items.match(/merchant#mer_smoke|key#[^"]+","merchantId":"mer_smoke|history#mer_smoke#\d+/g)?.length).toBe(2);
  });
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

describe('D18: Ctrl-C', () => {
  let before: Started['serviceFile'];
  let ahead: number;
  let transactionId: string;

  test('ends it with status 0, and commands say that it is not running', async () => {
    before = service.serviceFile;
    ahead = await aheadMs();
    transactionId = await create(before.apiKey);
    const ended = await interrupt(service);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/\nStopping: finishing calls in progress .*\n$/);
    expect(existsSync(hostFile)).toBe(false);
    expect(await shell('merchant', 'list')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^no local service is running in .*PAYMENT_SERVICE_DIR.*\n$/),
    });
  });

  test('and a restart: it has the same merchant, key, payments and time', async () => {
    // On another port, to reveal anything that remembers the old one.
    service = await startService(folder, [], undefined, { HOST: '0.0.0.0' });
    const { apiKey, merchantId, webhookSecret } = service.serviceFile;
    expect({ apiKey, merchantId }).toEqual({ apiKey: before.apiKey, merchantId: before.merchantId });
    expect(webhookSecret).toMatch(/^whsec_/);
    const { webhookUrl } = JSON.parse((await shell('merchant', 'show', merchantId, '--json')).stdout);
    expect(webhookUrl).toBe(readJson<{ url: string }>(folder, 'receiver.json').url);
    expect(await aheadMs()).toBe(ahead);
    const { status } = await call(apiKey, `/payments/status?transactionId=${transactionId}`);
    expect(status).toBe(200);
  });
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
});

test.skipIf(process.platform !== 'linux')(
  'without its tables it ends with one line and status 1; then all that it has written can be deleted',
  async () => {
    process.kill(tableEngineAt(service.hostFile.clientEnvironment.AWS_ENDPOINT_URL_DYNAMODB ?? '').pid, 'SIGKILL');
    expect(await service.ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The DynamoDB engine has ended: start the service again\. .*\.local full\?\n$/),
    });
    expect(existsSync(hostFile)).toBe(false);
    const files = () =>
      readdirSync(local, { recursive: true }).filter((name) => statSync(join(local, `${name}`)).isFile());
    expect(files()).toContain('data/clock.json');
    const release = lockDataDir(join(local, 'data'));
    deleteLocalData(local);
    release();
    expect(files().sort()).toEqual([...OWN, 'data/lock.db'].sort());
  },
);
