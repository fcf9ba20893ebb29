import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { wholeNumberOf } from '../lib/operator/arguments.ts';
import {
  LOCAL_DIR,
  RECEIVER_FILE,
  RUNNING_HOST_FILE,
  readRunningHost,
  SERVICE_FILE,
} from '../lib/operator/running-host.ts';
import { openTarget } from '../lib/operator/target.ts';
import { DEMO_USERS, demoMerchant, linkDemoMerchant } from '../lib/startup/demo-accounts.ts';
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
  DYNAMODB_ENDPOINT=URL      tables in a DynamoDB Local that runs there, where no engine fits this machine
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
  const port = wholeNumberOf('PORT', process.env.PORT ?? '3000', [0, 65_534]);
  if (!isSynthesized()) await withProgress('Synthesizing the CDK app', synthesize);
  await portIsFree(port);
  if (values.fresh) forgetEverything();

  const log = readableLog(values.verbose === true, say);
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const trustedCaFiles = extra && existsSync(extra) ? [extra] : [];
  const seconds = process.env.TOKEN_SECONDS;
  const tokenLifeSeconds = seconds === undefined ? undefined : wholeNumberOf('TOKEN_SECONDS', seconds, [1, 86_400]);
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
  const webhookUrl = urlSetByAPerson(merchant.webhookUrl) ?? receiver.url;
  if (merchant.webhookUrl !== webhookUrl) await target.accounts.setWebhook(merchant.merchantId, { url: webhookUrl });

  const { apiKey, merchantId, webhookSecret } = merchant;
  writeJson(SERVICE_FILE, { baseUrl, apiKey, merchantId, webhookSecret, simulatorUrl, dashboardUrl });
  writeJson(RECEIVER_FILE, { url: receiver.url });
  say(
    screen({
      baseUrl,
      apiKey,
      merchantId,
      webhookSecret,
      simulatorUrl,
      webhookUrl,
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

/** Undefined where it is that of the receiver of the start before, which may have had another port. */
function urlSetByAPerson(url: string | null): string | undefined {
  if (url === null || !existsSync(RECEIVER_FILE)) return undefined;
  const before = JSON.parse(readFileSync(RECEIVER_FILE, 'utf8')) as { url: string };
  return url === before.url ? undefined : url;
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
  if (readRunningHost() !== undefined) throw new Error('the local service is running: stop it before --fresh');
  rmSync(LOCAL_DIR, { recursive: true, force: true });
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

function explain(error: NodeJS.ErrnoException): string {
  if (error.code !== 'EADDRINUSE') return error.message;
  return `Port ${process.env.PORT ?? '3000'} is taken: stop what uses it, or choose another with PORT=8080 npm start.`;
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}
