import { ExecutionEnvironment, type FunctionSpec, type InvokeOutcome, type OnLine } from './environment.ts';
import type { IdleLimit } from './idle-limit.ts';

export type PoolOutcome = InvokeOutcome | { kind: 'throttled' };

/** Maximum number of environments of one function; further calls wait. (AWS allows 1,000.) */
const MAX_ENVIRONMENTS = 20;
const IDLE_LIMIT_MS = 5 * 60_000;

interface Idle {
  environment: ExecutionEnvironment;
  retire: NodeJS.Timeout;
}

/** The execution environments of one function: made on demand, reused last in first out, retired when idle. */
export class FunctionPool {
  readonly spec: FunctionSpec;
  readonly #onLine: OnLine;
  readonly #idle: Idle[] = [];
  readonly #busy = new Set<ExecutionEnvironment>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #stopped = false;
  /** Shared with other functions. */
  idleLimit: IdleLimit | undefined;

  constructor(spec: FunctionSpec, onLine: OnLine) {
    this.spec = spec;
    this.#onLine = onLine;
  }

  /** How many events it processes in parallel. */
  get maxConcurrency(): number {
    return Math.min(MAX_ENVIRONMENTS, this.spec.reservedConcurrency ?? MAX_ENVIRONMENTS);
  }

  async invoke(event: unknown): Promise<PoolOutcome> {
    if (this.#running >= (this.spec.reservedConcurrency ?? Number.POSITIVE_INFINITY)) return { kind: 'throttled' };
    this.#running++;
    try {
      if (this.#busy.size >= MAX_ENVIRONMENTS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      return await this.#runIn(this.#take(), event);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  /** Starts one environment ahead of the first call and waits until its code is loaded. */
  async warm(): Promise<void> {
    if (this.#stopped || this.#busy.size + this.#idle.length > 0) return;
    const environment = new ExecutionEnvironment(this.spec, this.#onLine);
    this.#release(environment);
    await environment.loaded();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { retire } of this.#idle) clearTimeout(retire);
    const all = [...this.#busy, ...this.#idle.map(({ environment }) => environment)];
    await Promise.all(all.map((environment) => environment.stop()));
  }

  async #runIn(environment: ExecutionEnvironment, event: unknown): Promise<InvokeOutcome> {
    this.#busy.add(environment);
    try {
      const outcome = await environment.invoke(event);
      if (outcome.kind === 'failed') this.#report(outcome);
      return outcome;
    } finally {
      this.#busy.delete(environment);
      if (environment.alive) this.#release(environment);
    }
  }

  #take(): ExecutionEnvironment {
    for (let next = this.#idle.pop(); next; next = this.#idle.pop()) {
      clearTimeout(next.retire);
      this.idleLimit?.remove(next.environment);
      if (next.environment.alive) return next.environment;
    }
    return new ExecutionEnvironment(this.spec, this.#onLine);
  }

  #release(environment: ExecutionEnvironment): void {
    const end = () => this.#retire(environment);
    const retire = setTimeout(end, IDLE_LIMIT_MS);
    retire.unref();
    this.#idle.push({ environment, retire });
    this.idleLimit?.add(environment, end);
  }

  #retire(environment: ExecutionEnvironment): void {
    const index = this.#idle.findIndex((idle) => idle.environment === environment);
    const [retired] = index < 0 ? [] : this.#idle.splice(index, 1);
    clearTimeout(retired?.retire);
    this.idleLimit?.remove(environment);
    void environment.stop();
  }

  #report({ error }: InvokeOutcome & { kind: 'failed' }): void {
    const trace = error.trace.length > 0 ? error.trace.join('\n') : `${error.errorType}: ${error.errorMessage}`;
    for (const line of trace.split('\n')) this.#onLine(line, 'error');
  }
}
