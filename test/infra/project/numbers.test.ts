import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIST_REACH_MS } from '../../../functions/banking/ifthenpay/ifthenpay.ts';
import { MAX_TESTS_A_MINUTE } from '../../../functions/dashboard/settings/webhook-test.ts';
import { HORIZON_MS } from '../../../functions/events/horizon.ts';
import { EDGE_MS } from '../../../functions/finance/reconciliation/near-midnight.ts';
import { MAX_BODY_KB, MAX_REQUESTS_PER_MINUTE } from '../../../functions/http/messages.ts';
import { USE_STORED_DAYS } from '../../../functions/merchants/keys/api-key-use.ts';
import { KEYRING_READ_EVERY_MS } from '../../../functions/merchants/keys/keyring.ts';
import { MAX_OVERLAP_MS, OVERLAP_MS, ROTATION_MS } from '../../../functions/merchants/keys/overlap.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../../functions/payments/init/idempotency-key.ts';
import { STALL_LIMITS_MS } from '../../../functions/payments/stalled-delivery.ts';
import { MAX_STARTS } from '../../../functions/payments/start/start.ts';
import {
  BANK_CLOCK_MS,
  BANK_UNDECIDED_MS,
  CONFIRMATION_WINDOW_MS,
  GRACE_MS,
  NEVER_STARTED_MS,
  START_IN_FLIGHT_MS,
} from '../../../functions/payments/times.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { MAX_ORDER_ID_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import { SILENCE_MS } from '../../../functions/simulator/control/trouble.ts';
import { LEAD_MS } from '../../../functions/simulator/notify/waiting-item.ts';
import { PUSH_WINDOW_MS } from '../../../functions/simulator/payments/start.ts';
import { STORED_FOR_MS } from '../../../functions/simulator/table.ts';
import {
  ANSWER_STORED_DAYS,
  DEADLINE_MS,
  DELAYS_BEFORE_ATTEMPT_MS,
  MAX_ANSWER_BYTES,
  MAX_ATTEMPTS,
} from '../../../functions/webhooks/plan.ts';
import { TEST_EVENT_DAYS } from '../../../functions/webhooks/test-event/test-event.ts';
import { quantitiesIn } from '../../support/documents/quantities.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const SLEPT_MS = DELAYS_BEFORE_ATTEMPT_MS.filter((ms) => ms > 0 && ms < 1_000);

/** Each number that a document may name, from its constant. */
const FACTS = {
  window: [`${CONFIRMATION_WINDOW_MS} ms`],
  bankWindow: [`${PUSH_WINDOW_MS} ms`],
  grace: [`${GRACE_MS.MBWAY} ms`],
  late: [`${CONFIRMATION_WINDOW_MS + GRACE_MS.MBWAY} ms`],
  attempts: [`${MAX_ATTEMPTS} attempts`],
  delays: DELAYS_BEFORE_ATTEMPT_MS.map((ms) => `${ms} ms`),
  retries: DELAYS_BEFORE_ATTEMPT_MS.slice(1).map((ms) => `${ms} ms`),
  slept: SLEPT_MS.map((ms) => `${ms} ms`),
  queued: DELAYS_BEFORE_ATTEMPT_MS.filter((ms) => ms >= 1_000).map((ms) => `${ms} ms`),
  wait: [`${sumOf(DELAYS_BEFORE_ATTEMPT_MS)} ms`],
  unanswered: [`${sumOf(DELAYS_BEFORE_ATTEMPT_MS) + MAX_ATTEMPTS * DEADLINE_MS} ms`],
  hanging: [`${MAX_ATTEMPTS * DEADLINE_MS + sumOf(SLEPT_MS)} ms`],
  deadline: [`${DEADLINE_MS} ms`],
  overdue: [`--delay ${DEADLINE_MS + 1_000}`],
  failAll: [`--fail ${MAX_ATTEMPTS}`],
  limit: [`${MAX_REQUESTS_PER_MINUTE} a minute`],
  tests: [`${MAX_TESTS_A_MINUTE} a minute`],
  body: [`${MAX_BODY_KB} KB`],
  answer: [`${MAX_ANSWER_BYTES / 1_024} KB`],
  orderId: ['1 characters', `${MAX_ORDER_ID_CHARACTERS} characters`],
  refused: [`${MAX_STARTS} attempts`],
  call: [`${START_IN_FLIGHT_MS} ms`],
  idempotency: [`${IDEMPOTENCY_KEY_HOURS * 3_600_000} ms`],
  neverStarted: [`${NEVER_STARTED_MS} ms`],
  answerStored: [`${ANSWER_STORED_DAYS * DAY_MS} ms`],
  testStored: [`${TEST_EVENT_DAYS * DAY_MS} ms`],
  keyUse: [`${USE_STORED_DAYS * DAY_MS} ms`],
  simulated: [`${STORED_FOR_MS} ms`],
  lead: [`${LEAD_MS} ms`],
  silence: [`${SILENCE_MS} ms`],
  undecided: [`${BANK_UNDECIDED_MS} ms`],
  bankClock: [`${BANK_CLOCK_MS} ms`],
  midnight: [`${EDGE_MS} ms`],
  stalled: [`${STALL_LIMITS_MS[0]} ms`],
  requeues: STALL_LIMITS_MS.slice(1).map((ms) => `${ms} ms`),
  givenUp: [`${sumOf(STALL_LIMITS_MS)} ms`],
  overlap: [`${OVERLAP_MS} ms`],
  maxOverlap: [`${MAX_OVERLAP_MS} ms`],
  rotation: [`${ROTATION_MS} ms`],
  keyring: [`${KEYRING_READ_EVERY_MS} ms`],
  bankList: [`${LIST_REACH_MS} ms`],
  horizon: [`${HORIZON_MS} ms`],
};
type Fact = keyof typeof FACTS;

/** The specification's words, by section, and the facts that they state in this order. */
const CONTRACT: [section: string, words: string, facts: Fact[]][] = [
  ['§4.2', 'the notification was sent and that the customer has 4 minutes to confirm', ['window']],
  ['§6.4.1', 'A delivery succeeds when the endpoint answers with a 2xx status within 8 seconds.', ['deadline']],
  [
    '§6.4.2',
    'Otherwise up to 4 attempts are made: attempt 1 immediately, attempt 2 after 200 ms, attempt 3 after 1 s, attempt 4 after 5 s.',
    ['attempts', 'retries'],
  ],
  ['§6.4.3', 'After 4 failed attempts the webhook is marked as not delivered', ['attempts']],
  ['§8.1', 'Request rate on all `/api/v1/*` paths | 30 requests per minute per IP address', ['limit']],
  ['§8.3', 'Customer confirmation window for a push payment | 4 minutes', ['window']],
  ['§8.3 (the simulated bank)', 'Customer confirmation window for a push payment | 4 minutes', ['bankWindow']],
  ['§8.4', 'Webhook response time-out | 8 seconds', ['deadline']],
  ['§8.5', 'Webhook attempts | 4 (delays 0, 200 ms, 1 s, 5 s)', ['delays']],
];

test.each(CONTRACT)(
  'the constants are those of §4.2, §6.4.1, §6.4.2, §6.4.3, §8.1, §8.3, §8.4, §8.5: %s "%s"',
  (_, words, facts) => {
    expect(facts.flatMap((fact) => FACTS[fact])).toEqual(quantitiesIn(words).map(({ value }) => value));
  },
);

/** Searched everywhere: what the contract names, and what follows from it. */
const SEARCHED = new Set([
  ...CONTRACT.flatMap(([, words]) => quantitiesIn(words).map(({ value }) => value)),
  ...[6_200, 32_200, 38_200].map((ms) => `${ms} ms`),
]);
SEARCHED.delete('0 ms');

/** Of these documents every quantity is listed. */
const COMPLETE = [
  /^(README\.md|docs\/(merchants|examples|decisions\/00(08|10|13|22|32|43|49))\b)/,
  /^docs\/(api|architecture|contract|dashboard|delivery|money|reconciliation|security|simulator|tables)\.md/,
];

/** The quantities of each text, in its order; `-` is another matter. Both languages of a document share an entry. */
const PROSE: Record<string, string> = {
  'README.md': '- - - limit - - window',
  'docs/api.md': 'body orderId idempotency window horizon limit deadline retries attempts tests',
  'docs/architecture.md': '- - - - - - - - - - - - - - - - - - - - - - - idempotency keyring - -',
  'docs/contract.md': 'window deadline attempts retries attempts limit window deadline attempts delays attempts',
  'docs/dashboard.md': '- - tests - - - - - - - - -',
  'docs/delivery.md':
    'attempts delays deadline attempts answerStored testStored stalled - - stalled stalled stalled stalled requeues ' +
    'givenUp rotation rotation - - - - - - -',
  'docs/money.md': 'undecided - bankClock - - - - - bankClock',
  'docs/reconciliation.md': '- midnight midnight midnight midnight',
  'docs/security.md': '- limit answer - keyring bankList - answer answerStored - - tests attempts',
  'docs/simulator.md': '- - - - slept silence simulated - lead attempts -',
  'docs/tables.md': 'testStored answer answerStored idempotency - - keyUse - - - - - - - - - - - - -',
  'docs/merchants/go-live.md': 'call limit - overlap maxOverlap rotation',
  'docs/merchants/quick-start.md': '- - window window',
  'docs/merchants/receive-webhooks.md':
    'deadline - - - - attempts retries wait unanswered rotation - - attempts wait - - deadline -',
  'docs/merchants/recover.md': 'horizon - -',
  'docs/merchants/take-payments.md': 'window idempotency neverStarted refused window call',
  'docs/merchants/test.md': '- - window - - overdue deadline attempts failAll',
  'docs/examples/listen.mjs': '- horizon',
  'docs/examples/shop/README.md': '- - -',
  'docs/examples/shop/checkout.mjs': '- limit -',
  'docs/examples/shop/orders.mjs': '-',
  'docs/examples/shop/page/shop.js': 'window late window',
  'docs/examples/shop/payments.mjs': 'idempotency',
  'docs/decisions/0008-claim-and-ask.md': '- call call call',
  'docs/decisions/0010-expiry.md': 'grace - undecided window neverStarted -',
  'docs/decisions/0013-retry-schedule.md': 'delays slept queued deadline - slept - - givenUp deadline',
  'docs/decisions/0022-webhook-secret.md': 'rotation slept',
  'docs/decisions/0029-poll-while-waiting.md': 'deadline deadline hanging attempts deadline slept deadline',
  'docs/decisions/0031-movable-clock.md': 'deadline window',
  'docs/decisions/0032-api-key-rotation.md': '- maxOverlap overlap - -',
  'docs/decisions/0039-nightly-audit.md': '-',
  'docs/decisions/0043-idempotency-key.md': 'idempotency - -',
  'docs/decisions/0045-webhook-addresses.md': '- -',
  'docs/decisions/0046-reading-answers.md': 'deadline attempts',
  'docs/decisions/0048-apis-on-aws.md': 'limit',
  'docs/decisions/0049-events-feed.md': 'horizon -',
  'docs/deploying.md': 'retries',
  'docs/figures.md': '- - -',
  'functions/finance/audit/audit.handler.ts': '-',
  'functions/runtime/http-connections.ts': '-',
  'functions/simulator/payments/amounts.ts': '- - -',
  'functions/simulator/payments/customers.ts': '- - -',
  'lib/local/mappings/stream.ts': '-',
};

/** By name; no value for another matter. */
function expectedIn(path: string): [name: string, value?: string][] {
  const names = PROSE[path.replace('/merchants/pt/', '/merchants/')]?.split(' ') ?? [];
  return names.flatMap((name): [string, string?][] =>
    name === '-' ? [[name]] : FACTS[name as Fact].map((value) => [name, value]),
  );
}

/** The quantities that are not as listed. After the first that is missing or new, all that follow are named too. */
function faultsIn(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/<!-- generated: .*?<!-- end -->/gs, '');
  const found = quantitiesIn(text).filter(
    ({ value }) => COMPLETE.some((paths) => paths.test(path)) || SEARCHED.has(value),
  );
  const expected = expectedIn(path);
  return Array.from({ length: Math.max(found.length, expected.length) }, (_, index) => {
    const [[name, value] = ['not listed'], is] = [expected[index], found[index]];
    const isRight = index < expected.length && is && (value ?? is.value) === is.value;
    return isRight ? [] : `${path}: ${name} ${value ?? ''}: ${is ? `"${is.context}"` : 'missing'}`;
  }).flat();
}

test('numbers in documents, examples and code are those of the constants', () => {
  // Generated documents (`llms.txt`, `openapi.json`, the marked parts of others) are compared with the code elsewhere.
  const files = globSync(
    ['README.md', 'docs/**/*.{md,mjs,js,html,sh,py,php,cs,java}', '{bin,functions,lib,dashboard/src}/**/*.{ts,tsx}'],
    { cwd: ROOT },
  ).sort();
  const listed = Object.values(PROSE).join(' ').split(' ');
  const held = listed.filter((name) => name !== '-').length;
  console.log(`${files.length} texts; ${held} numbers from constants, ${listed.length - held} others`);
  expect(files.flatMap(faultsIn)).toEqual([]);
  expect(Object.keys(PROSE).filter((path) => !files.includes(path))).toEqual([]);
});
