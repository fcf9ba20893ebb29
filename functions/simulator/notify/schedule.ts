import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Clock } from '../../runtime/clock.ts';
import type { Table } from '../table.ts';
import type { Schedule } from './actions.ts';
import { keepWaiting } from './waiting-item.ts';

/** SQS keeps a message back for 15 minutes at most. */
const LONGEST_DELAY_S = 900;

/** Sends a message that is received after `delayS` whole seconds, 0 to 900. */
export type SendAction = Schedule;

export function sendActions(sqs: SQSClient, queueUrl: string): SendAction {
  return async (action, delayS) => {
    await sqs.send(
      new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(action), DelaySeconds: delayS }),
    );
  };
}

/**
 * Schedules an action however far off: on the queue, or beyond what a queue can wait in the table, until its time is near.
 * Never by one message after the other: Lambda ends a chain of some 16 invocations through a queue as a recursive loop.
 */
export function scheduleWith(send: SendAction, table: Table, clock: Clock): Schedule {
  return (action, delayS) =>
    delayS <= LONGEST_DELAY_S ? send(action, delayS) : keepWaiting(table, action, clock() + delayS * 1000);
}

/** Whole seconds until `atMs`, never too few. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
