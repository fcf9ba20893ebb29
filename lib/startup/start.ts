import { existsSync, rmSync } from 'node:fs';
import * as z from 'zod/mini';
import { replaceFile } from '../local/data-file.ts';
import { oneOf, wholeNumberOf } from '../operator/arguments.ts';
import { runCommand } from '../operator/command.ts';
import { LOCAL_DIR, RECEIVER_FILE, RUNNING_HOST_FILE, readWritten, SERVICE_FILE } from '../operator/running-host.ts';
import { openTarget } from '../operator/target.ts';
import { isBlockedPort } from './blocked-port.ts';
import { DEMO_USERS, demoMerchant, linkDemoMerchant } from './demo-accounts.ts';
import { startDemoReceiver, startLocalService } from './local-service.ts';
import { readableLog, stamped } from './readable-log.ts';
import { screen } from './screen.ts';
import { startProblem } from './start-problem.ts';
import { isSynthesized, synthesize } from './synthesize.ts';

const USAGE = `Runs the complete payment service on this machine.

  npm start                  on port 3000; data survives restarts (.local/)
  npm start -- --fresh       first delete what the service has written in .local/, and no other file there
  npm start -- --verbose     also print the functions' log lines
  PORT=8080 npm start        on another port
  HOST=0.0.0.0 npm start     reachable from other machines, as a container needs (default: 127.0.0.1)

  NODE_EXTRA_CA_CERTS=FILE   also trust these certificate authorities when sending webhooks
  PAYMENT_SERVICE_DIR=DIR    the folder that holds .local/ (default: this checkout)
`;

const PORT = process.env.PORT ?? '3000';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const OPTIONS = { fresh: { type: 'boolean', default: false }, verbose: { type: 'boolean', default: false } } as const;

/** `npm start`: runs the service until a signal stops it. Ends the process when the start fails. */
export async function runStart(): Promise<void> {
  await runCommand({ usage: USAGE, options: OPTIONS, runsBare: true }, async (values) => {
    await start(values).catch((error) => {
      throw new Error(startProblem(error, { localDir: LOCAL_DIR, port: PORT }));
    });
    return undefined;
  });
  // A start that failed may leave handles open.
  if (process.exitCode) process.exit();
}

async function start(values: { fresh: boolean; verbose: boolean }): Promise<void> {
  const port = wholeNumberOf('PORT', PORT, [0, 65_534]);
  const listenAddress = oneOf('HOST', ['127.0.0.1', '0.0.0.0'], process.env.HOST || '127.0.0.1');
  // Ready on such a port, no payment would ever be confirmed.
  if (port > 0 && (await isBlockedPort(port)))
    throw new Error(`Port ${port} is refused by fetch and by browsers: choose another one with PORT=8080 npm start.`);
  if (!isSynthesized()) await withProgress('Synthesizing the CDK app', synthesize);

  const log = readableLog(values.verbose, print);
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const trustedCaFiles = extra && existsSync(extra) ? [extra] : [];
  const service = await startLocalService({
    dir: LOCAL_DIR,
    port,
    listenAddress,
    isFresh: values.fresh,
    trustedCaFiles,
    onLog: log,
    onLost: exitWithoutTables,
  });
  const { baseUrl, simulatorUrl, dashboardUrl, outputs } = service;
  const { clientEnvironment } = service.host;
  writeJson(RUNNING_HOST_FILE, { pid: process.pid, clientEnvironment, outputs, dashboardUrl });
  const target = await openTarget(undefined);
  const merchant = await demoMerchant(target);
  await linkDemoMerchant(target, merchant.merchantId);
  const receiver = await startDemoReceiver(LOCAL_DIR, service.host.port + 1, merchant, (line) =>
    print(stamped(`webhook  ${line}`)),
  );
  const webhookUrl = urlSetByUser(merchant.webhookUrl) ?? receiver.url;
  if (merchant.webhookUrl !== webhookUrl) await target.accounts.setWebhook(merchant.merchantId, { url: webhookUrl });

  const { apiKey, merchantId, webhookSecret } = merchant;
  writeJson(SERVICE_FILE, { baseUrl, apiKey, merchantId, webhookSecret, simulatorUrl, dashboardUrl });
  writeJson(RECEIVER_FILE, { url: receiver.url });
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(130);
    stopping = true;
    print('\nStopping: finishing calls in progress (Ctrl-C again to stop immediately).');
    rmSync(RUNNING_HOST_FILE, { force: true });
    target.close();
    await service.stop();
    await receiver.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  print(
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
      isOpen: listenAddress === '0.0.0.0',
      readyMs: performance.now(),
      clockAheadMs: service.host.aheadMs(),
    }),
  );
}

/** The URL, unless it is that of the demo receiver of the previous start, which may have had another port. */
function urlSetByUser(url: string | null): string | undefined {
  const before = readWritten(RECEIVER_FILE, z.object({ url: z.url() }));
  return url === null || !before || url === before.url ? undefined : url;
}

/** Ends the process: without its tables the service cannot answer any call. */
function exitWithoutTables(): never {
  rmSync(RUNNING_HOST_FILE, { force: true });
  process.stderr.write(`The DynamoDB engine has ended: start the service again. Is the disk of ${LOCAL_DIR} full?\n`);
  process.exit(1);
}

async function withProgress(what: string, work: () => Promise<void>): Promise<void> {
  const begun = Date.now();
  const showSeconds = () => process.stdout.write(`\r${what} … ${Math.round((Date.now() - begun) / 1000)} s `);
  const timer = process.stdout.isTTY ? setInterval(showSeconds, 1000) : undefined;
  process.stdout.write(`${what} … `);
  try {
    await work();
  } finally {
    clearInterval(timer);
    print(`${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
}

function writeJson(file: string, content: unknown): void {
  replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}
