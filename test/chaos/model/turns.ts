import { type Caller, runAs } from '../world/invocation.ts';

/** One of the operations that race: a function of the service, from its invocation to its answer. */
export interface Operation {
  name: string;
  /** Until this holds it cannot have been invoked: a notice comes only of what the bank knows. */
  canBegin?(): boolean;
  run(): Promise<string>;
}

/** Decides which of the calls that are held goes on; `labels` has at least two. */
export type Choose = (labels: readonly string[]) => number;

interface Held {
  label: string;
  /** Calls that others had made when this one was held. */
  since: number;
  release(): void;
}

/** What the sleep of a function is called among the calls. */
const PAUSE = 'pause';

type Hold = (actor: Actor, label: string) => Promise<void>;

/** An operation, each of whose calls is held until it is its turn. */
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
    // The sweep's looks into its shards go side by side and only say what to read; each item is read after them.
    if (operation !== 'Query') await this.#hold(this, operation);
    return run(operation);
  }

  pause(): Promise<void> {
    return this.#hold(this, PAUSE);
  }
}

/**
 * Runs operations side by side and lets them make their calls to the outside one at a time, in the order that `choose`
 * says. A function between two calls sees nothing of the others, so that the order of the calls is all there is to a race.
 * With `isFair` a pause ends only when another operation has made a call meanwhile: nothing changes before.
 */
export class Turns {
  readonly #actors: Actor[];
  readonly #isFair: boolean;
  #moved = Promise.withResolvers<void>();
  #made = 0;
  /** The calls in the order in which they were made. */
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
      const chosen = ready.length === 1 ? 0 : choose(labels);
      this.#go(ready[chosen] as Actor, labels[chosen] ?? '');
    }
    return this.#actors.map(({ operation, answer }) => answer ?? `${operation.name} never began`);
  }

  #hold(actor: Actor, label: string): Promise<void> {
    if (actor.held) throw new Error(`${actor.operation.name}: two calls at once, ${actor.held.label} and ${label}`);
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

  /** Until every operation that has begun is held at a call or has ended. */
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
