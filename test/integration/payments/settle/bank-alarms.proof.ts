import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { checkoutId } from '../../../../functions/banking/sibs/wire.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { type AlarmProperties, type State, statesOf } from '../../../infra/alarms/alarm-evaluator.ts';
import { devTemplates } from '../../../infra/templates.ts';
import { ANSWERS, BANK_503, OUR_FAULT, sibsNotification } from '../../../rig/banks/bank-script.ts';
import { json, NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { notify, receive } from '../../../rig/payment-calls.ts';
import { issued, pushed } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, sweepTest as test } from '../../../rig/payments.ts';
import { putTransaction } from '../../../rig/stored-payments.ts';
import { type LoggedLine, metricsOf } from '../../../support/measures/log-metrics.ts';
import { simulatedSweeps } from '../sweep/simulated-sweeps.ts';

/**
 * The alarms of the template over the lines that the functions log: CloudWatch's filters make metrics of the lines, and
 * its rules make states of the metrics.
 */

let logged: LoggedLine[];
let answers: { atS: number; visibleS: number; value: number }[];
const write = process.stdout.write;
const stdout: string[] = [];

beforeEach(() => {
  logged = [];
  answers = [];
  stdout.length = 0;
  process.stdout.write = ((chunk: unknown, ...rest: never[]) => {
    if (String(chunk).startsWith('{"level":')) stdout.push(...String(chunk).trim().split('\n'));
    return write.call(process.stdout, chunk as string, ...rest);
  }) as typeof write;
});
afterEach(() => {
  process.stdout.write = write;
});

const nowS = () => (rig.time.nowMs - NOW_MS) / 1_000;

/** Runs a function at `atMs` after the start, and files its lines in the function's log. */
async function run<Result>(functionName: string, atMs: number, work: () => Promise<Result>): Promise<Result> {
  rig.time.nowMs = NOW_MS + atMs;
  dependencies.lines.length = 0;
  stdout.length = 0;
  const result = await work();
  const lines = [...dependencies.lines, ...stdout.map((line) => JSON.parse(line) as Record<string, unknown>)];
  for (const line of lines) {
    logged.push({ functionName, atS: nowS(), line: { ...line, level: String(line.level).toUpperCase() } });
  }
  return result;
}

/** An answer of the API, as API Gateway counts those from 500 on. */
const answered = (statusCode: number) => {
  answers.push({ atS: nowS(), visibleS: nowS(), value: statusCode >= 500 ? 1 : 0 });
};

const ALARMS = new Map(
  devTemplates()
    .resources('service', 'AWS::CloudWatch::Alarm')
    .map(({ properties }) => [String(properties.AlarmDescription), properties as unknown as AlarmProperties]),
);

/** The states of an alarm, minute by minute. */
function states(sentence: string, minutes: number): State[] {
  const [, alarm] = [...ALARMS].find(([description]) => description.includes(sentence)) ?? [];
  if (!alarm) throw new Error(`no alarm: ${sentence}`);
  const ofLogs = metricsOf(devTemplates(), logged);
  return statesOf(alarm, (name) => (name === '5XXError' ? answers : ofLogs(name)), minutes);
}

/** The sentences of the alarms on log lines and answers that were raised within the time; no schedule runs here. */
function raised(minutes: number): string[] {
  const byLines = [...ALARMS].filter(
    ([, alarm]) => JSON.stringify(alarm).includes('"PaymentService"') && alarm.TreatMissingData !== 'breaching',
  );
  return byLines.map(([sentence]) => sentence).filter((sentence) => states(sentence, minutes).includes('ALARM'));
}

const REJECTED = 'Many bank notifications are rejected';
const UNHEARD = 'No notification of a bank is authentic';
const OUTAGE = 'A bank does not answer';
const OWN = 'answered 500 by a fault of ours';
const LINES = 'A function logged an error';

describe('forged notifications', () => {
  const forged = () => sibsNotification({ merchantTransactionId: checkoutId('tx_1'), bankId: 'b' }, randomBytes(32));

  test('one every four minutes raises no alarm', async () => {
    for (let minute = 0; minute < 120; minute += 4) {
      const { statusCode } = await run('payments-notification', minute * MINUTE_MS, () =>
        receive(dependencies, forged()),
      );
      expect(statusCode).toBe(400);
    }
    expect(logged.length).toBe(30);
    expect(raised(130)).toEqual([]);
  });

  test('a hundred within minutes raise the alarm on them and no other', async () => {
    for (let index = 0; index < 100; index += 1) {
      await run('payments-notification', index * 2_000, () => receive(dependencies, forged()));
    }
    expect(raised(30)).toEqual([expect.stringContaining(REJECTED)]);
    expect(states(REJECTED, 30).at(-1)).toBe('OK');
  });
});

describe('payments that inquiries find while no notification is authentic', () => {
  const paidAt = (atMs: number, method: 'MBWAY' | 'REFERENCE') => {
    const { status, body } = ANSWERS.paid(10, method) as { status: number; body: string };
    return json({ ...JSON.parse(body), transactionDateTime: new Date(atMs).toISOString() }, status);
  };

  /** Payments of the start, found by one sweep `lateMs` after the bank's time. */
  async function found(count: number, lateMs: number): Promise<void> {
    const transactions: Transaction[] = [];
    rig.time.nowMs = NOW_MS;
    for (let index = 0; index < count; index += 1) transactions.push(await pushed());
    const sweepAtMs = 6 * MINUTE_MS + lateMs;
    rig.sibs.script('status', paidAt(NOW_MS + sweepAtMs - lateMs, 'MBWAY'));
    const { at } = simulatedSweeps(dependencies);
    await run('payments-sweep', sweepAtMs, () => at(NOW_MS + sweepAtMs, { logger: dependencies.logger }));
    expect(logged.filter(({ line }) => line.message === 'payment found by inquiry')).toHaveLength(count);
  }

  test.each([
    ['three, eleven minutes late', 3, 11, 'ALARM'],
    ['two', 2, 11, 'OK'],
    ['three whose notification may still come', 3, 2, 'OK'],
  ] as const)('%s', async (_name, count, lateMinutes, state) => {
    await found(count, lateMinutes * MINUTE_MS);
    expect(states(UNHEARD, 61).at(-1)).toBe(state);
    expect(raised(61)).toEqual(state === 'ALARM' ? [expect.stringContaining(UNHEARD)] : []);
  });

  test('four, and one authentic notification in that hour: no alarm', async () => {
    await found(4, 11 * MINUTE_MS);
    const transaction = await issued();
    await run('payments-notification', 30 * MINUTE_MS, () =>
      notify(dependencies, transaction, { method: 'REFERENCE' }),
    );
    expect(states(UNHEARD, 61)).not.toContain('ALARM');
  });
});

describe('the bank’s outage', () => {
  const start = async (atMs: number) => {
    const { transactionId } = await putTransaction(rig);
    const { statusCode } = await run('payments-mbway', atMs, () => calls.mbway(transactionId));
    answered(statusCode);
    return statusCode;
  };

  test('raises its own alarm, and none on faults of ours', async () => {
    rig.sibs.script('checkout', BANK_503);
    for (let minute = 0; minute < 30; minute += 1) expect(await start(minute * MINUTE_MS + 20_000)).toBe(502);
    expect(raised(45)).toEqual([expect.stringContaining(OUTAGE)]);
    expect(states(OUTAGE, 60).at(-1)).toBe('OK');
  });

  test('does not hide faults of ours during it', async () => {
    for (let minute = 0; minute < 30; minute += 1) {
      rig.sibs.script('checkout', BANK_503);
      expect(await start(minute * MINUTE_MS + 20_000)).toBe(502);
      // A function that crashes: API Gateway answers 500, and no line says so.
      if (minute >= 15 && minute < 20) answered(500);
    }
    expect(states(OWN, 15)).not.toContain('ALARM');
    expect(states(OWN, 25)).toContain('ALARM');
    expect(states(OWN, 45).at(-1)).toBe('OK');
  });

  test('once is no alarm, and a crash of ours every third minute, which logs no line, is one', async () => {
    rig.sibs.script('checkout', BANK_503);
    expect(await start(20_000)).toBe(502);
    expect(raised(30)).toEqual([]);
    for (let minute = 1; minute < 60; minute += 1) {
      rig.time.nowMs = NOW_MS + minute * MINUTE_MS + 20_000;
      answered(minute >= 30 && minute % 3 === 0 ? 500 : 200);
    }
    expect(raised(30)).toEqual([]);
    expect(raised(45)).toEqual([expect.stringContaining(OWN)]);
  });

  test('is not what a bank answers when our settings are wrong: that is an error', async () => {
    rig.sibs.script('purchase', OUR_FAULT);
    for (let minute = 0; minute < 10; minute += 1) expect(await start(minute * MINUTE_MS + 20_000)).toBe(502);
    expect(states(OUTAGE, 20)).not.toContain('ALARM');
    expect(states(OWN, 20)).toContain('ALARM');
    expect(states(LINES, 20)).toContain('ALARM');
  });
});
