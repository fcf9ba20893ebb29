import { describe, expect } from 'vitest';
import { client, test } from '../../rig/engine.ts';
import { judge } from './ledger.ts';
import { NAMED } from './named.ts';
import { play } from './play.ts';

describe('what the customer paid and the bank reported is on record, to the cent', () => {
  test.for(Object.entries(NAMED))('%s', async ([, schedule]) => {
    expect(judge(await play({ client }, schedule)).problems.join('\n')).toBe('');
  });
});
