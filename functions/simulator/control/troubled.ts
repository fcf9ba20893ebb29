import type { Clock } from '../../runtime/clock.ts';
import { type Answer, badGateway, Refusal, refusal, tooMany, unauthorized } from '../sibs/refusal.ts';
import type { Table } from '../table.ts';
import type { WebRequest } from '../web.ts';
import { SILENCE_MS, type Trouble } from './trouble.ts';
import { consumeTrouble } from './trouble-item.ts';

export type Sleep = (delayMs: number) => Promise<unknown>;

/** Applies a trouble to a call: instead of its effect, or to its response after the effect. */
export async function playTrouble(
  trouble: Trouble | undefined,
  sleep: Sleep,
  call: () => Promise<Answer>,
): Promise<Answer> {
  switch (trouble) {
    case undefined:
      return call();
    case 'unavailable':
      throw refusal('unavailable');
    case 'too-many':
      throw tooMany();
    case 'unauthorized':
      throw unauthorized('The token is not valid.');
    case 'html':
      throw badGateway();
    case 'business-error':
      throw refusal('business-error');
    case 'lost-answer': {
      const answer = await call();
      await sleep(SILENCE_MS);
      return answer;
    }
    case 'late-html':
      await call();
      throw badGateway();
    default:
      throw new Refusal({ httpStatus: 500, body: { unknownTrouble: trouble satisfies never } }, 'unknown trouble');
  }
}

export interface TroubledDependencies {
  table: Table;
  clock: Clock;
  sleep: Sleep;
}

/** Wraps an endpoint of the bank with the current trouble of all calls. */
export function troubled(
  endpoint: (request: WebRequest) => Promise<Answer>,
  { table, clock, sleep }: TroubledDependencies,
): (request: WebRequest) => Promise<Answer> {
  return async (request) => playTrouble(await consumeTrouble(table, clock()), sleep, () => endpoint(request));
}
