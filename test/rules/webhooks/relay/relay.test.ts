import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { type Attribute, toAttributes } from '../../../../functions/runtime/attributes.ts';
import type { LogFields } from '../../../../functions/runtime/logger.ts';
import { type DeliveryMessage, parseMessage } from '../../../../functions/webhooks/delivery-queue.ts';
import { relay, STREAM_FILTERS } from '../../../../functions/webhooks/relay/relay.ts';
import { testEventItem } from '../../../../functions/webhooks/test-event/test-event.ts';
import { recordWith, settlementWith } from '../../../rig/webhook-records.ts';

function image(fields: Parameters<typeof recordWith>[0]): NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] {
  return toAttributes({ ...recordWith(fields), item: 'main' } as Record<string, Attribute>) as never;
}

function change(sequenceNumber: number, events: { before: string[]; after: string[] }): DynamoDBRecord {
  const settlements = (ids: string[]) => ids.map((eventId) => settlementWith({ eventId }));
  const transactionId = `tx_${sequenceNumber}`;
  return {
    eventName: 'MODIFY',
    dynamodb: {
      SequenceNumber: String(sequenceNumber),
      OldImage: image({ transactionId, settlements: settlements(events.before) }) ?? {},
      NewImage: image({ transactionId, settlements: settlements(events.after) }) ?? {},
    },
  };
}

const firstEvent = (n: number) => change(n, { before: [], after: [`evt_${n}`] });

interface Queue {
  batches: DeliveryMessage[][];
  refuse: string[];
  breaksAt?: number;
}

async function relayed(records: DynamoDBRecord[], queue: Queue = { batches: [], refuse: [] }) {
  const lines: LogFields[] = [];
  const log = (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields });
  const { batchItemFailures } = await relay(
    { Records: records },
    {
      logger: { info: log, warn: log, error: log },
      queue: {
        async sendBatch(messages) {
          queue.batches.push([...messages]);
          if (queue.breaksAt === queue.batches.length) throw new Error('the queue is away');
          return messages.flatMap(({ eventId }, position) => (queue.refuse.includes(eventId) ? [position] : []));
        },
      },
    },
  );
  return { failures: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), batches: queue.batches, lines };
}

describe('the relay', () => {
  it('sends one message for each new event, for its first attempt', async () => {
    const { batches, failures } = await relayed([firstEvent(1)]);
    expect(batches).toEqual([[{ transactionId: 'tx_1', eventId: 'evt_1', resends: 0, done: 0, merchantId: 'mer_1' }]]);
    expect(failures).toEqual([]);
    expect(parseMessage(JSON.stringify(batches[0]?.[0]))).toEqual(batches[0]?.[0]);
  });

  it('sends only the late payment of a transaction whose cancellation was sent before', async () => {
    const { batches } = await relayed([change(5, { before: ['evt_a'], after: ['evt_a', 'evt_b'] })]);
    expect(batches.flat().map(({ eventId }) => eventId)).toEqual(['evt_b']);
  });

  it('sends a test event, which has no old image', async () => {
    const item = testEventItem({ transactionId: 'test_1', eventId: 'evt_t', merchantId: 'mer_7', nowMs: 1 });
    const record = { eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage: toAttributes(item) as never } };
    const { batches } = await relayed([record as DynamoDBRecord]);
    expect(batches.flat()).toMatchObject([{ transactionId: 'test_1', merchantId: 'mer_7', eventId: 'evt_t' }]);
  });

  it('sends nothing for a write that added no event', async () => {
    expect((await relayed([change(1, { before: ['evt_a'], after: ['evt_a'] })])).batches).toEqual([]);
  });

  it('sends batches of ten', async () => {
    const { batches } = await relayed(Array.from({ length: 23 }, (_, n) => firstEvent(n)));
    expect(batches.map((batch) => batch.length)).toEqual([10, 10, 3]);
  });

  it('answers the records whose messages the queue did not take, the lowest first', async () => {
    const records = Array.from({ length: 12 }, (_, n) => firstEvent(100 + n));
    const { failures } = await relayed(records, { batches: [], refuse: ['evt_111', 'evt_103'] });
    expect(failures).toEqual(['103', '111']);
  });

  it('answers a complete batch when the queue cannot be reached, and still sends the others', async () => {
    const records = Array.from({ length: 12 }, (_, n) => firstEvent(100 + n));
    const { failures, batches } = await relayed(records, { batches: [], refuse: [], breaksAt: 1 });
    expect(failures).toEqual(records.slice(0, 10).map((record) => record.dynamodb?.SequenceNumber));
    expect(batches[1]).toHaveLength(2);
  });

  it('answers a malformed record as failed, sends the others, and logs nothing of its content', async () => {
    const malformed: DynamoDBRecord = {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: '101', NewImage: { transactionId: { S: 'secret-content' } } },
    };
    const { failures, batches, lines } = await relayed([firstEvent(100), malformed, firstEvent(102)]);
    expect(failures).toEqual(['101']);
    expect(batches.flat()).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('secret-content');
  });
});

describe('the filter of the stream', () => {
  // A reading of the patterns that knows just what they use: nested objects, and lists of exact strings.
  function matches(pattern: unknown, value: unknown): boolean {
    if (Array.isArray(pattern)) return pattern.includes(value);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(pattern as object).every(([key, part]) => matches(part, (value as never)[key]));
  }
  const passes = (record: unknown) => STREAM_FILTERS.some((pattern) => matches(pattern, record));
  const statuses = ['pending', 'paid', 'failed', 'cancelled'];

  it('passes exactly the changes of status that a transaction may make (§3, D9)', () => {
    const made = statuses.flatMap((from) =>
      statuses.flatMap((to) => {
        const dynamodb = { OldImage: { status: { S: from } }, NewImage: { status: { S: to } } };
        return passes({ eventName: 'MODIFY', dynamodb }) ? [`${from} ${to}`] : [];
      }),
    );
    expect(made).toEqual(['pending paid', 'pending failed', 'pending cancelled', 'failed paid', 'cancelled paid']);
  });

  it('passes the insert of a test event and no other insert', () => {
    const item = testEventItem({ transactionId: 'test_1', eventId: 'evt_t', merchantId: 'mer_7', nowMs: 1 });
    const insert = (NewImage: unknown) => ({ eventName: 'INSERT', dynamodb: { NewImage } });
    expect(passes(insert(toAttributes(item)))).toBe(true);
    expect(passes(insert(image({ status: 'pending', settlements: [] })))).toBe(false);
    expect(passes({ ...insert(toAttributes(item)), eventName: 'MODIFY' })).toBe(false);
  });

  it('fits within the five patterns a mapping may have', () => {
    expect(STREAM_FILTERS.length).toBeLessThanOrEqual(5);
  });
});
