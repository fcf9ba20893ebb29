import { availableParallelism } from 'node:os';
import { MINUTE_MS } from '../clock/durations.ts';
import { ExecutionEnvironment, type FunctionSpec, type InvokeOutcome, type OnLine } from './environment.ts';
import { turns } from './turns.ts';

export type PoolOutcome = InvokeOutcome | { kind: 'throttled' };

/** Environments of one function by default; further calls wait. (AWS allows 1,000.) */
const MAX_ENVIRONMENTS = 20;
const MAX_IDLE_MS = 5 * MINUTE_MS;
/** Environments load one at a time on each processor: on a slow machine many at a time would all exceed their limit. */
const toLoad = turns(availableParallelism());

interface Idle {
  environment: ExecutionEnvironment;
  retire: NodeJS.Timeout;
}

/** The execution environments of one function: made on demand, reused last in first out, retired when idle. */
export class FunctionPool {
  readonly spec: FunctionSpec;
  readonly #onLine: OnLine;
  readonly #maxEnvironments: number;
  readonly #idle: Idle[] = [];
  readonly #busy = new Set<ExecutionEnvironment>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #stopped = false;

  constructor(spec: FunctionSpec, onLine: OnLine, maxEnvironments = MAX_ENVIRONMENTS) {
    this.#maxEnvironments = maxEnvironments;
    this.spec = spec;
    this.#onLine = onLine;
  }

  /** How many events it processes in parallel. */
  get maxConcurrency(): number {
    return Math.min(this.#maxEnvironments, this.spec.reservedConcurrency ?? this.#maxEnvironments);
  }

  async invoke(event: unknown): Promise<PoolOutcome> {
    if (this.#running >= (this.spec.reservedConcurrency ?? Number.POSITIVE_INFINITY)) return { kind: 'throttled' };
    this.#running++;
    try {
      if (this.#running > this.#maxEnvironments) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      return await this.#runIn(this.#idleOne() ?? (await this.#start()), event);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { retire } of this.#idle) clearTimeout(retire);
    const all = [...this.#busy, ...this.#idle.map(({ environment }) => environment)];
    await Promise.all(all.map((environment) => environment.stop()));
  }

  async #runIn(environment: ExecutionEnvironment, event: unknown): Promise<InvokeOutcome> {
    try {
      const outcome = await environment.invoke(event);
      if (outcome.kind === 'failed') this.#report(outcome);
      return outcome;
    } finally {
      if (environment.alive) this.#release(environment);
      else this.#busy.delete(environment);
    }
  }

  /** A loaded environment. One that has become idle by the time of its turn saves the load. */
  #start(): Promise<ExecutionEnvironment> {
    return toLoad(async () => {
      const idle = this.#idleOne();
      if (idle) return idle;
      const environment = new ExecutionEnvironment(this.spec, this.#onLine);
      this.#busy.add(environment);
      if (this.#stopped) await environment.stop();
      await environment.loaded();
      return environment;
    });
  }

  #idleOne(): ExecutionEnvironment | undefined {
    for (let next = this.#idle.pop(); next; next = this.#idle.pop()) {
      clearTimeout(next.retire);
      if (!next.environment.alive) continue;
      this.#busy.add(next.environment);
      return next.environment;
    }
    return undefined;
  }

  #release(environment: ExecutionEnvironment): void {
    this.#busy.delete(environment);
    const retire = setTimeout(() => this.#retire(environment), MAX_IDLE_MS);
    retire.unref();
    this.#idle.push({ environment, retire });
  }

  #retire(environment: ExecutionEnvironment): void {
    const index = this.#idle.findIndex((idle) => idle.environment === environment);
    if (index >= 0) this.#idle.splice(index, 1);
    void environment.stop();
  }

  #report({ error }: InvokeOutcome & { kind: 'failed' }): void {
    const trace = error.trace.length > 0 ? error.trace.join('\n') : `${error.errorType}: ${error.errorMessage}`;
    for (const line of trace.split('\n')) this.#onLine(line, 'error');
  }
}
