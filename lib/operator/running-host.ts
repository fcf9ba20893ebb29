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

/** For scripts: `{"baseUrl","apiKey","merchantId","webhookSecret","simulatorUrl"}`. Written when the service is ready. */
export const SERVICE_FILE = join(LOCAL_DIR, 'service.json');

/** For the operator's commands: where the engines listen. Written when the service is ready, removed when it stops. */
export const RUNNING_HOST_FILE = join(LOCAL_DIR, 'host.json');
