import { notification } from '../../../functions/payments/settle/notification.ts';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { Manner } from '../../bank/bank.ts';
import { TRANSACTION_ID } from '../../rig/transactions.ts';
import { notificationEvent } from '../world/bank-notifications.ts';
import { isStarted } from '../world/customers.ts';
import type { RaceWorld } from '../world/race-world.ts';
import { readStored } from '../world/stored.ts';
import type { Operation } from './turns.ts';

export interface Race {
  name: string;
  /** How the bank reacts to the racing starts. */
  manner?: Manner;
  /** Prepares the transaction. */
  before?(rig: RaceWorld): Promise<void>;
  operations(rig: RaceWorld): Operation[];
}

const PHONE = '912345678';
const OTHER_PHONE = '923456789';
/** The 4 minutes of §8, the grace of a minute, and a second. */
const PAST_WINDOW_MS = 5 * MINUTE_MS + 1_000;

const mbway =
  (name: string, phone: string) =>
  ({ calls }: RaceWorld): Operation => ({
    name,
    run: async () => answerOf(await calls.mbway(TRANSACTION_ID, phone)),
  });

const multibanco = ({ calls }: RaceWorld): Operation => ({
  name: 'multibanco',
  run: async () => answerOf(await calls.multibanco(TRANSACTION_ID)),
});

const answerOf = ({ statusCode, text }: { statusCode: number; text: string }) => `${statusCode} ${text}`;

type Word = 'Success' | 'Declined' | 'Timeout';

/** A notification about the first start that the bank has accepted or refused. It waits for that start. */
const bankNotifies =
  (name: string, status: Word) =>
  ({ banking, customers }: RaceWorld): Operation => {
    const subject = () => customers.of(TRANSACTION_ID).find((each) => isStarted(each) || each.start.refusal)?.start;
    return {
      name,
      canBegin: () => subject() !== undefined,
      run: async () => {
        const start = subject();
        if (!start) throw new Error('nothing was started');
        const { bankId, method, orderId: merchantTransactionId } = start;
        const operationId = status === 'Success' ? { operationId: `op-${name}` } : {};
        const facts = { merchantTransactionId, bankId, method, status, notificationId: name, ...operationId };
        const { statusCode } = await notification(banking)(notificationEvent(facts));
        return `${statusCode}`;
      },
    };
  };

const expiry = ({ banking }: RaceWorld): Operation => ({
  name: 'sweep',
  run: async () => {
    const recoverDelivery = () => Promise.reject(new Error('no delivery is stalled'));
    const { failed } = await sweep({ ...banking, recoverDelivery })(Number.POSITIVE_INFINITY);
    return `${failed} failed`;
  },
});

/** A push whose window has passed, and which the bank reports as `state`. */
const overdue = (state: 'timed-out' | 'paid') => async (race: RaceWorld) => {
  await pushed(race);
  race.time.nowMs += PAST_WINDOW_MS;
  if (state === 'paid') for (const customer of race.customers.of(TRANSACTION_ID)) race.customers.pay(customer);
};

const pushed = async ({ calls }: RaceWorld) => void (await calls.mbway(TRANSACTION_ID, PHONE));

/** The push was declined, and the merchant notified. */
const declined = async (race: RaceWorld) => {
  await pushed(race);
  await bankNotifies('no', 'Declined')(race).run();
};

const refusedBefore = async ({ calls, bank, own }: RaceWorld) => {
  bank.manner = 'refused';
  await calls.mbway(TRANSACTION_ID, OTHER_PHONE);
  if ((await readStored(own, TRANSACTION_ID))?.transaction?.attempts[0]?.state !== 'ended')
    throw new Error('the refusal is not recorded');
};

const leftUnknown = async ({ calls, bank, time }: RaceWorld) => {
  bank.manner = 'lost-before';
  await calls.mbway(TRANSACTION_ID, PHONE);
  time.nowMs += PAST_WINDOW_MS;
};

const all =
  (...makers: ((rig: RaceWorld) => Operation)[]) =>
  (rig: RaceWorld) =>
    makers.map((make) => make(rig));

const PUSH = mbway('mbway', PHONE);

export const RACES: readonly Race[] = [
  { name: 'two pushes to the same phone', operations: all(PUSH, mbway('mbway again', PHONE)) },
  { name: 'pushes to two phones', operations: all(PUSH, mbway('other phone', OTHER_PHONE)) },
  { name: 'a push and a reference', operations: all(PUSH, multibanco) },
  {
    name: 'the same reference twice',
    operations: all(multibanco, (rig) => ({ ...multibanco(rig), name: 'again' })),
  },
  {
    name: 'two pushes to a phone without MB WAY',
    manner: 'refused',
    operations: all(PUSH, mbway('again', PHONE)),
  },
  { name: 'a push whose answer is lost, and a reference', manner: 'lost', operations: all(PUSH, multibanco) },
  {
    name: 'two pushes after one that never went out',
    before: leftUnknown,
    operations: all(PUSH, mbway('other', OTHER_PHONE)),
  },
  {
    name: 'payment notified and expiry',
    before: overdue('timed-out'),
    operations: all(bankNotifies('paid', 'Success'), expiry),
  },
  {
    name: 'payment notified and found by the sweep',
    before: overdue('paid'),
    operations: all(bankNotifies('paid', 'Success'), expiry),
  },
  {
    name: 'expiry notified and expiry',
    before: overdue('timed-out'),
    operations: all(bankNotifies('over', 'Timeout'), expiry),
  },
  {
    name: 'refusal notified and expiry',
    before: overdue('timed-out'),
    operations: all(bankNotifies('no', 'Declined'), expiry),
  },
  {
    name: 'two sweeps',
    before: overdue('timed-out'),
    operations: all(expiry, (rig) => ({ ...expiry(rig), name: 'second' })),
  },
  { name: 'sweep and a push where none went out', before: leftUnknown, operations: all(PUSH, expiry) },
  {
    name: 'paid notified twice, as two payments',
    before: pushed,
    operations: all(bankNotifies('paid', 'Success'), bankNotifies('twice', 'Success')),
  },
  {
    name: 'declined and paid',
    before: pushed,
    operations: all(bankNotifies('no', 'Declined'), bankNotifies('paid', 'Success')),
  },
  {
    name: 'a late payment notified twice, as two payments',
    before: declined,
    operations: all(bankNotifies('paid', 'Success'), bankNotifies('twice', 'Success')),
  },
  { name: 'a push and its payment', operations: all(PUSH, bankNotifies('paid', 'Success')) },
  { name: 'a push and its refusal', operations: all(PUSH, bankNotifies('no', 'Declined')) },
  {
    name: 'a push whose answer is lost, and its payment',
    manner: 'lost',
    operations: all(PUSH, bankNotifies('paid', 'Success')),
  },
  {
    name: 'a refused push and a notification of its payment',
    manner: 'refused',
    operations: all(PUSH, bankNotifies('paid', 'Success')),
  },
  { name: 'a reference and its payment', operations: all(multibanco, bankNotifies('paid', 'Success')) },
  {
    name: 'a push and a payment of the refused one before',
    before: refusedBefore,
    operations: all(PUSH, bankNotifies('paid', 'Success')),
  },
  {
    name: 'a push and a refusal of the refused one before',
    before: refusedBefore,
    operations: all(PUSH, bankNotifies('no', 'Declined')),
  },
  {
    name: 'a reference and a payment of the refused push before',
    before: refusedBefore,
    operations: all(multibanco, bankNotifies('paid', 'Success')),
  },
  {
    name: 'a push, a reference and the payment of either',
    operations: all(PUSH, multibanco, bankNotifies('paid', 'Success')),
  },
];

/** Of `npm test`: claims of a start, and money beside a start, an expiry and a refusal. */
export const FIRST_RACES = RACES.filter(({ name }) =>
  [
    'pushes to two phones',
    'a push and a reference',
    'payment notified and expiry',
    'paid notified twice, as two payments',
    'declined and paid',
    'a push and its payment',
  ].includes(name),
);

/** Races in which one start waits for the record of another. */
export const STARTS = RACES.slice(0, 6);
