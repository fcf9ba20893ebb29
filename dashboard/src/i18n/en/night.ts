import type { NightResult } from '../../../../functions/finance/night/night-result.ts';

export const night = {
  title: 'Compared with the bank',
  describe: 'The last three days are compared each night with the payments that the bank lists.',
  none: 'No day has been compared yet.',
  day: 'Day',
  account: 'Bank account',
  state: 'Result',
  ours: 'Our records',
  listed: 'Bank’s list',
  difference: 'Difference',
  remains: 'Differences left',
  again: 'Compare again',
  marked: 'Queued: compared within 15 minutes',
  at: (time: string) => `Compared ${time}`,
  recorded: (count: string) => `Missing payments recorded: ${count}`,
  states: {
    begun: 'In progress',
    compared: 'Compared',
    'no-list': 'No list: upload the bank’s file',
    'not-asked': 'List not available: tried again for seven nights',
    failed: 'Incomplete: tried again for seven nights',
  } satisfies Record<NightResult['state'], string>,
  of: {
    ours: (count: string) => `not in the bank’s list: ${count}`,
    listed: (count: string) => `listed without a readable amount: ${count}`,
  },
  more: (count: string) => `Differences left in total: ${count}`,
};
