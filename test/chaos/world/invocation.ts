import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallTrace } from './call-trace.ts';

/** How an invocation of a function ended. After `crashed` nothing of it runs. */
export type Ended<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; error: unknown }
  | { kind: 'crashed' };

// How long the calls beside one that never ends are waited for.
const HANGING_MS = 20;

/** What stands before every external call of the function that it runs. */
export interface Caller {
  call<Answer>(operation: string, run: (label: string) => Promise<Answer>): Promise<Answer>;
  /** The function sleeps. */
  pause(): Promise<void>;
}

const current = new AsyncLocalStorage<Caller>();

/** Runs a function whose calls `caller` is to know of. */
export function runAs<Answer>(caller: Caller, run: () => Promise<Answer>): Promise<Answer> {
  return current.run(caller, run);
}

/**
 * One run of a function, which can be killed at any of its external calls. A crash is not an error that product code
 * could catch: the call simply never returns, nor does any later one, and the invocation is given up.
 */
export class Invocation implements Caller {
  readonly functionName: string;
  readonly #trace: CallTrace;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #died = Promise.withResolvers<Ended<never>>();
  // A call may be found to hang after the invocation has died of something else.
  readonly #hung = Promise.withResolvers<void>();
  #isDead = false;

  constructor(functionName: string, trace: CallTrace) {
    this.functionName = functionName;
    this.#trace = trace;
  }

  /** Runs a function to its end or its death. */
  async run<Answer>(run: () => Promise<Answer>): Promise<Ended<Answer>> {
    const running = runAs(this, run).then(
      (answer): Ended<Answer> => ({ kind: 'answered', answer }),
      (error: unknown): Ended<Answer> => ({ kind: 'failed', error }),
    );
    const ended = await Promise.race([running, this.#died.promise]);
    // What had left for the network before the crash still arrives; waiting for it makes runs repeatable.
    const settled = Promise.allSettled(this.#underWay);
    await Promise.race([settled, this.#hung.promise.then(() => sleep(HANGING_MS))]);
    return ended;
  }

  /** The machine under the invocation is gone; `hangs` when one of its calls will never end. */
  die(hangs = false): void {
    this.#isDead = true;
    if (hangs) this.#hung.resolve();
    this.#died.resolve({ kind: 'crashed' });
  }

  /** A call to the outside, which may be cut before it leaves or after it has returned; `label` is run and name, for proxies. */
  async call<Answer>(operation: string, run: (label: string) => Promise<Answer>): Promise<Answer> {
    await this.pause();
    const label = this.#trace.number(`${this.functionName} ${operation}`);
    await this.#pass(`${label} before`);
    const running = run(`${this.#trace.run}|${label}`);
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
      await this.#pass(`${label} after`);
    }
  }

  /** Returns only while the invocation lives. */
  async pause(): Promise<void> {
    if (this.#isDead) await new Promise<never>(() => undefined);
  }

  async #pass(point: string): Promise<void> {
    if (!this.#isDead && this.#trace.isCutAt(point)) this.die();
    await this.pause();
  }
}

/** Makes an external call on behalf of the function that is running; the harness's own calls pass freely. */
export function external<Answer>(operation: string, run: (label?: string) => Promise<Answer>): Promise<Answer> {
  const caller = current.getStore();
  return caller ? caller.call(operation, run) : run();
}

/** A pause of the function that is running: over at once, for the clock is moved instead. */
export async function pause(): Promise<void> {
  await current.getStore()?.pause();
}
