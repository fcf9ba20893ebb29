import type { Jump } from './clock/time-travel.ts';
import type { Engines } from './engines/engines.ts';
import type { SignInOptions } from './issuer/local-issuer.ts';
import type { Log } from './log.ts';

export interface HostOptions {
  /** Absolute path of a synthesized cloud assembly (`cdk.out`). */
  assemblyDir: string;
  /** Folder of the engines' files; made when missing, and what is in it survives restarts. */
  dataDir: string;
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Extra variables for every function. */
  environment?: Record<string, string>;
  /** PEM files of certificate authorities that every function trusts besides the usual ones. */
  trustedCaFiles?: string[];
  onLog: Log;
  /** Called when the tables' engine has ended though nobody stopped it: no call can be served from then on. */
  onLost?: () => void;
  /** Whether functions that programs call are loaded before the host is ready: four seconds of processor time. */
  isWarm?: boolean;
  /** Who can sign in where the assembly has a user pool. */
  signIn?: SignInOptions;
  /**
   * When the earliest work is due that schedules look for, in the app's own tables; undefined when there is none. With it
   * a long jump of the clock leaves out the times at which a schedule would find nothing.
   */
  firstDueMs?: (host: Host) => Promise<number | undefined>;
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
  /** Variables that lead an AWS SDK or CLI to this host. */
  clientEnvironment: Record<string, string>;
  /** The time of everything here: the machine's, and what it was moved on by. */
  nowMs(): number;
  aheadMs(): number;
  /** Moves the clock on, and resolves when all that fell due on the way has been done. */
  advance(byMs: number): Promise<Jump>;
  /** Calls a function by its name; rejects when it fails. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** For tests: the queue engine dies without warning while all else goes on; the answer brings it back from its file. */
  killQueues(): Promise<() => Promise<void>>;
  /** Takes nothing new, finishes what is under way for up to 10 s, then closes the engines. */
  stop(): Promise<void>;
}
