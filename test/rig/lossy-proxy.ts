import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { forward } from '../support/network/forward.ts';
import { listening } from '../support/network/listening.ts';

export interface LossyProxy {
  endpoint: string;
  /** Passes the next request of this operation to the engine and drops the connection instead of answering. */
  loseAnswerOf(operation: string): void;
  /** Replaces the engine's answer to the next request of this operation. */
  changeAnswerOf(operation: string, change: ChangeAnswer): void;
  /** Answers the next request of this operation in the engine's place, with the answer's text and a status of 400. */
  refuse(operation: string, answer: () => string): void;
  /** Number of lost answers. */
  lost(): number;
  close(): Promise<void>;
}

/** Returns the complete new answer from the text of the original. */
export type ChangeAnswer = (text: string) => { status: number; text: string };

const JSON_HEADERS = { 'content-type': 'application/x-amz-json-1.0' };

/** A proxy between the SDK and an engine that can lose an answer after the write. */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  let next: string | undefined;
  let lost = 0;
  const changes = new Map<string, ChangeAnswer>();
  const refusals = new Map<string, () => string>();
  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const [refusal, change, loses] = [refusals.get(operation), changes.get(operation), operation === next];
    for (const plans of [refusals, changes]) plans.delete(operation);
    if (loses) next = undefined;
    const body = await buffer(incoming).catch(() => undefined);
    if (!body) return;
    if (refusal) return void outgoing.writeHead(400, JSON_HEADERS).end(refusal());
    const answer = await forward(incoming, body, target).catch(() => undefined);
    if (!answer) return void outgoing.destroy();
    if (loses) {
      lost += 1;
      return void outgoing.socket?.resetAndDestroy();
    }
    if (!change) return void outgoing.writeHead(answer.status, answer.headers).end(answer.bytes);
    const { status, text } = change(answer.bytes.toString());
    outgoing.writeHead(status, JSON_HEADERS).end(text);
  });
  const { origin, stop } = await listening(server);
  return {
    endpoint: origin,
    loseAnswerOf: (operation) => {
      next = operation;
    },
    changeAnswerOf: (operation, change) => void changes.set(operation, change),
    refuse: (operation, answer) => void refusals.set(operation, answer),
    lost: () => lost,
    close: stop,
  };
}
