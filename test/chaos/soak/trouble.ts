import { CallTrace } from '../world/call-trace.ts';
import { FAULT_KINDS, type FaultKind } from '../world/fault-proxy.ts';
import type { Reply } from '../world/hook.ts';
import { seededRandom } from '../world/seeded.ts';
import type { World } from '../world/world.ts';

/** Rates of the random faults. */
export const RATES = {
  /** Share of requests to table, queues, secrets and bank, and of POSTs that would be answered 200. */
  fault: 0.01,
  /** Share of the points before and after each such call at which the invocation crashes. */
  crash: 0.002,
  /** Share of the same points at which every invocation crashes. */
  restart: 0.000_2,
  /** Shares of batches of stream records or messages that are lost, or passed to two consumers at the same time. */
  lost: 0.003,
  twice: 0.01,
} as const;

const POST_REPLIES: readonly Reply[] = [500, 'reset', 'truncated'];

/** The faults of a soak, drawn by a seed, and their counts. */
export class Trouble {
  readonly #random: () => number;
  restarts = 0;
  postFaults = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** For the proxies of table, queues, secrets and bank. */
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

  /** A trace that kills invocations at random, and sometimes all of them with their caches. */
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
