import { CallTrace } from '../world/call-trace.ts';
import { FAULT_KINDS, type FaultKind } from '../world/fault-proxy.ts';
import type { Reply } from '../world/hook.ts';
import { seededRandom } from '../world/seeded.ts';
import type { World } from '../world/world.ts';

/** How often what goes wrong by chance. */
export const RATES = {
  /** Of requests to table, queues, secrets and bank, and of POSTs that would be answered 200. */
  fault: 0.01,
  /** Of the points before and after each such call: the invocation dies. */
  crash: 0.002,
  /** Of the same points: everything dies. */
  restart: 0.000_2,
  /** Of batches of stream records or messages: gone without a trace, or handed to two consumers at once. */
  lost: 0.003,
  twice: 0.01,
} as const;

const POST_REPLIES: readonly Reply[] = [500, 'reset', 'truncated'];

/** What goes wrong in a soak, drawn from a seed, and how often it did. */
export class Trouble {
  readonly #random: () => number;
  restarts = 0;
  postFaults = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** For the proxies before table, queues, secrets and bank. */
  readonly requestFault = (): FaultKind | undefined =>
    this.#random() < RATES.fault ? this.#oneOf(FAULT_KINDS) : undefined;

  /** For a POST at the merchant. */
  readonly postFault = (): Reply | undefined => {
    if (this.#random() >= RATES.fault) return undefined;
    this.postFaults += 1;
    return this.#oneOf(POST_REPLIES);
  };

  /** For a batch. */
  readonly fault = (): 'lost' | 'twice' | undefined => {
    const draw = this.#random();
    return draw < RATES.lost ? 'lost' : draw < RATES.lost + RATES.twice ? 'twice' : undefined;
  };

  /** The trace that kills invocations by chance, now and then all of them with all that they remember. */
  trace(world: World): CallTrace {
    const isFatal = () => {
      const draw = this.#random();
      if (draw < RATES.restart) {
        this.restarts += 1;
        for (const invocation of world.state.running) invocation.die();
        world.state.environments.clear();
      }
      return draw < RATES.restart + RATES.crash;
    };
    return new CallTrace(isFatal, false);
  }

  #oneOf<Kind>(kinds: readonly Kind[]): Kind {
    return kinds[Math.floor(this.#random() * kinds.length)] as Kind;
  }
}
