// @ts-check
/**
 * The code of one execution environment: a worker thread that loads the bundled code as it is deployed and handles one
 * event at a time. It imports as little as possible, because every cold start pays for it. It is JavaScript, because
 * stripping types took 50 of 130 ms for each thread.
 */
import { parentPort, workerData } from 'node:worker_threads';

/** @import { FunctionError, InvokeMessage, WorkerAnswer, WorkerSettings } from './messages.ts' */
/** @typedef {(event: unknown, context: unknown) => unknown} Handler */

const fs = process.getBuiltinModule('node:fs');
const path = process.getBuiltinModule('node:path');
/** @type {WorkerSettings} */
const settings = workerData;
const machineNow = Date.now.bind(Date);

/**
 * Gives this thread the host's clock: `Date.now()` and `new Date()` return the machine's time plus the host's offset.
 * Timers and `performance` stay on the machine's time.
 */
function followHostClock() {
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

function trustAuthorities() {
  if (settings.trustedCaFiles.length === 0) return;
  const tls = process.getBuiltinModule('node:tls');
  const extra = settings.trustedCaFiles.map((file) => fs.readFileSync(file, 'utf8'));
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...extra]);
}

/** @returns {Promise<Handler>} */
async function loadHandler() {
  const dot = settings.handler.lastIndexOf('.');
  const base = path.join(settings.taskRoot, settings.handler.slice(0, dot));
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => base + extension)
    .find((candidate) => fs.existsSync(candidate));
  if (!file) throw named('Runtime.ImportModuleError', `Cannot find module '${path.basename(base)}'`);
  const module = await import(process.getBuiltinModule('node:url').pathToFileURL(file).href);
  const name = settings.handler.slice(dot + 1);
  const exported = module[name] ?? module.default?.[name];
  if (typeof exported === 'function') return exported;
  throw named('Runtime.HandlerNotFound', `${settings.handler} is undefined or not exported`);
}

/** @param {string} name @param {string} message */
function named(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** @param {unknown} error @returns {FunctionError} */
function describe(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

/** @param {InvokeMessage} message */
function contextOf({ requestId, deadlineMs }) {
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

/** @param {Handler} handler @param {InvokeMessage} message @returns {Promise<WorkerAnswer>} */
async function handle(handler, message) {
  const { requestId } = message;
  try {
    const answer = await handler(JSON.parse(message.event), contextOf(message));
    return { kind: 'answer', requestId, payload: JSON.stringify(answer) ?? 'null' };
  } catch (error) {
    return { kind: 'error', requestId, error: describe(error) };
  }
}

/** @param {WorkerAnswer} answer */
const send = (answer) => parentPort?.postMessage(answer);
try {
  followHostClock();
  trustAuthorities();
  const handler = await loadHandler();
  parentPort?.on('message', async (message) => send(await handle(handler, message)));
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'init-error', error: describe(error) });
}
