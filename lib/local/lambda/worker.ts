/**
 * The inside of one execution environment: a worker thread that loads the bundled code as it is deployed and handles one
 * event at a time. It runs under plain Node, without a TypeScript loader, and imports as little as it can: what it loads
 * is paid at every cold start.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionError, InvokeMessage, WorkerAnswer, WorkerSettings } from './messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

const fs = process.getBuiltinModule('node:fs');
const path = process.getBuiltinModule('node:path');
const settings = workerData as WorkerSettings;
const machineNow = Date.now.bind(Date);

/**
 * Gives this thread the host's clock: `Date.now()` and `new Date()` are the machine's time and the distance that the host
 * has moved on, whatever code asks. Timers and `performance` stay the machine's.
 */
function followHostClock(): void {
  const ahead = new BigInt64Array(settings.clockAhead);
  const now = () => machineNow() + Number(Atomics.load(ahead, 0));
  const MachineDate = Date;
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, parameters, newTarget) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
    apply: () => new MachineDate(now()).toString(),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}

function trustAuthorities(): void {
  if (settings.trustedCaFiles.length === 0) return;
  const tls = process.getBuiltinModule('node:tls');
  const extra = settings.trustedCaFiles.map((file) => fs.readFileSync(file, 'utf8'));
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...extra]);
}

async function loadHandler(): Promise<Handler> {
  const dot = settings.handler.lastIndexOf('.');
  const base = path.join(settings.taskRoot, settings.handler.slice(0, dot));
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => base + extension)
    .find((candidate) => fs.existsSync(candidate));
  if (!file) throw named('Runtime.ImportModuleError', `Cannot find module '${path.basename(base)}'`);
  const module = (await import(process.getBuiltinModule('node:url').pathToFileURL(file).href)) as Record<
    string,
    unknown
  >;
  const name = settings.handler.slice(dot + 1);
  const exported = module[name] ?? (module.default as Record<string, unknown> | undefined)?.[name];
  if (typeof exported === 'function') return exported as Handler;
  throw named('Runtime.HandlerNotFound', `${settings.handler} is undefined or not exported`);
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

function contextOf({ requestId, deadlineMs }: InvokeMessage): unknown {
  return {
    awsRequestId: requestId,
    functionName: settings.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: settings.functionArn,
    memoryLimitInMB: String(settings.memorySizeMb),
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - machineNow()),
  };
}

async function handle(handler: Handler, message: InvokeMessage): Promise<WorkerAnswer> {
  const { requestId } = message;
  try {
    const answer = await handler(JSON.parse(message.event), contextOf(message));
    return { kind: 'answer', requestId, payload: JSON.stringify(answer) ?? 'null' };
  } catch (error) {
    return { kind: 'error', requestId, error: describe(error) };
  }
}

const tell = (answer: WorkerAnswer) => parentPort?.postMessage(answer);
try {
  followHostClock();
  trustAuthorities();
  const handler = await loadHandler();
  parentPort?.on('message', async (message: InvokeMessage) => tell(await handle(handler, message)));
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'init-error', error: describe(error) });
}
