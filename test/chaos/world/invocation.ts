import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallTrace } from './call-trace.ts';

/** How an invocation of a function ended. After `crashed` none of its code runs. */
export type Ended<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; error: unknown }
  | { kind: 'crashed' };

// How long to wait for the other calls when one hangs.
const HANGING_MS = 20;

/** Intercepts every external call of the function that it runs. */
export interface Caller {
  call<Answer>(operation: string, run: (label: string) => Promise<Answer>): Promise<Answer>;
  /** Called when the function sleeps. */
  pause(): Promise<void>;
}

const current = new AsyncLocalStorage<Caller>();

/** Runs a function with its external calls intercepted by `caller`. */
export function runAs<Answer>(caller: Caller, run: () => Promise<Answer>): Promise<Answer> {
  return current.run(caller, run);
}

/**
 * One run of a function, which can be killed at any of its external calls. A crash is not an error that the code could
 * catch: the call and all later ones never return.
 */
export class Invocation implements Caller {
  readonly functionName: string;
  readonly #trace: CallTrace;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #died = Promise.withResolvers<Ended<never>>();
  // A call may be found to hang after the invocation has crashed elsewhere.
  readonly #hung = Promise.withResolvers<void>();
  #isDead = false;

  constructor(functionName: string, trace: CallTrace) {
    this.functionName = functionName;
    this.#trace = trace;
  }

  /** Runs a function until it ends or crashes. */
  async run<Answer>(run: () => Promise<Answer>): Promise<Ended<Answer>> {
    const running = runAs(this, run).then(
      (answer): Ended<Answer> => ({ kind: 'answered', answer }),
      (error: unknown): Ended<Answer> => ({ kind: 'failed', error }),
    );
    const ended = await Promise.race([running, this.#died.promise]);
    // Calls that left before the crash still arrive. Waiting for them makes runs repeatable.
    const settled = Promise.allSettled(this.#underWay);
    await Promise.race([settled, this.#hung.promise.then(() => sleep(HANGING_MS))]);
    return ended;
  }

  /** Kills the invocation. `hangs`: one of its calls never ends. */
  die(hangs = false): void {
    this.#isDead = true;
    if (hangs) this.#hung.resolve();
    this.#died.resolve({ kind: 'crashed' });
  }

  /**
   * An external call. The function may crash before it leaves or after it returns. `label`: run and name, for the proxies.
   */
  async call<Answer>(operation: string, run: (label: string) => Promise<Answer>): Promise<Answer> {
    await this.pause();
    const label = this.#trace.number(`${this.functionName} ${operation}`);
    await this.#pass(label, 'before');
    const running = run(`${this.#trace.run}|${label}`);
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
      await this.#pass(label, 'after');
    }
  }

  /** Never returns once the invocation has crashed. */
  async pause(): Promise<void> {
    if (this.#isDead) await new Promise<never>(() => undefined);
  }

  async #pass(label: string, side: 'before' | 'after'): Promise<void> {
    if (!this.#isDead && this.#trace.crashesAt(label, side)) this.die();
    await this.pause();
  }
}

/** Makes an external call on behalf of the running function. Calls of the harness pass through. */
export function external<Answer>(operation: string, run: (label?: string) => Promise<Answer>): Promise<Answer> {
  const caller = current.getStore();
  return caller ? caller.call(operation, run) : run();
}

/** A sleep of the running function. It ends immediately; the world's clock is moved instead. */
export async function pause(): Promise<void> {
  await current.getStore()?.pause();
}
