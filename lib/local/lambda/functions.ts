import { statSync } from 'node:fs';
import { isObject, objectOf } from '../json.ts';
import type { Log } from '../log.ts';
import { arnOf, REGION } from '../template/names.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import type { FunctionSpec } from './environment.ts';
import { FunctionPool, type PoolOutcome } from './pool.ts';

export interface FunctionSurroundings {
  endpoints: { dynamodb: string; sqs: string; secretsManager: string; ses?: string };
  environment: Readonly<Record<string, string>>;
  trustedCaFiles: readonly string[];
  /** The most of a function at a time. */
  environments?: number | undefined;
  clockAhead: SharedArrayBuffer;
  log: Log;
}

const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MB = 128;

/** Environment variables that direct an AWS SDK to the engines. */
export function clientEnvironment(endpoints: FunctionSurroundings['endpoints']): Record<string, string> {
  return {
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
    ...(endpoints.ses !== undefined && { AWS_ENDPOINT_URL_SESV2: endpoints.ses }),
  };
}

/** The number of calls of a function since the start. */
export interface CallCount {
  calls: number;
  failed: number;
}

/** All functions of the assembly, called by ARN. */
export class Functions {
  readonly #pools = new Map<string, FunctionPool>();
  readonly #counts = new Map<string, CallCount>();

  constructor(resources: readonly Resource[], surroundings: FunctionSurroundings) {
    for (const resource of resources) {
      if (resource.type !== 'AWS::Lambda::Function') continue;
      const spec = specOf(resource, surroundings);
      const onLine = (line: string, level?: 'error') =>
        surroundings.log({ kind: 'function', functionName: spec.functionName, line, ...(level ? { level } : {}) });
      this.#pools.set(spec.functionArn, new FunctionPool(spec, onLine, surroundings.environments));
    }
  }

  has(arn: string): boolean {
    return this.#pools.has(arn);
  }

  spec(arn: string): FunctionSpec {
    return this.#pool(arn).spec;
  }

  maxConcurrency(arn: string): number {
    return this.#pool(arn).maxConcurrency;
  }

  async invoke(arn: string, event: unknown): Promise<PoolOutcome> {
    const pool = this.#pool(arn);
    const outcome = await pool.invoke(event);
    const { calls, failed } = this.#counts.get(pool.spec.functionName) ?? { calls: 0, failed: 0 };
    this.#counts.set(pool.spec.functionName, {
      calls: calls + 1,
      failed: failed + (outcome.kind === 'answered' ? 0 : 1),
    });
    return outcome;
  }

  /** Ended calls by function name since the start of the host. */
  counts(): ReadonlyMap<string, CallCount> {
    return new Map(this.#counts);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.stop()));
  }

  #pool(arn: string): FunctionPool {
    const pool = this.#pools.get(arn);
    if (!pool) throw new Error(`No function ${arn} in the assembly`);
    return pool;
  }
}

function specOf(resource: Resource, surroundings: FunctionSurroundings): FunctionSpec {
  const { properties, physicalId } = resource;
  const runtime = String(properties.Runtime ?? '');
  if (!runtime.startsWith('nodejs'))
    throw new UnsupportedError(resource, `property Runtime (${runtime})`, 'only Node runtimes are supported');
  const taskRoot = codeFolder(resource);
  const memorySizeMb = Number(properties.MemorySize ?? DEFAULT_MEMORY_MB);
  const settings = {
    taskRoot,
    handler: String(properties.Handler),
    functionName: physicalId,
    functionArn: arnOf('lambda', `function:${physicalId}`),
    memorySizeMb,
  };
  return {
    ...settings,
    trustedCaFiles: surroundings.trustedCaFiles,
    clockAhead: surroundings.clockAhead,
    timeoutMs: Number(properties.Timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    variables: {
      ...runtimeVariables(settings),
      ...clientEnvironment(surroundings.endpoints),
      ...ownVariables(resource),
      ...surroundings.environment,
    },
    ...(properties.ReservedConcurrentExecutions === undefined
      ? {}
      : { reservedConcurrency: Number(properties.ReservedConcurrentExecutions) }),
  };
}

function codeFolder(resource: Resource): string {
  const { Code: code } = resource.properties;
  const key = isObject(code) ? String(code.S3Key) : '';
  const folder = resource.assets.get(key);
  if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnsupportedError(resource, 'property Code', `the assembly has no folder for the asset ${key}`);
  }
  return folder;
}

function ownVariables(resource: Resource): Record<string, string> {
  const variables = objectOf(objectOf(resource.properties.Environment).Variables);
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
}

function runtimeVariables(settings: {
  taskRoot: string;
  handler: string;
  functionName: string;
  memorySizeMb: number;
}): Record<string, string> {
  return {
    AWS_LAMBDA_FUNCTION_NAME: settings.functionName,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memorySizeMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${settings.functionName}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_SESSION_TOKEN: 'local',
    LAMBDA_TASK_ROOT: settings.taskRoot,
    LAMBDA_RUNTIME_DIR: '/var/runtime',
    _HANDLER: settings.handler,
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
  };
}
