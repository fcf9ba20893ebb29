import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../../support/network/listening.ts';

export interface HookAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Delay before the answer. */
  delayMs?: number;
}

export interface HookRequest {
  method: string;
  /** When the complete request had arrived, in milliseconds since the epoch. */
  arrivedAt: number;
  /** Names as sent, in their original case. */
  headers: [name: string, value: string][];
  body: Buffer;
}

/** One merchant's endpoint: received requests and answers. */
export interface Hook {
  url: string;
  readonly requests: HookRequest[];
  /** The answers; may be replaced at any time. `number` counts the requests from 1. */
  answers: (number: number) => HookAnswer | Promise<HookAnswer>;
}

export interface HookReceiver {
  hook(): Hook;
  stop(): Promise<void>;
}

/** An HTTPS server that records every request. Each hook has its own path. */
export async function startHookReceiver(certificate: { cert: string; key: string }): Promise<HookReceiver> {
  const hooks = new Map<string, Hook>();
  const server = createServer(certificate, async (request, response) => {
    const hook = hooks.get(request.url ?? '');
    const body = await buffer(request).catch(() => undefined);
    if (!hook || !body) return void response.writeHead(404).end();
    hook.requests.push({
      method: request.method ?? '',
      arrivedAt: Date.now(),
      headers: pairs(request.rawHeaders),
      body,
    });
    await give(response, await hook.answers(hook.requests.length));
  });
  const { origin, stop } = await listening(server);
  return {
    hook: () => {
      const path = `/hooks/${hooks.size + 1}`;
      const hook: Hook = { url: origin + path, requests: [], answers: () => ({ status: 200 }) };
      hooks.set(path, hook);
      return hook;
    },
    stop,
  };
}

async function give(response: ServerResponse, { status, headers = {}, body = '', delayMs = 0 }: HookAnswer) {
  if (delayMs > 0) await sleep(delayMs);
  // The sender may have disconnected.
  if (!response.destroyed) response.writeHead(status, headers).end(body);
}

function pairs(rawHeaders: string[]): [string, string][] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : [],
  );
}

/** A webhook's body (§6.3). */
export interface Payload {
  event: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The bodies a hook has received, in order of arrival, repeats included. */
export function payloads({ requests }: Pick<Hook, 'requests'>): Payload[] {
  return requests.map(({ body }) => JSON.parse(body.toString()) as Payload);
}
