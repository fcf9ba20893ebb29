import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Everything the local service keeps: engine files, certificates, what scripts and commands read. It is `.local` of this
 * checkout, or of the folder that PAYMENT_SERVICE_DIR names, for a second service beside the first. Always a folder of
 * its own, because `--fresh` deletes it.
 */
export const LOCAL_DIR = join(
  resolve(process.env.PAYMENT_SERVICE_DIR || join(import.meta.dirname, '..', '..')),
  '.local',
);

/** For scripts: `{"baseUrl","apiKey","merchantId","webhookSecret","simulatorUrl","dashboardUrl"}`. Written when the service is ready. */
export const SERVICE_FILE = join(LOCAL_DIR, 'service.json');

/** Where the demo receiver of the last start listened. */
export const RECEIVER_FILE = join(LOCAL_DIR, 'receiver.json');

/** For the operator's commands: where the engines listen. Written when the service is ready, removed when it stops. */
export const RUNNING_HOST_FILE = join(LOCAL_DIR, 'host.json');

export const NOT_RUNNING = 'no local service is running here: start it with `npm start`';

/** What the running service wrote of itself; undefined when there is none, also after one that could not say good-bye. */
export function readRunningHost(): unknown {
  if (!existsSync(RUNNING_HOST_FILE)) return undefined;
  const host = JSON.parse(readFileSync(RUNNING_HOST_FILE, 'utf8')) as { pid?: number };
  return host.pid === undefined || isAlive(host.pid) ? host : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
