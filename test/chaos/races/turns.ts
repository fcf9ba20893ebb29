import { type Caller, runAs } from '../world/invocation.ts';

/** One of the racing operations: an invocation of a function, up to its answer. */
export interface Operation {
  name: string;
  /** The operation begins only once this holds, as a notification follows its start. */
  canBegin?(): boolean;
  run(): Promise<string>;
}

/** Chooses which of the held calls continues. */
export type Choose = (labels: readonly string[]) => number;

interface Held {
  label: string;
  /** Number of calls made when this one was held. */
  since: number;
  release(): void;
}

/** The label of a function's sleep. */
const PAUSE = 'pause';

/** Whether two calls have the same effect in either order: of different operations, to table and bank, or both reads. */
export function areIndependent(one: string, other: string): boolean {
  const [[name, call = ''], [otherName, otherCall = '']] = [one.split(': '), other.split(': ')] as [string[], string[]];
  if (name === otherName || call === PAUSE || otherCall === PAUSE) return false;
  if (call.startsWith('bank ') !== otherCall.startsWith('bank ')) return true;
  return call === 'GetItem' && otherCall === 'GetItem';
}

type Hold = (actor: Actor, label: string) => Promise<void>;

/** An operation. Each of its calls is held until its turn. */
class Actor implements Caller {
  readonly operation: Operation;
  readonly #hold: Hold;
  held: Held | undefined;
  answer: string | undefined;
  ended: Promise<void> | undefined;

  constructor(operation: Operation, hold: Hold) {
    this.operation = operation;
    this.#hold = hold;
  }

  async call<Answer>(operation: string, run: (label: string) => Promise<Answer>): Promise<Answer> {
    // The sweep queries its shards concurrently, only to find what to read. It reads each item afterwards.
    if (operation !== 'Query') await this.#hold(this, operation);
    return run(operation);
  }

  pause(): Promise<void> {
    return this.#hold(this, PAUSE);
  }
}

/**
 * Runs operations concurrently and lets them make their external calls one at a time, in the order that `choose`
 * decides. The order of the calls determines a race completely. With `isFair`, a pause ends only after another
 * operation has made a call, because nothing changes before.
 */
export class Turns {
  readonly #actors: Actor[];
  readonly #isFair: boolean;
  #moved = Promise.withResolvers<void>();
  #made = 0;
  /** The calls, in order. */
  readonly trace: string[] = [];

  constructor(operations: readonly Operation[], isFair: boolean) {
    this.#actors = operations.map((operation) => new Actor(operation, (actor, label) => this.#hold(actor, label)));
    this.#isFair = isFair;
  }

  /** The answers, in the order of the operations. */
  async run(choose: Choose): Promise<string[]> {
    for (;;) {
      await this.#untilHeld();
      const ready = this.#ready();
      if (ready.length === 0) break;
      const labels = ready.map(({ operation, held }) => `${operation.name}: ${held?.label}`);
      const chosen = choose(labels);
      this.#go(ready[chosen] as Actor, labels[chosen] ?? '');
    }
    return this.#actors.map(({ operation, answer }) => answer ?? `${operation.name} never began`);
  }

  #hold(actor: Actor, label: string): Promise<void> {
    if (actor.held) throw new Error(`${actor.operation.name}: concurrent calls ${actor.held.label} and ${label}`);
    return new Promise<void>((release) => {
      actor.held = { label, since: this.#made, release };
      this.#moved.resolve();
    });
  }

  #go(actor: Actor, label: string): void {
    this.#made += 1;
    this.trace.push(label);
    const { held } = actor;
    actor.held = undefined;
    held?.release();
  }

  /** Waits until every begun operation is held at a call or has ended. */
  async #untilHeld(): Promise<void> {
    for (;;) {
      for (const actor of this.#actors) this.#begin(actor);
      const isBusy = this.#actors.some(({ ended, held, answer }) => ended && !held && answer === undefined);
      if (!isBusy) return;
      await this.#moved.promise;
      this.#moved = Promise.withResolvers();
    }
  }

  #begin(actor: Actor): void {
    if (actor.ended || actor.operation.canBegin?.() === false) return;
    const note = (answer: string) => {
      actor.answer = answer;
      this.#moved.resolve();
    };
    actor.ended = runAs(actor, () => actor.operation.run()).then(note, (error: unknown) =>
      note(`threw ${String(error)}`),
    );
  }

  #ready(): Actor[] {
    const held = this.#actors.filter((actor) => actor.held);
    const awake = held.filter((actor) => {
      const isPaused = this.#isFair && actor.held?.label === PAUSE;
      return !isPaused || (actor.held?.since ?? 0) < this.#made;
    });
    return awake.length > 0 ? awake : held;
  }
}
