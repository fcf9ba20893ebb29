import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { WebhookSecrets } from '../../../functions/webhooks/signature.ts';
import { contractSignature, standardSignature } from '../../../functions/webhooks/signature.ts';
import { authority } from '../../support/webhook-servers.ts';

/** What a merchant's server does with a POST: a status; never a word; or the connection dropped before or in its answer. */
export type Reply = number | 'hang' | 'reset' | 'truncated';

/** One POST as it arrived. */
export interface Post {
  eventId: string;
  kind: string;
  body: string;
  /** How many of the Standard Webhooks signatures are by a secret that counts. */
  signatures: number;
  reply: Reply;
}

export interface Hook {
  url: string;
  posts: Post[];
  /** What was wrong with a POST: signature, headers, or content that was not so at that moment. */
  problems: string[];
  /** The merchant's secrets as they stand now, and the service's time. */
  secrets: WebhookSecrets;
  /** Whether what a POST says is so, by a source of its own: here the bank. */
  isTrue(post: Omit<Post, 'reply'>): boolean;
  /** Called with each POST before it is answered; `number` counts from 1. */
  reply(post: Omit<Post, 'reply'>, number: number): Reply | Promise<Reply>;
}

export interface FaultReceiver {
  hook(nowMs: () => number): Hook;
  /** A hook's memory is dropped, for runs that go on for a long time. */
  forget(hook: Hook): void;
  stop(): Promise<void>;
}

/** An HTTPS server for all merchants of a world, a path for each; it checks each POST as a careful merchant would. */
export async function startReceiver(): Promise<FaultReceiver> {
  const hooks = new Map<string, { hook: Hook; nowMs: () => number }>();
  const sockets = new Set<Duplex>();
  const server = createServer(authority.certificate, async (request, response) => {
    const found = hooks.get(request.url ?? '');
    const bytes = await buffer(request).catch(() => undefined);
    if (!found || !bytes) return void response.writeHead(404).end();
    const { hook, nowMs } = found;
    hook.problems.push(...problemsOf(request.headers, bytes, hook.secrets, nowMs()));
    const header = (name: string) => String(request.headers[name] ?? '');
    const signatures = standardSignatures(request.headers, bytes, hook.secrets, nowMs());
    const post = { eventId: header('webhook-id'), kind: header('x-service-event'), body: bytes.toString(), signatures };
    if (signatures === 0) hook.problems.push('no standard signature by a secret that counts');
    if (!hook.isTrue(post)) hook.problems.push(`untrue at the time: ${post.kind} of ${post.eventId}`);
    const kept: Post = { ...post, reply: 'reset' };
    hook.posts.push(kept);
    kept.reply = await hook.reply(post, hook.posts.length);
    if (typeof kept.reply === 'number') {
      // One of the refusals comes with words, which the service keeps.
      const words = kept.reply === 503 ? 'later, please' : '';
      return void response.writeHead(kept.reply, { 'Content-Length': words.length }).end(words);
    }
    if (kept.reply === 'truncated') {
      // A status line that ends before its headers do, so that nobody may take it for an answer.
      request.socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => request.socket.destroy());
    }
    if (kept.reply === 'reset') request.socket.destroy();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  let made = 0;
  return {
    hook: (nowMs) => {
      const path = `/${++made}`;
      const url = origin + path;
      const hook: Hook = {
        url,
        posts: [],
        problems: [],
        secrets: { current: '' },
        isTrue: () => true,
        reply: () => 200,
      };
      hooks.set(path, { hook, nowMs });
      return hook;
    },
    forget: ({ url }) => void hooks.delete(new URL(url).pathname),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

type Headers = Record<string, string | string[] | undefined>;

/** How many secrets that count now have signed the bytes as they came (D14, D22); one is enough for a merchant. */
function standardSignatures(
  headers: Headers,
  bytes: Buffer,
  { current, previous }: WebhookSecrets,
  nowMs: number,
): number {
  const secrets = previous !== undefined && nowMs < previous.until ? [current, previous.secret] : [current];
  const [eventId, timestampS] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  const given = String(headers['webhook-signature']).split(' ');
  return secrets.filter((secret) => given.includes(standardSignature(bytes, secret, eventId, timestampS))).length;
}

/** The contract's signature over the bytes as they came (§5.2) and the headers of §6.2. */
function problemsOf(headers: Headers, bytes: Buffer, { current, previous }: WebhookSecrets, nowMs: number): string[] {
  const text = bytes.toString();
  const isRotating = previous !== undefined && nowMs < previous.until;
  const contract = contractSignature(bytes, isRotating ? previous.secret : current);
  const timestampS = Number(headers['webhook-timestamp']);
  const event = text.startsWith('{') ? (JSON.parse(text) as { event: string }).event : '';
  return [
    headers['x-service-signature'] !== contract && 'wrong contract signature',
    Math.abs(timestampS * 1_000 - nowMs) > 60_000 && 'wrong webhook-timestamp',
    headers['x-service-event'] !== event && 'header and body name different events',
    headers['user-agent'] !== 'Service-Webhook/1.0' && 'wrong User-Agent',
    headers['content-type'] !== 'application/json' && 'wrong Content-Type',
  ].filter((problem) => problem !== false);
}
