import type { DynamoDBClient, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { sendingUntil } from '../../dynamo/send-until.ts';
import { transactIn } from '../../dynamo/transact.ts';
import { updateOf } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { putQuestion } from '../exceptions/exceptions.table.ts';
import { writeMainItemIn } from '../items.table.ts';
import { removalOf } from '../money/records.table.ts';
import { MAIN_ITEM } from '../tables.ts';
import { SETTLE_WITHIN_MS } from '../times.ts';
import { type Settle, type Settling, settlementOf, settlingUpdate } from './settle.ts';

/**
 * Applies a final outcome in one conditional write: status, event and all facts of the payload together. The condition
 * is generated from the transition table, so a repeat, a late report or a race changes nothing.
 */
export function settleIn(
  client: DynamoDBClient,
  tableName: string,
  clock: () => number,
  requestId: () => string | undefined = () => undefined,
): Settle {
  return async (settling) => {
    const readAtMs = clock();
    const inTime = sendingUntil(client, clock, readAtMs + SETTLE_WITHIN_MS);
    const [write, transact] = [writeMainItemIn(inTime, tableName), transactIn(inTime)];
    // Always after its event before, also by a clock that is behind.
    const nowMs = Math.max(readAtMs, (settling.settledAt ?? -1) + 1);
    const settlement = settlementOf(settling, nowMs, requestId());
    const update = settlingUpdate(settling, settlement);
    const beside = besideWrites(tableName, settling, nowMs);
    if (beside.length > 0) {
      const Key = toAttributes({ transactionId: settling.transactionId, item: MAIN_ITEM });
      const isWritten = await transact([{ Update: { TableName: tableName, Key, ...updateOf(...update) } }, ...beside]);
      return isWritten ? { kind: 'written' } : { kind: 'refused', current: undefined };
    }
    const outcome = await write(settling.transactionId, ...update);
    if (outcome.kind === 'written') return outcome;
    // The SDK repeats a write whose answer was lost; the repeat fails its condition on our own write.
    const isOurWrite = outcome.current?.settlements.some(({ eventId }) => eventId === settlement.eventId);
    return isOurWrite ? { kind: 'written' } : outcome;
  };
}

/** What is written together with a payment. */
function besideWrites(tableName: string, settling: Settling, nowMs: number): TransactWriteItem[] {
  if (settling.cause !== 'bank-confirmed') return [];
  const { leaves, questions = [] } = settling;
  return [
    ...questions.map((question) => putQuestion(tableName, question, nowMs)),
    ...(leaves === undefined ? [] : [removalOf(tableName, leaves)]),
  ];
}
