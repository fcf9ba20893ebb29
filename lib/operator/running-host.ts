import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { readJsonFile } from '../local/data-file.ts';

/**
 * The local service's files: engine files, certificates, and the files for scripts and commands. It is `.local` in this
 * checkout, or in the folder of PAYMENT_SERVICE_DIR, for a second service. `--fresh` deletes what the service
 * has written there.
 */
export const LOCAL_DIR = join(
  resolve(process.env.PAYMENT_SERVICE_DIR || join(import.meta.dirname, '..', '..')),
  '.local',
);

/**
 * For scripts: `{"baseUrl","apiKey","merchantId","webhookSecret","simulatorUrl","dashboardUrl"}`. Written when the
 * service is ready: a key that is replaced later is in it after the next start.
 */
export const SERVICE_FILE = join(LOCAL_DIR, 'service.json');

/** The URL of the demo receiver of the last start. */
export const RECEIVER_FILE = join(LOCAL_DIR, 'receiver.json');

/** For the operator's commands: the engines' addresses. Written when the service is ready, deleted when it stops. */
export const RUNNING_HOST_FILE = join(LOCAL_DIR, 'host.json');

export const NOT_RUNNING = `no local service is running in ${LOCAL_DIR} (PAYMENT_SERVICE_DIR chooses the folder): start it with \`npm start\``;

/** The content of one of these files; undefined where there is none. */
export function readWritten<Content>(file: string, schema: z.ZodMiniType<Content>): Content | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readJsonFile(file, schema);
  } catch (error) {
    throw new Error(`${(error as Error).message}: delete this file, and start the service again.`, { cause: error });
  }
}

const owner = z.object({ pid: z.optional(z.int()) });

/** The content of `host.json`; undefined when no service runs, also after one that was killed. */
export function readRunningHost<Content>(schema: z.ZodMiniType<Content>): Content | undefined {
  const pid = readWritten(RUNNING_HOST_FILE, owner)?.pid;
  return pid === undefined || isAlive(pid) ? readWritten(RUNNING_HOST_FILE, schema) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
