import * as z from 'zod/mini';
import { newTally, tally } from './tally.ts';

/** The key at which the next page of a query begins. */
export const startKey = z.record(z.string(), z.union([z.object({ S: z.string() }), z.object({ N: z.string() })]));
export type StartKey = z.infer<typeof startKey>;

const sum = z.object({ count: z.int(), cents: z.int() });

/** How far one merchant's day has been read. */
const merchantPosition = z.object({
  merchantId: z.string(),
  /** `strong`: the totals differed, and everything is read again, strongly, before that is reported. */
  pass: z.enum(['first', 'strong']),
  rounds: z.int(),
  /** Index in `SOURCES`, and where in it the next page begins. */
  source: z.int(),
  after: z.nullable(startKey),
  /** Of the day, added up so far. */
  figures: z.record(z.string(), sum),
  unreadable: z.array(z.string()),
  /** The counter's before the strong pass. */
  version: z.int(),
});
export type MerchantPosition = z.infer<typeof merchantPosition>;

/** The audit of one Lisbon day: how far it is and what it has found. */
export const auditState = z.object({
  day: z.string(),
  startedAt: z.int(),
  finishedAt: z.nullable(z.int()),
  phase: z.enum(['merchants', 'due', 'done']),
  /** The last merchant that is done; merchants are audited in the order of their ids. */
  lastMerchantId: z.string(),
  position: z.nullable(merchantPosition),
  shard: z.int(),
  dueAfter: z.nullable(startKey),
  tally,
});
export type AuditState = z.infer<typeof auditState>;

/** The state of an audit that begins. */
export function newState(day: string, nowMs: number): AuditState {
  return {
    day,
    startedAt: nowMs,
    finishedAt: null,
    phase: 'merchants',
    lastMerchantId: '',
    position: null,
    shard: 0,
    dueAfter: null,
    tally: newTally(),
  };
}

/** Where a pass over a merchant's day begins. */
export function startOf(
  merchantId: string,
  pass: MerchantPosition['pass'] = 'first',
  rounds = 0,
  version = 0,
): MerchantPosition {
  return {
    merchantId,
    pass,
    rounds,
    source: 0,
    after: null,
    figures: {},
    unreadable: [],
    version,
  };
}
