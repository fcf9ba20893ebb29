import type { Functions } from '../lambda/functions.ts';
import type { PoolOutcome } from '../lambda/pool.ts';
import type { Log } from '../log.ts';
import { arnOf } from '../template/names.ts';
import { type EventContext, judge, judgeFailure, type Verdict } from './authorizer.ts';
import { judgeToken, type VerifyToken } from './cognito-authorizer.ts';
import { authorizerEvent, type Landing, proxyEvent } from './event.ts';
import { type Refusal, type ResponseType, renderRefusal } from './gateway-response.ts';
import { type Api, functionsOf, type Method } from './model.ts';
import { type ApiAnswer, readProxyAnswer } from './proxy-answer.ts';
import type { FunctionAuthorizer } from './read-authorizer.ts';
import type { ApiRequest } from './request.ts';
import { matchRoute } from './routes.ts';

/** One request on its way through an API: authorizer, usage plan, integration, in that order as on AWS. */
export class Gateway {
  readonly #api: Api;
  readonly #functions: Functions;
  readonly #verifyToken: VerifyToken;
  readonly #log: Log;

  constructor(api: Api, functions: Functions, verifyToken: VerifyToken, log: Log) {
    this.#api = api;
    this.#functions = functions;
    this.#verifyToken = verifyToken;
    this.#log = log;
  }

  get apiId(): string {
    return this.#api.apiId;
  }

  /** Every function it calls, in the order in which they are to be ready. */
  functionArns(): string[] {
    return [...functionsOf(this.#api)];
  }

  async answer(request: ApiRequest): Promise<ApiAnswer & { functionName?: string }> {
    const match = matchRoute(this.#api.root, request.path);
    const method = match?.node.methods.get(request.method) ?? match?.node.methods.get('ANY');
    if (!match || !method) return this.refuse(request, { type: 'MISSING_AUTHENTICATION_TOKEN' });
    const landing: Landing = {
      apiId: this.#api.apiId,
      resourceId: match.node.id,
      resourcePath: match.node.resourcePath,
      pathParameters: match.parameters,
      stageVariables: this.#api.variables,
    };
    const authorized = await this.#authorize(method, request, landing);
    if (authorized && authorized.kind !== 'allowed') return this.#refuseVerdict(request, authorized);
    const context = authorized?.context;
    const refusal = this.#meter(request, method, authorized);
    if (refusal) return this.refuse(request, { type: refusal }, context);
    const { functionName } = this.#functions.spec(method.functionArn);
    return { ...(await this.#integrate(method, request, landing, context)), functionName };
  }

  /** The gateway's own answer to a request. */
  refuse(
    request: Pick<ApiRequest, 'requestId' | 'stage' | 'path' | 'method' | 'sourceIp'>,
    refusal: Refusal,
    authorizer?: EventContext,
  ): ApiAnswer {
    const context = new Map([
      ['requestId', request.requestId],
      ['extendedRequestId', request.requestId],
      ['stage', request.stage],
      ['apiId', this.#api.apiId],
      ['httpMethod', request.method],
      ['path', `/${request.stage}${request.path}`],
      ['identity.sourceIp', request.sourceIp],
    ]);
    for (const [name, value] of Object.entries(authorizer ?? {})) {
      if (typeof value === 'string') context.set(`authorizer.${name}`, value);
    }
    const { status, headers, body } = renderRefusal(refusal, this.#api.responses, context);
    const all = { 'x-amzn-ErrorType': errorType(refusal.type), ...headers };
    return { status, headers: Object.entries(all).map(([name, value]) => [name, [value]]), body: Buffer.from(body) };
  }

  async #authorize({ authorizer }: Method, request: ApiRequest, landing: Landing): Promise<Verdict | undefined> {
    switch (authorizer?.kind) {
      case undefined:
        return undefined;
      case 'cognito':
        return judgeToken(authorizer, request.headers, this.#verifyToken);
      case 'function':
        return this.#askFunction(authorizer, request, landing);
    }
  }

  async #askFunction(authorizer: FunctionAuthorizer, request: ApiRequest, landing: Landing): Promise<Verdict> {
    const sent = new Set(request.headers.filter(([, value]) => value !== '').map(([name]) => name.toLowerCase()));
    if (authorizer.requiredHeaders.some((name) => !sent.has(name))) return { kind: 'unauthorized' };
    const methodArn = arnOf(
      'execute-api',
      `${landing.apiId}/${request.stage}/${request.method}/${request.path.replace(/^\//, '')}`,
    );
    const outcome = await this.#functions.invoke(authorizer.functionArn, authorizerEvent(request, landing, methodArn));
    switch (outcome.kind) {
      case 'answered':
        return judge(outcome.payload, methodArn);
      case 'failed':
        return judgeFailure(outcome.error);
      case 'throttled':
        return { kind: 'failed' };
    }
  }

  #refuseVerdict(request: ApiRequest, verdict: Exclude<Verdict, { kind: 'allowed' }>): ApiAnswer {
    switch (verdict.kind) {
      case 'unauthorized': {
        const { message } = verdict;
        return this.refuse(request, { type: 'UNAUTHORIZED', ...(message === undefined ? {} : { message }) });
      }
      case 'denied': {
        const refusal: Refusal = { type: 'ACCESS_DENIED' };
        if (verdict.explicit) refusal.message = 'User is not authorized to access this resource with an explicit deny';
        return this.refuse(request, refusal, verdict.context);
      }
      case 'failed':
        return this.refuse(request, { type: 'AUTHORIZER_FAILURE' });
      case 'misconfigured':
        this.#warn(`The authorizer's answer cannot be used: ${verdict.why}`);
        return this.refuse(request, { type: 'AUTHORIZER_CONFIGURATION_ERROR' });
    }
  }

  #meter(
    request: ApiRequest,
    method: Method,
    authorized: (Verdict & { kind: 'allowed' }) | undefined,
  ): ResponseType | undefined {
    if (this.#api.throttle && !this.#api.throttle.take()) return 'THROTTLED';
    if (!method.apiKeyRequired) return undefined;
    const fromHeader = request.headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];
    const admission = this.#api.plans.admit(this.#api.keySource === 'AUTHORIZER' ? authorized?.apiKey : fromHeader);
    return admission === 'admitted' ? undefined : admission;
  }

  async #integrate(
    method: Method,
    request: ApiRequest,
    landing: Landing,
    context: EventContext | undefined,
  ): Promise<ApiAnswer> {
    const event = proxyEvent(request, landing, context);
    const outcome = await withLimit(this.#functions.invoke(method.functionArn, event), method.timeoutMs);
    switch (outcome.kind) {
      case 'late':
        return this.refuse(request, { type: 'INTEGRATION_TIMEOUT' }, context);
      case 'throttled':
        return { ...this.refuse(request, { type: 'DEFAULT_5XX' }, context), status: 500 };
      case 'failed':
        return this.refuse(request, { type: 'DEFAULT_5XX' }, context);
      case 'answered': {
        const answer = readProxyAnswer(outcome.payload);
        if (answer.kind === 'ok') return answer;
        this.#warn(`Malformed Lambda proxy response of ${method.functionArn}: ${answer.why}`);
        return this.refuse(request, { type: 'DEFAULT_5XX' }, context);
      }
    }
  }

  #warn(text: string): void {
    this.#log({ kind: 'host', level: 'warn', text });
  }
}

/** The function goes on after its time at the gateway is over, as on AWS. */
async function withLimit(outcome: Promise<PoolOutcome>, limitMs: number): Promise<PoolOutcome | { kind: 'late' }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ kind: 'late' }>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'late' }), limitMs);
  });
  const first = await Promise.race([outcome, late]);
  clearTimeout(timer);
  return first;
}

/** `MISSING_AUTHENTICATION_TOKEN` → `MissingAuthenticationTokenException` */
function errorType(type: ResponseType): string {
  const words = type.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Exception`;
}
