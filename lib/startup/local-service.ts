import { join } from 'node:path';
import * as z from 'zod/mini';
import type { OpenMerchant } from '../../functions/merchants/accounts/accounts.ts';
import { type Host, type HostOptions, type LogEntry, startHost } from '../local/host.ts';
import { createDemoAuthority } from '../receiver/certificate.ts';
import { type Receiver, startReceiver } from '../receiver/receiver.ts';
import { names } from '../stacks/names.ts';
import { DEMO_USERS } from './demo-accounts.ts';
import { firstDueMs } from './first-due.ts';
import { registerLocalCallbacks } from './local-callbacks.ts';
import { deleteLocalData, openLocalDir } from './local-data.ts';
import { LOCAL_ASSEMBLY_DIR } from './synthesize.ts';

export interface LocalServiceOptions {
  /** Folder of the engines' files, secrets and certificates. */
  dir: string;
  /** 0 for any free port. */
  port: number;
  /** By default only this machine reaches it. */
  listenAddress?: HostOptions['host'];
  trustedCaFiles?: string[];
  /** Whether what an earlier start has written is deleted first. */
  isFresh?: boolean;
  /** Another assembly than the synthesized one. */
  assemblyDir?: string;
  /** How many environments a function may have; by default those of the host. */
  environments?: number;
  onLog(entry: LogEntry): void;
  /** Called when the DynamoDB engine ends without being stopped. */
  onLost?: () => void;
}

export interface LocalService {
  host: Host;
  baseUrl: string;
  simulatorUrl: string;
  dashboardUrl: string;
  /** The outputs of the service stack, for the operator's commands. */
  outputs: Record<string, string>;
  stop(): Promise<void>;
}

const STAGE = { name: 'dev' };
const baseUrl = z.object({ BaseUrl: z.url() });
const simulatorUrl = z.object({ SimulatorUrl: z.url() });
const dashboardUrl = z.object({ DashboardUrl: z.url() });

/**
 * Starts the complete service on this machine, from the assembly that `cdk deploy` would deploy. Only here webhook URLs
 * may lead to the loopback address, and the demo authority is trusted.
 */
export async function startLocalService({
  dir,
  port,
  listenAddress,
  trustedCaFiles = [],
  isFresh = false,
  assemblyDir = LOCAL_ASSEMBLY_DIR,
  environments,
  onLog,
  onLost,
}: LocalServiceOptions): Promise<LocalService> {
  openLocalDir(dir);
  const certificates = certificatesDir(dir);
  const host = await startHost({
    assemblyDir,
    dataDir: join(dir, 'data'),
    mailDir: join(dir, 'mail'),
    port,
    prepare: async () => {
      if (isFresh) deleteLocalData(dir);
      await createDemoAuthority(certificates);
    },
    ...(listenAddress && { host: listenAddress }),
    environment: {
      PERMIT_LOOPBACK_WEBHOOKS: 'true',
      ...(port !== 0 && { PAGE_URL: `http://localhost:${port}/dashboard` }),
    },
    trustedCaFiles: [join(certificates, 'ca.pem'), ...trustedCaFiles],
    users: [...DEMO_USERS],
    ...(environments !== undefined && { environments }),
    onLog,
    ...(onLost && { onLost }),
    firstDueMs: (running, afterMs) =>
      firstDueMs(running, { table: serviceOutputs(running).TransactionsTable ?? '', afterMs }),
  });
  const outputs = serviceOutputs(host);
  await registerLocalCallbacks(host, outputs, onLog);
  return {
    host,
    baseUrl: baseUrl.parse(outputs).BaseUrl,
    simulatorUrl: simulatorUrl.parse(simulatorOutputs(host)).SimulatorUrl,
    dashboardUrl: dashboardUrl.parse(host.outputs[names.stack(STAGE, 'dashboard')]).DashboardUrl,
    outputs,
    stop: () => host.stop(),
  };
}

/** The demo merchant's receiver, over HTTPS with a certificate that the local service trusts. */
export async function startDemoReceiver(
  dir: string,
  port: number,
  { webhookSecret }: OpenMerchant,
  log: (line: string) => void,
): Promise<Receiver> {
  const { certificate } = await createDemoAuthority(certificatesDir(dir));
  const receiver = { secret: webhookSecret, certificate, log };
  try {
    return await startReceiver({ ...receiver, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    // Any other port works: the service sets the demo merchant's URL.
    return await startReceiver({ ...receiver, port: 0 });
  }
}

function simulatorOutputs(host: Host): Record<string, string> {
  return host.outputs[names.stack(STAGE, 'simulator')] ?? {};
}

function serviceOutputs(host: Host): Record<string, string> {
  return host.outputs[names.stack(STAGE, 'service')] ?? {};
}

function certificatesDir(dir: string): string {
  return join(dir, 'certificates');
}
