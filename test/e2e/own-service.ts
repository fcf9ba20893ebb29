import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { type Ended, killHard, ownFolder, run, type ServiceFile, type Started, startService } from './command-lines.ts';
import type { HostFacts } from './host-clients.ts';
import { httpCall } from './http-call.ts';

const START_MS = 120_000;

/** `npm start` in a folder of its own, there for the tests of a file and killed after them. */
export function ownService() {
  const folder = ownFolder();
  let service: Started | undefined;
  beforeAll(async () => {
    service = await startService(folder);
  }, START_MS);
  afterAll(async () => {
    if (service) await killHard(service);
    rmSync(folder, { recursive: true, force: true });
  });
  const started = (): Started => {
    if (!service) throw new Error('the service is there once the tests begin');
    return service;
  };
  const facts = (): ServiceFile => started().serviceFile;
  return {
    facts,
    /** For clients of its tables. */
    host: (): HostFacts => started().hostFile,
    /** One of the command lines in `bin/`, beside the service. */
    run: (script: string, ...args: string[]): Promise<Ended> => run(folder, script, args),
    /** A call of the merchants' API; `path` as in `init`. With the demo merchant's key unless another is given. */
    call: (method: string, path: string, { key = facts().apiKey, body }: { key?: string; body?: object } = {}) => {
      const { origin, pathname } = new URL(facts().baseUrl);
      return httpCall(origin, method, `${pathname}/payments/${path}`, { key, body });
    },
  };
}
