import * as z from 'zod';
import { isoTime } from '../../runtime/clock.ts';
import type { Answer } from '../sibs/refusal.ts';
import type { WebRequest } from '../web.ts';
import { bodyOf, type ControlDependencies } from './control-request.ts';
import { TROUBLES } from './trouble.ts';
import { makeTrouble, readTrouble, type TroubleItem } from './trouble-item.ts';

const DAY_S = 86_400;

const troubleRequest = z.union([
  z.object({ trouble: z.literal('none') }),
  z.object({
    trouble: z.enum(TROUBLES),
    seconds: z.int().positive().max(DAY_S).default(DAY_S),
    calls: z.int().positive().optional(),
  }),
]);

const PROBLEM =
  'the body must be {"trouble": T, "seconds": 30} or {"trouble": T, "calls": 1}, ' +
  `T one of none, ${TROUBLES.join(', ')}`;

/** Starts a trouble of all calls to the bank, for a time, or for a number of calls within a day. */
export async function startTrouble(request: WebRequest, { table, clock }: ControlDependencies): Promise<Answer> {
  const requested = bodyOf(request, troubleRequest, PROBLEM);
  const nowMs = clock();
  if (requested.trouble === 'none') {
    await makeTrouble(table, { trouble: 'unavailable', untilMs: nowMs });
    return shown(undefined);
  }
  const item = { trouble: requested.trouble, untilMs: nowMs + requested.seconds * 1000, callsLeft: requested.calls };
  await makeTrouble(table, item);
  return shown(item);
}

export async function showTrouble(_request: WebRequest, { table, clock }: ControlDependencies): Promise<Answer> {
  return shown(await readTrouble(table, clock()));
}

function shown(item: TroubleItem | undefined): Answer {
  if (!item) return { httpStatus: 200, body: { trouble: 'none' } };
  const { trouble, untilMs, callsLeft } = item;
  return {
    httpStatus: 200,
    body: { trouble, until: isoTime(untilMs), ...(callsLeft === undefined ? {} : { calls: callsLeft }) },
  };
}
