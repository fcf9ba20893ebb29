import { createServer, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
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
  const server = createServer((incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1];
    const refusal = refusals.get(operation ?? '');
    refusals.delete(operation ?? '');
    if (refusal) {
      buffer(incoming).then(() => outgoing.writeHead(400, JSON_HEADERS).end(refusal()));
      return;
    }
    const loses = operation !== undefined && operation === next;
    if (loses) next = undefined;
    const change = changes.get(operation ?? '');
    changes.delete(operation ?? '');
    const { method, headers, url = '/' } = incoming;
    const forwarded = httpRequest(new URL(url, target), { method, headers }, (answer) => {
      if (loses) {
        answer.resume().once('end', () => {
          lost += 1;
          outgoing.socket?.resetAndDestroy();
        });
        return;
      }
      if (change) {
        buffer(answer).then((bytes) => {
          const { status, text } = change(bytes.toString());
          outgoing.writeHead(status, JSON_HEADERS).end(text);
        });
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
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
