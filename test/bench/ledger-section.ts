import { BOOKS_BUDGET, PAYMENT_BUDGET, paymentLedger } from './ledger.ts';
import { type MeteredCall, total } from './metered-call.ts';
import type { Figure, Section } from './report.ts';

/** What one MB WAY payment costs, call by call. */
export async function ledgerSection(): Promise<Section> {
  const { calls, sums, books } = await paymentLedger();
  return {
    title: 'Ledger of one MB WAY payment: init, mbway, notification, three polls, one webhook',
    columns: ['W', 'R', 'sends'],
    figures: [
      ...grouped(calls).map(line),
      {
        name: 'write units',
        values: [`${sums.writeUnits}`, '', ''],
        ...judged(sums.writeUnits, PAYMENT_BUDGET.writeUnits),
      },
      {
        name: 'read units',
        values: ['', `${sums.readUnits}`, ''],
        ...judged(sums.readUnits, PAYMENT_BUDGET.readUnits),
      },
      {
        name: 'SQS sends',
        values: ['', '', `${sums.queueSends}`],
        ...judged(sums.queueSends, PAYMENT_BUDGET.queueSends),
      },
      ...grouped(books.calls).map(line),
      {
        name: 'write units of its books, after it',
        values: [`${books.sums.writeUnits}`, '', ''],
        ...judged(books.sums.writeUnits, BOOKS_BUDGET.writeUnits),
      },
    ],
    notes: [
      'As the embedded engine reports them. Not in it: SQS receives and deletes and stream reads (made by Lambda, not by',
      "the functions), the sweep (4 read units a minute, whatever the number of payments), and an address's first request ever (1 W).",
    ],
  };
}

function judged(figure: number, budget: number): Pick<Figure, 'budget' | 'within'> {
  return { budget: `≤ ${budget}`, within: figure <= budget };
}

interface Group {
  name: string;
  calls: MeteredCall[];
}

/** Calls of the same function that do and cost the same, together; in order of the first of each. */
function grouped(calls: readonly MeteredCall[]): Group[] {
  const groups = new Map<string, MeteredCall[]>();
  for (const call of calls) {
    const name = nameOf(call);
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return [...groups].map(([name, members]) => ({ name, calls: members }));
}

function nameOf({ functionName, operation, target, places, remark }: MeteredCall): string {
  const fn = functionName.replace(/^payment-service-dev-/, '');
  const resource = target
    .replace(/-[0-9a-f]{8}$/, '')
    .replace(/.*-/, '')
    .replace(/[0-9A-F]{8}$/, '');
  const indexes = places.filter(({ place }) => place !== 'table').map(({ place }) => place);
  return [fn, operation, [resource, ...indexes].join('+'), remark && `(${remark})`].filter(Boolean).join('  ');
}

function line({ name, calls }: Group): Figure {
  const sum = (pick: (call: MeteredCall) => number) => total(calls.map(pick));
  const values = [
    sum(({ writeUnits }) => writeUnits),
    sum(({ readUnits }) => readUnits),
    sum(({ queueSends }) => queueSends),
  ];
  return { name: `${calls.length} × ${name}`, values: values.map((value) => (value === 0 ? '' : `${value}`)) };
}
