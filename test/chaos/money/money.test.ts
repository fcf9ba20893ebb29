import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureText, figuresText } from './figures.ts';
import { judge } from './ledger.ts';
import { type MoneyEngine, startMoneyEngine } from './money-service.ts';
import { NAMED } from './named.ts';
import { play } from './play.ts';
import { runSchedules } from './run.ts';

/** Needs the embedded table. More of them by `npm run model -- --schedules 20000`. */

const SEED = 20_261_122;
const PARTS = 5;
const PART = 50;

describe('what the customer paid and the bank reported is on record, to the cent', () => {
  let engine: MoneyEngine;
  beforeAll(async () => {
    engine = await startMoneyEngine();
  });
  afterAll(() => engine.stop());

  test.each(Object.entries(NAMED))('%s', async (_, schedule) => {
    expect(judge(await play(engine, schedule)).problems.join('\n')).toBe('');
  });
});

test.each(Array.from({ length: PARTS }, (_, part) => part * PART))(
  `${PART} schedules of payments from number %i are on record as the customer paid them`,
  {
    timeout: 120_000,
  },
  async (from) => {
    const { counts, failures } = await runSchedules({ schedules: PART, seed: SEED, from });
    console.log(figuresText(counts));
    expect(failures.map(failureText).join('\n\n')).toBe('');
    expect(counts.schedules).toBe(PART);
  },
);
