import type { Jump } from './clock/time-travel.ts';
import type { SecretsEngine } from './engines/secrets.ts';
import type { SqsEngine } from './engines/sqs.ts';
import type { SeededUser } from './issuer/users.ts';
import type { FunctionSurroundings } from './lambda/functions.ts';
import type { Log } from './log.ts';

export interface HostOptions {
  /** Absolute path of a synthesized cloud assembly (`cdk.out`). */
  assemblyDir: string;
  /** Folder of the engines' files; created when missing, and retained over restarts. */
  dataDir: string;
  /** Folder of the mails that functions send; by default `mail` in the data folder. */
  mailDir?: string;
  /** 0 selects a free one. */
  port: number;
  /** By default only this machine reaches it. Engines and receivers stay on 127.0.0.1. */
  host?: '127.0.0.1' | '0.0.0.0';
  /** Runs when the data folder is locked and the port open, before any file of the folder is read. */
  prepare?: () => Promise<void>;
  /** Extra variables for every function. */
  environment?: Record<string, string>;
  /** PEM files of certificate authorities that every function trusts in addition to Node's. */
  trustedCaFiles?: string[];
  onLog: Log;
  /** Called when the DynamoDB engine ends without being stopped. The host cannot serve calls from then on. */
  onLost?: () => void;
  /** How many environments a function may have, also for its queues; by default 20, of which queues use five a processor. */
  environments?: number;
  /** Who can sign in from the start where the assembly has a user pool. */
  users?: SeededUser[];
  /**
   * When the first work of the schedules after this time is due, from the app's tables; infinity when there is none.
   * With it a far jump of the clock skips the times at which a schedule would find no work.
   */
  firstDueMs?: (host: Host, afterMs: number) => Promise<number>;
}

export interface Engines {
  sqs: SqsEngine;
  secrets: SecretsEngine;
  endpoints: FunctionSurroundings['endpoints'];
}

export interface Host {
  port: number;
  /** `http://localhost:PORT` */
  url: string;
  /** CloudFormation outputs by stack and output name. */
  outputs: Record<string, Record<string, string>>;
  /** Physical ids (table name, queue URL, secret ARN, function name …) by stack and logical id. */
  resources: Record<string, Record<string, string>>;
  endpoints: Engines['endpoints'];
  /** Environment variables that direct an AWS SDK or CLI to this host. */
  clientEnvironment: Record<string, string>;
  /** The time of the host: the machine's, plus the jumps of the clock. */
  nowMs(): number;
  aheadMs(): number;
  /** Moves the clock forward. Resolves when everything due has run. */
  advance(byMs: number): Promise<Jump>;
  /** Calls a function by its name; rejects when it fails. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Accepts no new calls, waits up to 10 s for those in progress, then stops the engines. */
  stop(): Promise<void>;
}
