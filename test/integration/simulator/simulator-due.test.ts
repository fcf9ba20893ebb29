import { beforeEach, describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { Action } from '../../../functions/simulator/notify/actions.ts';
import { queueDueActions } from '../../../functions/simulator/notify/due.ts';
import { type SendAction, scheduleWith } from '../../../functions/simulator/notify/schedule.ts';
import { dueKeys } from '../../../functions/simulator/notify/waiting-item.ts';
import { rig, test } from '../../fixtures/simulator/bank.ts';

const ACTION: Action = { kind: 'issued', id: 'b4bd4b1e-5f2f-4a8e-8bb5-1f0a6a2f5b11', bankId: 's2x' };
const other = (n: number): Action => ({ ...ACTION, id: `b4bd4b1e-5f2f-4a8e-8bb5-00000000000${n}` });

let sent: { action: Action; delayS: number }[];
const send: SendAction = async (action, delayS) => void sent.push({ action, delayS });
const schedule: SendAction = (action, delayS) =>
  scheduleWith(send, rig.dependencies.table, rig.dependencies.clock)(action, delayS);
const run = (sender: SendAction = send) => queueDueActions({ ...rig.dependencies, send: sender });
const waiting = () => dueKeys(rig.dependencies.table, Number.MAX_SAFE_INTEGER, 100);

beforeEach(async () => {
  // What a test before has left.
  rig.time.nowMs += 30 * 24 * HOUR_MS;
  await run(async () => undefined);
  sent = [];
});

describe('an action that is scheduled', () => {
  test('within 15 minutes is sent to the queue, and later ones are stored in the table', async () => {
    await schedule(other(1), 0);
    await schedule(other(2), 900);
    expect(sent.map(({ delayS }) => delayS)).toEqual([0, 900]);
    await schedule(other(3), 901);
    expect(sent).toHaveLength(2);
    expect(await waiting()).toHaveLength(1);
  });

  test('far ahead is queued once, minutes before its time, with the remaining seconds', async () => {
    await schedule(ACTION, 3_600);
    rig.time.nowMs += 54 * MINUTE_MS;
    await run();
    expect(sent).toEqual([]);
    rig.time.nowMs += MINUTE_MS + 500;
    await run();
    await run();
    expect(sent).toEqual([{ action: ACTION, delayS: 300 }]);
    expect(await waiting()).toEqual([]);
  });

  test('is queued immediately when it is overdue', async () => {
    await schedule(ACTION, 3_600);
    rig.time.nowMs += 120 * MINUTE_MS;
    await run();
    expect(sent).toEqual([{ action: ACTION, delayS: 0 }]);
  });

  test('twice, by a message received twice, is stored once', async () => {
    await schedule(ACTION, 3_600);
    await schedule(ACTION, 3_600);
    expect(await waiting()).toHaveLength(1);
  });
});

describe('moving due actions to the queue', () => {
  test('sends each action once in two parallel runs', async () => {
    for (let n = 0; n < 10; n++) await schedule(other(n), 3_600);
    rig.time.nowMs += HOUR_MS;
    await Promise.all([run(), run(), run()]);
    expect(sent.map(({ action }) => action.id).sort()).toEqual(Array.from({ length: 10 }, (_, n) => other(n).id));
  });

  test('is repeated at the next minute when it ends before the message is sent', async () => {
    await schedule(ACTION, 3_600);
    rig.time.nowMs += 55 * MINUTE_MS;
    await run(() => Promise.reject(new Error('queue away')));
    rig.time.nowMs += MINUTE_MS;
    await run();
    expect(sent).toEqual([{ action: ACTION, delayS: 240 }]);
    expect(await waiting()).toEqual([]);
  });

  test('fails for one action without delaying the others', async () => {
    await schedule(other(1), 3_600);
    await schedule(other(2), 3_601);
    rig.time.nowMs += HOUR_MS;
    await run(async (action, delayS) => {
      if (action.id === other(1).id) throw new Error('refused');
      await send(action, delayS);
    });
    expect(sent).toMatchObject([{ action: other(2) }]);
  });

  test('does not delete an action that was scheduled again meanwhile', async () => {
    await schedule(ACTION, 3_600);
    rig.time.nowMs += HOUR_MS;
    await run(async () => schedule(ACTION, 7_200));
    expect(await waiting()).toHaveLength(1);
  });
});
