import { signatureBy, standardSignatureBy } from '../../support/payload.ts';

/** How a merchant's server reacts to a POST: a status, no answer, or a dropped connection before or in the answer. */
export type Reply = number | 'hang' | 'reset' | 'truncated';

/** One received POST. */
export interface Post {
  eventId: string;
  kind: string;
  body: string;
  /** How many Standard Webhooks signatures are by a valid secret. */
  signatures: number;
  reply: Reply;
}

type Headers = Record<string, string | string[] | undefined>;

/** The merchant's current secret, and during a rotation the previous one with the end of the overlap. */
interface Secrets {
  current: string;
  previous?: { secret: string; until: number };
}

/** A merchant's server. It verifies each POST. */
export class Hook {
  readonly url: string;
  readonly #nowMs: () => number;
  posts: Post[] = [];
  /** Problems with POSTs: signature, headers, or content that was untrue at the time. */
  readonly problems: string[] = [];
  secrets: Secrets = { current: '' };
  /** Whether the content of a POST is true, checked against the bank. */
  isTrue: (post: Omit<Post, 'reply'>) => boolean = () => true;
  /** Decides the answer to each POST. `number` counts from 1. */
  reply: (post: Omit<Post, 'reply'>, number: number) => Reply | Promise<Reply> = () => 200;

  constructor(url: string, nowMs: () => number) {
    this.url = url;
    this.#nowMs = nowMs;
  }

  /** Receives a POST. Header names are in lower case. */
  async receive(headers: Headers, bytes: Buffer): Promise<Reply> {
    const header = (name: string) => String(headers[name] ?? '');
    const { current, previous } = this.secrets;
    const isRotating = previous !== undefined && this.#nowMs() < previous.until;
    this.problems.push(...this.#headerProblems(header, bytes, isRotating ? previous.secret : current));
    // One signature by a valid secret is enough for a merchant (D14, D22).
    const [eventId, timestampS] = [header('webhook-id'), Number(header('webhook-timestamp'))];
    const given = header('webhook-signature').split(' ');
    const signatures = (isRotating ? [current, previous.secret] : [current]).filter((secret) =>
      given.includes(standardSignatureBy(bytes, secret, eventId, timestampS)),
    ).length;
    const post = { eventId, kind: header('x-service-event'), body: bytes.toString(), signatures };
    if (signatures === 0) this.problems.push('no standard signature by a valid secret');
    if (!this.isTrue(post)) this.problems.push(`untrue at the time: ${post.kind} of ${post.eventId}`);
    const received: Post = { ...post, reply: 'reset' };
    this.posts.push(received);
    received.reply = await this.reply(post, this.posts.length);
    return received.reply;
  }

  /** Verifies the contract's signature over the raw body (§5.2) and the headers of §6.2. */
  #headerProblems(header: (name: string) => string, bytes: Buffer, secret: string): string[] {
    const text = bytes.toString();
    const event = text.startsWith('{') ? (JSON.parse(text) as { event: string }).event : '';
    return [
      header('x-service-signature') !== signatureBy(bytes, secret) && 'wrong contract signature',
      Math.abs(Number(header('webhook-timestamp')) * 1_000 - this.#nowMs()) > 60_000 && 'wrong webhook-timestamp',
      header('x-service-event') !== event && 'different events in header and body',
      header('user-agent') !== 'Service-Webhook/1.0' && 'wrong User-Agent',
      header('content-type') !== 'application/json' && 'wrong Content-Type',
    ].filter((problem) => problem !== false);
  }
}

/** The contract's timeout (§6.4). The world's clock advances by it when a server does not answer. */
export const WEBHOOK_DEADLINE_MS = 8_000;
