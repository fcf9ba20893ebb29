import fc from 'fast-check';
import { PAYMENT_METHODS } from '../../../functions/banking/bank.ts';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { Model } from './model.ts';
import { type ModelWorld, SERVER_MOODS, turnShop } from './model-world.ts';
import { BEHAVIOURS } from './rules.ts';
import { init, start, status, trespass } from './steps-api.ts';
import { DECISIONS, decide, deliverNotification, FORGERIES, forge } from './steps-bank.ts';
import { advance, type DeliverFacts, deliver, relay, sweep } from './steps-time.ts';

type Command = fc.AsyncCommand<Model, ModelWorld>;

/** A command. fast-check draws and shrinks its parameters by `facts`. */
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
// Around the limits of the rules: 30 s in flight, the 4 minute window, its grace, stalled deliveries, days.
const JUMPS_MS = [SECOND_MS, 10 * SECOND_MS, 31 * SECOND_MS, 3 * MINUTE_MS, 5 * MINUTE_MS + SECOND_MS, 30 * MINUTE_MS];
const LONG_JUMPS_MS = [DAY_MS, 3 * DAY_MS, 6 * DAY_MS, 31 * DAY_MS];

const some = fc.nat({ max: 50 });
const mostly = fc.nat({ max: 3 }).map((number) => number > 0);
const rarely = fc.nat({ max: 5 }).map((number) => number === 0);
// A function's calls pass some ten points. Most invocations do not crash.
const cut = fc.oneof(
  { weight: 9, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 14 }) },
);
const behaviour = fc.oneof(
  { weight: 10, arbitrary: fc.constant('good' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...BEHAVIOURS) },
);
const phone = fc.constantFrom('912345678', '923456789');
const method = fc.constantFrom(...PAYMENT_METHODS);
const shop = fc.nat({ max: 1 });
const cents = fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 2_000 }));

const hasPayment = ({ payments }: Model) => payments.length > 0;
const hasStart = ({ payments }: Model) => payments.some(({ requests }) => requests.length > 0);
const hasNotification = ({ notifications }: Model) => notifications.length > 0;

const STARTS = command('start', fc.record({ payment: some, method, phone, behaviour, cut }), start, hasPayment);
const DECIDES = command(
  'decide',
  fc.record({ started: some, decision: fc.constantFrom('approve', ...DECISIONS), isNotified: mostly }),
  decide,
  hasStart,
);
const NOTIFICATIONS = command(
  'notification',
  fc.record({ notification: some, isRepeated: rarely, cut }),
  deliverNotification,
  hasNotification,
);
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

/** The payments a sequence begins with. */
export const OPENING = fc.array(created, { minLength: 1, maxLength: 2 });

const ADVANCES = command('advance', fc.record({ ms: fc.constantFrom(...JUMPS_MS), isNotified: fc.boolean() }), advance);

export const COMMANDS: fc.Arbitrary<Command>[] = [
  ...times(6, STARTS),
  ...times(5, DECIDES),
  ...times(4, NOTIFICATIONS),
  ...times(2, SWEEPS),
  ...times(2, RELAYS),
  ...times(3, DELIVERS),
  ...times(3, ADVANCES),
  command('advance', fc.record({ ms: fc.constantFrom(...LONG_JUMPS_MS), isNotified: fc.boolean() }), advance),
  command('init', created, init, ({ payments }) => payments.length < 5),
  command('status', fc.record({ payment: some, isStranger: rarely }), status, hasPayment),
  command('trespass', fc.record({ payment: some, method }), trespass, hasPayment),
  command('drop', fc.record({ notification: some }), dropNotification, hasNotification),
  command('forge', fc.record({ forgery: fc.constantFrom(...FORGERIES), which: some }), forge, hasPayment),
  command('bank', fc.record({ isAnswering: fc.boolean() }), (_, { bank }, { isAnswering }) => {
    bank.outageUntilMs = isAnswering ? 0 : Number.POSITIVE_INFINITY;
  }),
  command('shop', fc.record({ shop, mood: fc.constantFrom(...SERVER_MOODS), isOn: fc.boolean() }), (_, world, facts) =>
    turnShop(world, facts),
  ),
];

/** Repeats a command in the list: fast-check draws it that much more often. */
function times(count: number, drawn: fc.Arbitrary<Command>): fc.Arbitrary<Command>[] {
  return Array.from({ length: count }, () => drawn);
}

/** Loses a notification of the bank. */
function dropNotification(model: Model, _: ModelWorld, { notification }: { notification: number }): void {
  model.notifications.splice(notification % model.notifications.length, 1);
}

/** A delivery step, usually after a relay step. */
async function relayAndDeliver(model: Model, world: ModelWorld, facts: DeliverFacts & { isRelayed: boolean }) {
  if (facts.isRelayed) await relay(model, world, { cut: undefined, isRepeated: false });
  await deliver(model, world, facts);
}
