import { BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { totals, totalsInput } from '../../functions/dashboard/finance/totals.ts';
import { sumOf, type Totals, together } from '../../functions/finance/totals/totals.ts';
import { totalsOn } from '../../functions/finance/wiring.ts';
import { type Attribute, toAttributes } from '../../functions/runtime/attributes.ts';
import { sideBySide } from '../../functions/runtime/side-by-side.ts';
import { paymentItem } from '../rig/stored-movements.ts';
import { createTables, startDatabase, TABLES } from '../rig/tables.ts';
import { grouped, type Section } from './report.ts';

const FROM_MS = Date.parse('2026-09-30T23:00:00Z');
const TO_MS = Date.parse('2026-11-01T00:00:00Z');
const MONTH = { from: '2026-10-01', to: '2026-10-31' };
const TODAY = { from: '2026-10-15', to: '2026-10-15' };
const SMALL_MERCHANTS = 1_000;
const PAYMENTS_OF_A_SMALL_ONE = 20;

/** How long the totals of a month take, by the endpoint over the embedded engine. The times are only shown. */
export async function totalsSection({ quick }: { quick: boolean }): Promise<Section> {
  const large = quick ? 10_000 : 100_000;
  const { client, stop } = await startDatabase();
  try {
    // As `runtime/dynamo.ts` does.
    client.middlewareStack.remove('loggerMiddleware');
    await createTables(client);
    const small = Array.from({ length: SMALL_MERCHANTS }, (_, index) => `mer_${String(index).padStart(4, '0')}`);
    await write(client, paymentsOf('mer_large', large));
    await write(
      client,
      small.flatMap((merchantId, index) => paymentsOf(merchantId, PAYMENTS_OF_A_SMALL_ONE, index / SMALL_MERCHANTS)),
    );
    const run = totals({ ...totalsOn({ dynamo: client }, TABLES), merchantIds: async () => small });
    const measured = async (name: string, input: object) => {
      const [begunMs, usedBefore] = [performance.now(), process.cpuUsage()];
      const parts = await allParts(run, input);
      const tookMs = performance.now() - begunMs;
      const { user, system } = process.cpuUsage(usedBefore);
      const { movements, statuses } = together(parts);
      const { count } = sumOf([...movements, ...statuses]);
      return {
        name,
        values: [grouped(count), String(parts.length), grouped(tookMs), grouped((user + system) / 1_000)],
      };
    };
    const ofLarge = { ...MONTH, merchantId: 'mer_large' };
    return {
      title: 'Totals',
      columns: ['payments', 'calls', 'ms', 'processor ms'],
      figures: [
        await measured('a month of one merchant, the first call', ofLarge),
        await measured('a month of one merchant', ofLarge),
        await measured('its statuses', { ...ofLarge, of: 'statuses' }),
        await measured(`a day of ${grouped(SMALL_MERCHANTS)} merchants`, TODAY),
        await measured(`a month of ${grouped(SMALL_MERCHANTS)} merchants`, MONTH),
      ],
      notes: [
        'The times include the embedded engine, which shares the processors with all else. The processor time is of the',
        'function alone, which parses 170 bytes a payment.',
      ],
    };
  } finally {
    await stop();
  }
}

async function allParts(run: ReturnType<typeof totals>, input: object): Promise<Totals[]> {
  const parts: Totals[] = [];
  let cursor: string | null = null;
  do {
    const fields: object = { of: 'movements', ...input, ...(cursor !== null && { cursor }) };
    const part = await run(totalsInput.parse(fields), { userId: 'ana', roles: ['finance'] });
    parts.push(part);
    cursor = part.cursor;
  } while (cursor !== null);
  return parts;
}

/** Over the month, the first after this part of the time between two. */
function paymentsOf(merchantId: string, count: number, begin = 0) {
  const stepMs = (TO_MS - FROM_MS) / count;
  return Array.from({ length: count }, (_, index) =>
    paymentItem({ merchantId, atMs: Math.floor(FROM_MS + (index + begin) * stepMs), cents: 1_000 + (index % 500) }),
  );
}

async function write(client: DynamoDBClient, items: Record<string, Attribute>[]) {
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, index) =>
    items.slice(25 * index, 25 * (index + 1)),
  );
  await sideBySide(batches, 8, async (batch) => {
    const puts = batch.map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TABLES.transactions]: puts } }));
  });
}
