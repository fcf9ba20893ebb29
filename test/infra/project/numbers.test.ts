import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECRET_FRESH_MS } from '../../../functions/banking/bank-accounts.ts';
import { LIST_REACH_MS } from '../../../functions/banking/ifthenpay/ifthenpay.ts';
import { TIME_TOLERANCE_MS } from '../../../functions/banking/movement.ts';
import { START_TIMEOUT_MS } from '../../../functions/banking/sibs/sibs.ts';
import { MAX_TESTS_A_MINUTE } from '../../../functions/dashboard/settings/webhook-test.ts';
import { PAUSES_MS } from '../../../functions/dynamo/conditional-write.ts';
import { READY_AFTER_MS } from '../../../functions/events/days/day.ts';
import { MAX_LAG_MS as HORIZON_MARGIN_MS, HORIZON_MS } from '../../../functions/events/horizon.ts';
import { PAUSE_MS as RESEND_PAUSE_MS } from '../../../functions/events/resend/resend.ts';
import { MAX_LIST_LAG_MS } from '../../../functions/finance/audit/judge-transaction.ts';
import { MARGIN_MS, OVERDUE_MS, RESERVE_MS, SAVE_EVERY_MS } from '../../../functions/finance/audit/nightly.ts';
import { RECORDED_AFTER_MS } from '../../../functions/finance/audit/sources.ts';
import { ORDINARY_BACK_DAYS, STREAM_REACH_MS } from '../../../functions/finance/rebuild/rebuild.ts';
import { EDGE_MS } from '../../../functions/finance/reconciliation/near-midnight.ts';
import { MARKER_DAYS } from '../../../functions/finance/totals/marker.ts';
import { MAX_DAYS } from '../../../functions/finance/totals/period.ts';
import { WINDOW_MS } from '../../../functions/gateway/rate-limit.ts';
import { MAX_BODY_KB, MAX_REQUESTS_PER_MINUTE } from '../../../functions/http/messages.ts';
import { NEW_KEY_MS, USE_RECORDED_EVERY_MS, USE_STORED_DAYS } from '../../../functions/merchants/keys/api-key-use.ts';
import { KEYRING_READ_EVERY_MS } from '../../../functions/merchants/keys/keyring.ts';
import { MAX_OVERLAP_MS, OVERLAP_MS, ROTATION_MS } from '../../../functions/merchants/keys/overlap.ts';
import { IDEMPOTENCY_KEY_HOURS, MAX_KEY_CHARACTERS } from '../../../functions/payments/init/idempotency-key.ts';
import { LATE_AFTER_MS } from '../../../functions/payments/settle/inquiry-lines.ts';
import { STALL_LIMITS_MS } from '../../../functions/payments/stalled-delivery.ts';
import { MAX_STARTS } from '../../../functions/payments/start/start.ts';
import { SHARDS } from '../../../functions/payments/tables.ts';
import {
  BANK_CLOCK_MS,
  BANK_UNDECIDED_MS,
  CONFIRMATION_WINDOW_MS,
  EXCEPTION_NEW_MS,
  FREQUENT_INQUIRIES_MS,
  GRACE_MS,
  MAX_INQUIRY_INTERVAL_MS,
  NEVER_STARTED_MS,
  START_FAULT_PAUSE_MS,
  START_IN_FLIGHT_MS,
} from '../../../functions/payments/times.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { MAX_IDLE_MS } from '../../../functions/runtime/http-connections.ts';
import { MAX_ORDER_ID_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import { SILENCE_MS } from '../../../functions/simulator/control/trouble.ts';
import { MAX_DELAY_S } from '../../../functions/simulator/notify/schedule.ts';
import { LEAD_MS } from '../../../functions/simulator/notify/waiting-item.ts';
import { PUSH_WINDOW_MS } from '../../../functions/simulator/payments/start.ts';
import { CHECKOUT_LIFE_MS } from '../../../functions/simulator/sibs/checkout.ts';
import { STORED_FOR_MS } from '../../../functions/simulator/table.ts';
import {
  TIMEOUT_MARK_MS,
  UNANSWERED_AFTER_MS,
  UNANSWERED_MARK_MS,
} from '../../../functions/webhooks/deliver/attempt.ts';
import { IDLE_AFTER_MS, PAUSE_MS } from '../../../functions/webhooks/deliver/poll-while-waiting.ts';
import { RESOLUTION_DELAY_MS } from '../../../functions/webhooks/endpoint/vetted-lookup.ts';
import {
  ANSWER_STORED_DAYS,
  DEADLINE_MS,
  DELAYS_BEFORE_ATTEMPT_MS,
  MAX_ANSWER_BYTES,
  MAX_ATTEMPTS,
} from '../../../functions/webhooks/plan.ts';
import { MAX_OPEN_MS } from '../../../functions/webhooks/resend/found-delivery.ts';
import { TEST_EVENT_DAYS } from '../../../functions/webhooks/test-event/test-event.ts';
import { OUTAGE_ANSWERS } from '../../../lib/constructs/alarms/bank-alarms.ts';
import { LATE_MINUTES } from '../../../lib/constructs/alarms/service-alarm.ts';
import {
  AUDIT_SILENT_HOURS,
  STREAM_LATE_MINUTES,
  SWEEP_SILENT_MINUTES,
} from '../../../lib/constructs/alarms/silence-alarms.ts';
import { AUDIT_EVERY_MINUTES, AUDIT_TIMEOUT_SECONDS } from '../../../lib/constructs/audit.ts';
import { REPAIR_TIMEOUT_SECONDS } from '../../../lib/constructs/books.ts';
import { TOKEN_MINUTES } from '../../../lib/constructs/dashboard/dashboard-sign-in.ts';
import { DELIVER_TIMEOUT_SECONDS, STREAM_RECORD_HOURS } from '../../../lib/constructs/delivery-pipeline.ts';
import {
  DEAD_LETTER_DAYS,
  MAX_RECEIVES,
  VISIBILITY_TIMEOUTS,
  WAITING_TOO_LONG_S,
} from '../../../lib/constructs/service-queue.ts';
import { MAX_WAIT_MS } from '../../../lib/local/clock/quiet.ts';
import { EVERY_TIME_UP_TO_MS } from '../../../lib/local/clock/time-travel.ts';
import { MAX_BODY_BYTES } from '../../../lib/receiver/receiver.ts';
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
  idempotency: [`${IDEMPOTENCY_KEY_HOURS * HOUR_MS} ms`],
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
  dayReady: [`${READY_AFTER_MS} ms`],
  key: [`1 characters`, `${MAX_KEY_CHARACTERS} characters`],
  sweepSilent: [`${SWEEP_SILENT_MINUTES * MINUTE_MS} ms`],
  auditSilent: [`${AUDIT_SILENT_HOURS * HOUR_MS} ms`],
  givenUp: [`${sumOf(STALL_LIMITS_MS)} ms`],
  overlap: [`${OVERLAP_MS} ms`],
  maxOverlap: [`${MAX_OVERLAP_MS} ms`],
  rotation: [`${ROTATION_MS} ms`],
  keyring: [`${KEYRING_READ_EVERY_MS} ms`],
  bankList: [`${LIST_REACH_MS} ms`],
  horizon: [`${HORIZON_MS} ms`],
  skipWindow: [`advance ${CONFIRMATION_WINDOW_MS / MINUTE_MS}m`],
  skipAsk: [`advance ${(CONFIRMATION_WINDOW_MS + GRACE_MS.MBWAY + MINUTE_MS) / MINUTE_MS}m`],
  graceReference: [`${GRACE_MS.REFERENCE} ms`],
  graces: [`${GRACE_MS.MBWAY} ms`, `${GRACE_MS.REFERENCE} ms`],
  frequent: [`${FREQUENT_INQUIRIES_MS} ms`],
  inquiry: [`${MAX_INQUIRY_INTERVAL_MS} ms`],
  startTimeout: [`${START_TIMEOUT_MS} ms`],
  startPause: [`${MINUTE_MS / START_FAULT_PAUSE_MS} a minute`],
  bankOutage: [`${OUTAGE_ANSWERS} attempts`],
  tolerance: [`${TIME_TOLERANCE_MS} ms`],
  bankSecret: [`${SECRET_FRESH_MS} ms`],
  loggedAgain: [`${EXCEPTION_NEW_MS} ms`],
  foundLate: [`${LATE_AFTER_MS} ms`],
  useEvery: [`${USE_RECORDED_EVERY_MS} ms`],
  newKey: [`${NEW_KEY_MS} ms`],
  slow: [`${UNANSWERED_AFTER_MS} ms`],
  slowMark: [`${UNANSWERED_MARK_MS} ms`],
  timeoutMark: [`${TIMEOUT_MARK_MS} ms`],
  idle: [`${IDLE_AFTER_MS} ms`],
  pollPause: [`${PAUSE_MS} ms`],
  resolution: [`${RESOLUTION_DELAY_MS} ms`],
  openSearch: [`${MAX_OPEN_MS} ms`],
  connection: [`${MAX_IDLE_MS} ms`],
  meter: [`${WINDOW_MS} ms`],
  resendPause: [`${MINUTE_MS / RESEND_PAUSE_MS} a minute`],
  horizonMargin: [`${HORIZON_MARGIN_MS} ms`],
  conflicts: [`${PAUSES_MS.length} attempts`],
  conflictsWait: [`${Math.floor(sumOf(PAUSES_MS) / 100) * 100} ms`],
  auditFrom: [`${MARGIN_MS} ms`],
  auditLag: [`${MAX_LIST_LAG_MS} ms`],
  auditEvery: [`${AUDIT_EVERY_MINUTES * MINUTE_MS} ms`],
  auditRun: [`${AUDIT_TIMEOUT_SECONDS * 1_000 - RESERVE_MS} ms`],
  auditSave: [`${SAVE_EVERY_MS} ms`],
  auditSaves: [`${MINUTE_MS / SAVE_EVERY_MS} a minute`],
  auditOverdue: [`${OVERDUE_MS} ms`],
  auditLate: [`${RECORDED_AFTER_MS} ms`],
  marker: [`${MARKER_DAYS * DAY_MS} ms`],
  streamReach: [`${STREAM_REACH_MS} ms`],
  rebuildBack: [`${ORDINARY_BACK_DAYS * DAY_MS} ms`],
  totalsDays: [`${MAX_DAYS * DAY_MS} ms`],
  shards: [`${SHARDS} a minute`],
  sweepReads: [`${SHARDS / 2} a minute`],
  token: [`${TOKEN_MINUTES * MINUTE_MS} ms`],
  tokensAnHour: [`${HOUR_MS / (TOKEN_MINUTES * MINUTE_MS)} attempts`],
  alarm: [`${LATE_MINUTES * MINUTE_MS} ms`],
  streamLate: [`${STREAM_LATE_MINUTES * MINUTE_MS} ms`],
  streamRecord: [`${STREAM_RECORD_HOURS * HOUR_MS} ms`],
  visibility: [`${DELIVER_TIMEOUT_SECONDS * VISIBILITY_TIMEOUTS * 1_000} ms`],
  repairAgain: [`${REPAIR_TIMEOUT_SECONDS * VISIBILITY_TIMEOUTS * 1_000} ms`],
  visibilityTimes: [`${VISIBILITY_TIMEOUTS} attempts`],
  receives: [`${MAX_RECEIVES} attempts`],
  waitingLong: [`${WAITING_TOO_LONG_S * 1_000} ms`],
  deadLetter: [`${DEAD_LETTER_DAYS * DAY_MS} ms`],
  requeueCount: [`${STALL_LIMITS_MS.length - 1} attempts`],
  busy: [`${MAX_WAIT_MS} ms`],
  everyTime: [`${EVERY_TIME_UP_TO_MS} ms`],
  receiverBody: [`${MAX_BODY_BYTES / 1_024} KB`],
  checkoutLife: [`${CHECKOUT_LIFE_MS} ms`],
  queueDelay: [`${MAX_DELAY_S * 1_000} ms`],
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

/** Too common to be searched in code: half of them are somebody else's. */
const COMMON = new Set(
  [
    '0 ms',
    '50 ms',
    '100 ms',
    ...[1, 2, 7, 30].map((days) => `${days * DAY_MS} ms`),
    `${HOUR_MS} ms`,
    `${MINUTE_MS} ms`,
  ].concat('2000 ms', `${3 * MINUTE_MS} ms`, '1 a minute', '3 attempts', '1 KB', '1 characters', '100 characters'),
);
/** Searched in code that is not listed. */
const SEARCHED = new Set(
  Object.values(FACTS)
    .flat()
    .filter((value) => !COMMON.has(value)),
);

/**
 * Of a listed text, and of all that people read, each quantity is held: documents, descriptions, pages, help. The
 * change log is history.
 */
const COMPLETE = /^(README\.md|docs\/|bin\/|dashboard\/src\/i18n\/|lib\/docs\/)/;

/**
 * The quantities of each text, in its order; `-` is another matter, `=` is held by another test. Both languages of a
 * document share an entry.
 */
const PROSE: Record<string, string> = {
  'README.md': '- - - - limit - - window',
  'docs/api.md': 'body orderId key idempotency window horizon dayReady limit deadline retries attempts tests',
  'docs/architecture.md': '= = = = = = = = = = = = = = = = = = = = = = = idempotency keyring bankSecret connection',
  'docs/contract.md': 'window deadline attempts retries attempts limit window deadline attempts delays attempts',
  'docs/dashboard.md': '- - tests - - - - - token token token token',
  'docs/delivery.md':
    'attempts delays deadline attempts answerStored testStored stalled visibility visibility stalled stalled stalled stalled requeues givenUp resendPause rotation rotation - - - - - - - -',
  'docs/money.md':
    'undecided - tolerance bankClock tolerance loggedAgain - - tolerance - tolerance tolerance - bankClock',
  'docs/reconciliation.md': '- - midnight midnight midnight midnight',
  'docs/security.md': 'token limit answer - keyring bankList - answer answerStored - - tests attempts',
  'docs/simulator.md':
    '- window - skipWindow busy everyTime slept silence simulated queueDelay lead attempts checkoutLife',
  'docs/tables.md':
    'testStored answer answerStored idempotency marker - useEvery useEvery keyUse - - useEvery - shards - auditLate auditEvery auditSaves - - - - - - sweepReads',
  'docs/merchants/go-live.md': 'call limit - - - overlap maxOverlap rotation',
  'docs/merchants/quick-start.md': '- - window window',
  'docs/merchants/receive-webhooks.md':
    'deadline receiverBody receiverBody receiverBody receiverBody attempts retries wait unanswered rotation - - attempts wait - - deadline -',
  'docs/merchants/recover.md': 'dayReady horizon - - resendPause',
  'docs/merchants/take-payments.md': 'window graceReference idempotency neverStarted refused window skipAsk call',
  'docs/merchants/test.md': '- - window - - skipAsk - overdue deadline attempts failAll',
  'docs/examples/listen.mjs': '- horizon',
  'docs/examples/shop/README.md': '- - -',
  'docs/examples/shop/checkout.mjs': '- limit -',
  'docs/examples/shop/page/shop.js': 'window late window',
  'docs/examples/shop/payments.mjs': 'idempotency',
  'docs/decisions/0008-claim-and-ask.md': '- call call call',
  'docs/decisions/0010-expiry.md': 'grace frequent inquiry undecided - window neverStarted queueDelay',
  'docs/decisions/0013-retry-schedule.md':
    'delays slept queued deadline - slept slow slowMark timeoutMark givenUp deadline',
  'docs/decisions/0022-webhook-secret.md': 'rotation slept',
  'docs/decisions/0029-poll-while-waiting.md':
    'idle deadline idle pollPause deadline hanging attempts deadline slept givenUp deadline -',
  'docs/decisions/0031-movable-clock.md': 'skipWindow deadline window -',
  'docs/decisions/0032-api-key-rotation.md': '- maxOverlap overlap useEvery newKey newKey',
  'docs/decisions/0039-nightly-audit.md':
    'auditFrom auditLag bankList auditLag auditEvery auditRun auditSave auditOverdue - - receives',
  'docs/decisions/0043-idempotency-key.md': 'key idempotency conflicts conflictsWait',
  'docs/decisions/0045-webhook-addresses.md': 'resolution - -',
  'docs/decisions/0046-reading-answers.md': 'deadline connection attempts -',
  'docs/decisions/0048-apis-on-aws.md': 'limit -',
  'docs/decisions/0049-events-feed.md': 'horizon horizonMargin',
  'docs/deploying.md': '- - - - - - - - - - - - - - - - - - - undecided retries - token token deadLetter - - - - - -',
  'docs/figures.md': 'useEvery newKey - - - deadline - - - - slow - - - - - - frequent - inquiry undecided - -',
  'functions/runtime/http-connections.ts': '-',
  'functions/simulator/payments/amounts.ts': '- - - - - - - - - -',
  'functions/simulator/payments/customers.ts': '- - - - - - - - - - - - - - - - - - - - - - -',
  'lib/local/mappings/stream.ts': '-',
  'docs/contributing.md': 'stalled queueDelay -',
  'docs/decisions/0006-one-start.md': '-',
  'docs/decisions/0007-refused-before-push.md': 'startPause -',
  'docs/decisions/0015-rate-limit.md': 'meter meter -',
  'docs/decisions/0024-slim-bundles.md': '- - -',
  'docs/decisions/0026-zod-mini.md': '-',
  'docs/decisions/0027-own-marshalling.md': '-',
  'docs/decisions/0028-known-shortcomings.md': 'openSearch',
  'docs/decisions/0030-ifthenpay.md': 'call tolerance',
  'docs/decisions/0033-totals.md': 'marker streamReach rebuildBack',
  'docs/decisions/0034-sign-in.md': '- token tokensAnHour - -',
  'docs/decisions/0037-alarms.md': 'alarm -',
  'docs/decisions/0038-deployments.md': '-',
  'docs/decisions/0040-queue-engine.md': '- -',
  'docs/decisions/0041-one-mechanism.md': '- -',
  'docs/decisions/0047-closed-days.md': '-',
  'docs/decisions/0050-resends-by-programs.md': 'resendPause - resendPause',
  'docs/decisions/0051-day-digests.md': '- -',
  'docs/decisions/0053-restore.md': 'testStored',
  'docs/decisions/0055-rules-of-others.md': '-',
  'docs/examples/shop/orders.mjs': '-',
  'functions/events/days/day.ts': 'auditEvery',
  'docs/runbook.md':
    'alarm - bankOutage alarm alarm - neverStarted sweepSilent auditSilent auditEvery streamLate stalled streamLate streamRecord waitingLong repairAgain alarm startPause alarm - foundLate streamRecord receives repairAgain - bankList auditOverdue auditEvery visibility receives requeueCount givenUp stalled deadLetter givenUp visibility keyring - - totalsDays givenUp - - - keyring - stalled receives',
  'docs/states.md': 'neverStarted',
  'bin/bench.ts': '-',
  'bin/diff.ts': '-',
  'dashboard/src/i18n/en/own-days.ts': '-',
  'dashboard/src/i18n/en/reconciliation.ts': '- -',
  'dashboard/src/i18n/pt/reconciliation.ts': '',
  'dashboard/src/i18n/en/settings.ts': '- overlap maxOverlap',
  'dashboard/src/i18n/pt/settings.ts': '- - overlap maxOverlap',
  'dashboard/src/i18n/en/signature.ts': '- - -',
  'dashboard/src/i18n/en/timeline.ts': '-',
  'dashboard/src/i18n/pt/timeline.ts': '',
  'dashboard/src/i18n/en/totals.ts': '-',
  'dashboard/src/i18n/en/unnotified.ts': '- - - -',
  'dashboard/src/i18n/pt/transaction-detail.ts': '-',
  'functions/runtime/csv-write.ts': '-',
  'lib/docs/openapi/document.ts': 'meter meter',
  'lib/docs/openapi/operations.ts': 'resendPause dayReady',
  'bin/audit.ts': 'totalsDays - auditFrom -',
  'bin/clock.ts': 'skipWindow',
  'bin/reconcile.ts': 'midnight',
  'bin/totals.ts': 'totalsDays',
  'bin/merchant.ts': 'rotation',
  'dashboard/src/app/flash.tsx': '-',
  'dashboard/src/i18n/en/home.ts': '- - -',
  'dashboard/src/i18n/pt/home.ts': '- - -',
  'dashboard/src/settings/webhook/test-attempt-steps.tsx': '-',
  'functions/dynamo/retry-overtaken.ts': '-',
  'functions/payments/exceptions/exception-meanings-pt.ts': 'undecided',
  'functions/payments/exceptions/exception-sentences.ts': 'undecided -',
  'functions/payments/stalled-delivery.ts': 'visibility',
  'functions/simulator/control/page-script.ts': '-',
  'functions/simulator/control/page.ts': '-',
  'functions/simulator/ifthenpay/callback.ts': '-',
  'functions/simulator/notify/schedule.ts': 'queueDelay',
  'functions/simulator/sibs/refusal.ts': 'checkoutLife',
  'functions/simulator/table.ts': '- - - simulated',
  'functions/webhooks/endpoint/webhook-endpoint.ts': '-',
  'functions/webhooks/resend/hand-over.ts': 'requeueCount',
  'lib/constructs/alarms/service-alarm.ts': '- alarm',
  'lib/constructs/alarms/silence-alarms.ts': 'streamLate streamLate',
  'lib/constructs/books.ts': 'repairAgain',
  'lib/constructs/service-function.ts': '-',
  'lib/constructs/service-queue.ts': 'waitingLong',
  'lib/docs/error-actions.ts': 'refused refused - -',
  'lib/local/engines/sqs/queue.ts': '-',
  'lib/local/host-options.ts': '- -',
  'lib/operator/deliveries/unrelayed.ts': 'stalled stalled',
  'lib/operator/smoke/eventually.ts': '-',
  'lib/operator/smoke/smoke.ts': '- -',
  'lib/stacks/roles-stack.ts': '- -',
  'lib/stacks/service-stack.ts': '- -',
  'lib/stacks/stages.ts': '- -',
  'lib/startup/screen.ts': 'skipWindow -',
  'lib/operator/clock.ts': '- -',
  'dashboard/src/i18n/format.ts': '- - - - - - - - - - -',
  'functions/finance/totals/period.ts': '-',
  'functions/finance/totals/totals-report.ts': '- -',
};

/** By name; no value for another matter. */
function expectedIn(path: string): [name: string, value?: string][] {
  const entry = PROSE[path] ?? PROSE[path.replace('/merchants/pt/', '/merchants/').replace('/i18n/pt/', '/i18n/en/')];
  const names = entry?.split(' ').filter(Boolean) ?? [];
  return names.flatMap((name): [string, string?][] =>
    name === '-' || name === '=' ? [[name]] : FACTS[name as Fact].map((value) => [name, value]),
  );
}

/** What is neither generated, nor measured, nor a constant's definition. */
function textOf(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/<!-- generated: .*?<!-- end -->/gs, '');
  if (path === 'docs/figures.md') return text.replace(/^\|.*$/gm, '');
  return path.startsWith('docs/') ? text : text.replace(/\d+ \* (?:MINUTE_MS|60_000)/g, '');
}

/** The quantities that are not as listed. After the first that is missing or new, all that follow are named too. */
function faultsIn(path: string): string[] {
  const text = textOf(path);
  const found = quantitiesIn(text).filter(({ value }) => path in PROSE || COMPLETE.test(path) || SEARCHED.has(value));
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
    { cwd: ROOT, exclude: ['docs/changelog.md'] },
  ).sort();
  const listed = Object.values(PROSE).join(' ').split(' ');
  const held = listed.filter((name) => name !== '-').length;
  console.log(`${files.length} texts; ${held} numbers from constants, ${listed.length - held} others`);
  expect(files.flatMap(faultsIn)).toEqual([]);
  expect(Object.keys(PROSE).filter((path) => !files.includes(path))).toEqual([]);
});
