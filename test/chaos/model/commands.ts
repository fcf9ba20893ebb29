import fc from 'fast-check';
import { PAYMENT_METHODS } from '../../../functions/banking/bank.ts';
import { MANNERS } from '../world/bank.ts';
import type { Model } from './model.ts';
import { type ModelWorld, SERVER_MOODS, turnShop } from './model-world.ts';
import { init, start, status, trespass } from './steps-api.ts';
import { DECISIONS, decide, deliverNotice, FORGERIES, forge } from './steps-bank.ts';
import { advance, type DeliverFacts, deliver, relay, sweep } from './steps-time.ts';

type Command = fc.AsyncCommand<Model, ModelWorld>;

/** A command whose facts are drawn, and shrunk, by `facts`. */
function command<Facts>(
  name: string,
  facts: fc.Arbitrary<Facts>,
  run: (model: Model, world: ModelWorld, facts: Facts) => unknown,
  canRun: (model: Model) => boolean = () => true,
): fc.Arbitrary<Command> {
  return facts.map((drawn) => ({
    check: (model) => canRun(model),
    run: async (model, world) => void (await run(model, world, drawn)),
    toString: () => `${name}(${JSON.stringify(drawn)})`,
  }));
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
// Around the ends that the rules know: 30 s in flight, the window of 4 min, its grace, stalled deliveries, days.
const JUMPS_MS = [SECOND_MS, 10 * SECOND_MS, 31 * SECOND_MS, 3 * MINUTE_MS, 5 * MINUTE_MS + SECOND_MS, 30 * MINUTE_MS];
const LONG_JUMPS_MS = [DAY_MS, 3 * DAY_MS, 6 * DAY_MS, 31 * DAY_MS];

const some = fc.nat({ max: 50 });
const mostly = fc.nat({ max: 3 }).map((number) => number > 0);
const rarely = fc.nat({ max: 5 }).map((number) => number === 0);
// The calls of a function pass some ten points; most invocations live.
const cut = fc.oneof(
  { weight: 9, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 14 }) },
);
const manner = fc.oneof(
  { weight: 10, arbitrary: fc.constant('good' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...MANNERS) },
);
const phone = fc.constantFrom('912345678', '923456789');
const method = fc.constantFrom(...PAYMENT_METHODS);
const shop = fc.nat({ max: 1 });
const cents = fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 2_000 }));

const hasPayment = ({ payments }: Model) => payments.length > 0;
const hasStart = ({ payments }: Model) => payments.some(({ requests }) => requests.length > 0);
const hasNotice = ({ notices }: Model) => notices.length > 0;

const STARTS = command('start', fc.record({ payment: some, method, phone, manner, cut }), start, hasPayment);
const DECIDES = command(
  'decide',
  fc.record({ started: some, decision: fc.constantFrom('approve', ...DECISIONS), isNoticed: mostly }),
  decide,
  hasStart,
);
const NOTICES = command('notice', fc.record({ notice: some, isKept: rarely, cut }), deliverNotice, hasNotice);
const SWEEPS = command('sweep', fc.record({ cut }), sweep, hasPayment);
const RELAYS = command('relay', fc.record({ cut, isRepeated: rarely }), relay, hasStart);
const DELIVERS = command(
  'deliver',
  fc.record({
    queue: fc.constantFrom('deliveries', 'retries'),
    cut,
    isReversed: fc.boolean(),
    isRepeated: rarely,
    isRelayed: mostly,
  }),
  relayAndDeliver,
  hasStart,
);

const created = fc.record({ shop, cents, order: fc.nat({ max: 3 }) });

/** The payments a sequence begins with, since without any there is nothing to do. */
export const OPENING = fc.array(created, { minLength: 1, maxLength: 2 });

const ADVANCES = command('advance', fc.record({ ms: fc.constantFrom(...JUMPS_MS), isNoticed: fc.boolean() }), advance);

export const COMMANDS: fc.Arbitrary<Command>[] = [
  ...times(6, STARTS),
  ...times(5, DECIDES),
  ...times(4, NOTICES),
  ...times(2, SWEEPS),
  ...times(2, RELAYS),
  ...times(3, DELIVERS),
  ...times(3, ADVANCES),
  command('advance', fc.record({ ms: fc.constantFrom(...LONG_JUMPS_MS), isNoticed: fc.boolean() }), advance),
  command('init', created, init, ({ payments }) => payments.length < 5),
  command('status', fc.record({ payment: some, isStranger: rarely }), status, hasPayment),
  command('trespass', fc.record({ payment: some, method }), trespass, hasPayment),
  command('drop', fc.record({ notice: some }), dropNotice, hasNotice),
  command('forge', fc.record({ forgery: fc.constantFrom(...FORGERIES), which: some }), forge, hasPayment),
  command('bank', fc.record({ isAnswering: fc.boolean() }), (_, { bank }, facts) => Object.assign(bank, facts)),
  command('shop', fc.record({ shop, mood: fc.constantFrom(...SERVER_MOODS), isOn: fc.boolean() }), (_, world, facts) =>
    turnShop(world, facts),
  ),
];

/** Each command is drawn as often as it is in the list. */
function times(count: number, drawn: fc.Arbitrary<Command>): fc.Arbitrary<Command>[] {
  return Array.from({ length: count }, () => drawn);
}

/** A notice that never comes, though the bank sent it. */
function dropNotice(model: Model, _: ModelWorld, { notice }: { notice: number }): void {
  model.notices.splice(notice % model.notices.length, 1);
}

/** A delivery step, mostly after the relay has handed over what there is. */
async function relayAndDeliver(model: Model, world: ModelWorld, facts: DeliverFacts & { isRelayed: boolean }) {
  if (facts.isRelayed) await relay(model, world, { cut: undefined, isRepeated: false });
  await deliver(model, world, facts);
}
