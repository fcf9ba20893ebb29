import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Clock } from '../../runtime/clock.ts';
import type { Table } from '../table.ts';
import type { Schedule } from './actions.ts';
import { storeWaiting } from './waiting-item.ts';

/** SQS delays a message by at most 15 minutes. */
export const MAX_DELAY_S = 900;

/** Sends a message that is received after `delayS` whole seconds, 0 to 900. */
export type SendAction = Schedule;

export function sendActions(sqs: SQSClient, queueUrl: string): SendAction {
  return async (action, delayS) => {
    await sqs.send(
      new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(action), DelaySeconds: delayS }),
    );
  };
}

/** Schedules an action with any delay: on the queue, or for a longer delay in the table until it is due. */
export function scheduleWith(send: SendAction, table: Table, clock: Clock): Schedule {
  return (action, delayS) =>
    delayS <= MAX_DELAY_S ? send(action, delayS) : storeWaiting(table, action, clock() + delayS * 1000);
}

/** Whole seconds until `atMs`, rounded up. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
