import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { LOCAL_DIR, RUNNING_HOST_FILE, SERVICE_FILE } from '../lib/operator/running-host.ts';
import { openTarget } from '../lib/operator/target.ts';
import { demoMerchant } from '../lib/startup/demo-merchant.ts';
import { DEMO_USERS, linkDemoMerchant } from '../lib/startup/demo-users.ts';
import { startDemoReceiver, startLocalService } from '../lib/startup/local-service.ts';
import { readableLog, stamped } from '../lib/startup/readable-log.ts';
import { screen } from '../lib/startup/screen.ts';
import { isSynthesized, synthesize } from '../lib/startup/synthesize.ts';

const USAGE = `The whole payment service on this machine.

  npm start                  on port 3000; data survives restarts (.local/)
  npm start -- --fresh       begin anew: forget merchants, transactions and secrets
  npm start -- --verbose     show the functions' own log lines
  PORT=8080 npm start        on another port

  NODE_EXTRA_CA_CERTS=FILE   trust one more authority when sending webhooks
  TOKEN_SECONDS=20           life of a sign-in to the dashboard before the page renews it (an hour)
  PAYMENT_SERVICE_DIR=DIR    keep .local/ there instead of here
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
await main().catch((error: NodeJS.ErrnoException) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { fresh: { type: 'boolean' }, verbose: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const port = portOf(process.env.PORT ?? '3000');
  if (!isSynthesized()) await withProgress('Synthesizing the CDK app', synthesize);
  await portIsFree(port);
  if (values.fresh) forgetEverything();

  const log = readableLog(values.verbose === true, say);
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const trustedCaFiles = extra && existsSync(extra) ? [extra] : [];
  const tokenLifeSeconds = tokenSecondsOf(process.env.TOKEN_SECONDS);
  const service = await startLocalService({
    dir: LOCAL_DIR,
    port,
    trustedCaFiles,
    ...(tokenLifeSeconds === undefined ? {} : { tokenLifeSeconds }),
    isWarm: true,
    onLog: log,
    onLost: giveUp,
  });
  const { baseUrl, simulatorUrl, dashboardUrl, outputs } = service;
  const { clientEnvironment } = service.host;
  writeJson(RUNNING_HOST_FILE, { pid: process.pid, clientEnvironment, outputs, dashboardUrl });
  const target = await openTarget(undefined);
  const merchant = await demoMerchant(target);
  await linkDemoMerchant(target, merchant.merchantId);
  const receiver = await startDemoReceiver(LOCAL_DIR, service.host.port + 1, merchant, (line) =>
    say(stamped(`webhook  ${line}`)),
  );
  if (merchant.webhookUrl !== receiver.url)
    await target.accounts.setWebhook(merchant.merchantId, { url: receiver.url });

  const { apiKey, merchantId, webhookSecret } = merchant;
  writeJson(SERVICE_FILE, { baseUrl, apiKey, merchantId, webhookSecret, simulatorUrl, dashboardUrl });
  say(
    screen({
      baseUrl,
      apiKey,
      merchantId,
      webhookSecret,
      simulatorUrl,
      receiverUrl: receiver.url,
      dashboardUrl,
      users: DEMO_USERS.map(({ email }) => email),
      readyMs: performance.now(),
      clockAheadMs: service.host.aheadMs(),
    }),
  );

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(130);
    stopping = true;
    say('\nStopping: finishing what is under way (Ctrl-C again to stop at once).');
    rmSync(RUNNING_HOST_FILE, { force: true });
    target.close();
    await service.stop();
    await receiver.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

/** Without its tables nothing can be served: better to end, so that the caller sees why. */
function giveUp(): never {
  rmSync(RUNNING_HOST_FILE, { force: true });
  process.stderr.write('The DynamoDB engine has ended: start the service again.\n');
  process.exit(1);
}

/** Asked before anything is forgotten or started; throws what listening would. */
async function portIsFree(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, '127.0.0.1', resolve));
  await new Promise((resolve) => probe.close(resolve));
}

/** Data, certificates and all; but never under the feet of a running service. */
function forgetEverything(): void {
  if (existsSync(RUNNING_HOST_FILE)) {
    const { pid } = JSON.parse(readFileSync(RUNNING_HOST_FILE, 'utf8')) as { pid: number };
    if (isAlive(pid)) throw new Error('the local service is running: stop it before --fresh');
  }
  rmSync(LOCAL_DIR, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function withProgress(what: string, work: () => Promise<void>): Promise<void> {
  const begun = Date.now();
  const tell = () => process.stdout.write(`\r${what} … ${Math.round((Date.now() - begun) / 1000)} s `);
  const timer = process.stdout.isTTY ? setInterval(tell, 1000) : undefined;
  process.stdout.write(`${what} … `);
  try {
    await work();
  } finally {
    clearInterval(timer);
    say(`${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_534)
    throw new Error(`PORT must be a number from 0 to 65534, not "${text}"`);
  return port;
}

function tokenSecondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error(`TOKEN_SECONDS must be a whole number, not "${text}"`);
  return seconds;
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code !== 'EADDRINUSE') return error.message;
  return `Port ${process.env.PORT ?? '3000'} is taken: stop what uses it, or choose another with PORT=8080 npm start.`;
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}
