import type { Gateway } from '../api/gateway.ts';
import type { ApiAnswer } from '../api/proxy-answer.ts';
import type { ApiRequest } from '../api/request.ts';
import type { Log } from '../log.ts';
import type { Bucket, StoredObject } from './deployment.ts';
import type { Behavior, Distribution } from './distribution.ts';
import type { EdgeFunction, EdgeOutcome } from './edge-function.ts';

export interface SiteParts {
  distribution: Distribution;
  /** By bucket name. */
  buckets: ReadonlyMap<string, Bucket>;
  /** By name of the stage. */
  gateways: ReadonlyMap<string, Gateway>;
  log: Log;
}

export type SiteRequest = Omit<ApiRequest, 'body'> & { body: string | null | 'too-large' };
/** `isPage`: answered by the distribution itself, and not by an API. */
export type SiteAnswer = ApiAnswer & { functionName?: string; isPage?: boolean };

const DENIED =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

/** The distribution: one address for the page's files and its API, without a cache. */
export class Site {
  readonly #parts: SiteParts;

  constructor(parts: SiteParts) {
    this.#parts = parts;
  }

  /** Whether the API of that stage is reached through the distribution. */
  covers(stage: string): boolean {
    const apiId = this.#parts.gateways.get(stage)?.apiId;
    return this.#parts.distribution.some(({ origin }) => origin.kind === 'api' && origin.apiId === apiId);
  }

  async answer(request: SiteRequest): Promise<SiteAnswer> {
    const behavior = this.#behaviorOf(request.target);
    const answer = behavior.methods.has(request.method)
      ? await this.#fromBehavior(behavior, request)
      : plain(403, 'This distribution is not configured to allow the HTTP request method that was used.');
    return { ...answer, headers: behavior.headers.apply(answer.headers), isPage: behavior.origin.kind !== 'api' };
  }

  /** The first behaviour whose prefix matches; the default one matches always. */
  #behaviorOf(path: string): Behavior {
    const found = this.#parts.distribution.find(({ prefix = '' }) => path.startsWith(prefix));
    if (!found) throw new Error('A distribution has no default behaviour');
    return found;
  }

  async #fromBehavior(behavior: Behavior, request: SiteRequest): Promise<SiteAnswer> {
    let uri = request.target;
    if (behavior.onRequest) {
      const outcome = this.#onRequest(behavior.onRequest, uri);
      if (outcome.kind === 'response') return outcome;
      uri = outcome.uri;
    }
    const { origin } = behavior;
    if (origin.kind === 'api') return this.#fromApi(uri, request);
    const object = this.#parts.buckets.get(origin.bucketName)?.get(decoded(uri.slice(1)))?.();
    return object ? fromBucket(object) : accessDenied();
  }

  #onRequest(edge: EdgeFunction, uri: string): EdgeOutcome {
    try {
      return edge.onRequest(uri);
    } catch (error) {
      this.#parts.log({ kind: 'host', level: 'error', text: `edge function failed: ${String(error)}` });
      return { kind: 'response', ...plain(503, 'The CloudFront function associated with the distribution failed.') };
    }
  }

  async #fromApi(path: string, { body, ...request }: SiteRequest): Promise<SiteAnswer> {
    const [, stage = '', ...rest] = path.split('/');
    const gateway = this.#parts.gateways.get(stage);
    if (!gateway) return plain(403, 'Forbidden');
    const forwarded = { ...request, stage, path: `/${rest.join('/')}` };
    if (body === 'too-large') return gateway.refuse(forwarded, { type: 'REQUEST_TOO_LARGE' });
    return gateway.answer({ ...forwarded, body });
  }
}

function fromBucket({ body, contentType, cacheControl }: StoredObject): SiteAnswer {
  const headers: SiteAnswer['headers'] = [
    ['Content-Type', contentType],
    ['Cache-Control', cacheControl],
  ];
  return { status: 200, headers, body };
}

/** S3's response to a caller who may read objects but not list them. */
function accessDenied(): ApiAnswer {
  return { status: 403, headers: [['Content-Type', 'application/xml']], body: Buffer.from(DENIED) };
}

function plain(status: number, message: string): ApiAnswer {
  return { status, headers: [['Content-Type', 'text/plain']], body: Buffer.from(message) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
