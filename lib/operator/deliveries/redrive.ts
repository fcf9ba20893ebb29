import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { Reading } from '../../../functions/runtime/reading.ts';
import { type DeliveryMessage, type DeliveryQueue, parseMessage } from '../../../functions/webhooks/delivery-queue.ts';
import { batchesIn, deleteMessages, putBack } from './dead-letters.ts';

export interface RedriveReport {
  /** Messages in the dead-letter queue. */
  found: number;
  /** Sent; with `dryRun`, to be sent. */
  sent: number;
  /** Messages of a delivery that was sent already; they are deleted. */
  repeats: number;
  /** Left in the queue: no function can read them. */
  malformed: { messageId: string; reason: string; body: string }[];
}

/**
 * Sends dead letters to the queue they came from, one for each delivery, and deletes them. Each is parsed first, so
 * that malformed messages stay and are listed; SQS's own message move task would move them too. Safe to repeat and to
 * interrupt: a message holds ids only, and a delivery ignores a repeat.
 */
export async function redrive(
  sqs: SQSClient,
  queues: { deadLettersUrl: string; queue: DeliveryQueue },
  { dryRun }: { dryRun: boolean },
): Promise<RedriveReport> {
  const { deadLettersUrl } = queues;
  const report: RedriveReport = { found: 0, sent: 0, repeats: 0, malformed: [] };
  const remaining: Message[] = [];
  const sent = new Set<string>();
  for await (const batch of batchesIn(sqs, deadLettersUrl)) {
    const { fresh, repeats, malformed } = sorted(batch, sent);
    const unsent = dryRun ? [] : await send(queues.queue, fresh);
    for (const { message } of unsent) sent.delete(nameOf(message));
    const accepted = fresh.filter((each) => !unsent.includes(each));
    report.found += batch.length;
    report.sent += accepted.length;
    report.repeats += repeats.length;
    report.malformed.push(...malformed.map(({ letter, reason }) => shown(letter, reason)));
    const done = [...accepted.map(({ letter }) => letter), ...repeats];
    remaining.push(...[...unsent, ...malformed].map(({ letter }) => letter));
    // Deleted last: a crash in between sends twice and loses nothing.
    if (dryRun) remaining.push(...done);
    else await deleteMessages(sqs, deadLettersUrl, done);
  }
  await putBack(sqs, deadLettersUrl, remaining);
  return report;
}

interface Sorted {
  fresh: { letter: Message; message: DeliveryMessage }[];
  repeats: Message[];
  malformed: { letter: Message; reason: string }[];
}

/** Sorts the letters of a batch; adds the fresh ones to `sent`. */
function sorted(batch: readonly Message[], sent: Set<string>): Sorted {
  const letters: Sorted = { fresh: [], repeats: [], malformed: [] };
  for (const letter of batch) {
    const reading = read(letter.Body ?? '');
    if (!reading.ok) letters.malformed.push({ letter, reason: reading.problem });
    else if (sent.has(nameOf(reading.value))) letters.repeats.push(letter);
    else {
      sent.add(nameOf(reading.value));
      letters.fresh.push({ letter, message: reading.value });
    }
  }
  return letters;
}

function shown({ MessageId: messageId = '', Body: body = '' }: Message, reason: string) {
  return { messageId, reason, body };
}

function nameOf({ transactionId, eventId, series }: DeliveryMessage): string {
  return `${transactionId} ${eventId} ${series}`;
}

async function send<Each extends { message: DeliveryMessage }>(queue: DeliveryQueue, fresh: Each[]): Promise<Each[]> {
  if (fresh.length === 0) return [];
  const positions = await queue.sendBatch(fresh.map(({ message }) => message));
  return fresh.filter((_, position) => positions.includes(position));
}

function read(body: string): Reading<DeliveryMessage> {
  try {
    return { ok: true, value: parseMessage(body) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: 'it is not JSON' };
    const issues = (error as { issues?: { path: PropertyKey[] }[] }).issues ?? [];
    const fields = [...new Set(issues.map(({ path }) => String(path[0] ?? 'body')))];
    return { ok: false, problem: `not a delivery message: missing or malformed: ${fields.join(', ')}` };
  }
}
