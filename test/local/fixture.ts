import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type Host, type HostOptions, type LogEntry, startHost } from '../../lib/local/host.ts';

type Properties = Record<string, unknown>;
export type Resources = Record<string, { Type: string; Properties?: Properties; [attribute: string]: unknown }>;

export interface StackFixture {
  resources: Resources;
  outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
  sections?: Record<string, unknown>;
}

const folders: string[] = [];
// Registered first and so run last, when every host of the file has stopped.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone when the test file has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-host-'));
  folders.push(folder);
  return folder;
}

/**
 * Writes a cloud assembly as the CDK does: manifest, templates, and one asset folder per source (`index.mjs`); further
 * asset folders with these files, by name.
 */
export function writeAssembly(
  stacks: Record<string, StackFixture>,
  sources: Record<string, string> = {},
  folders: Record<string, Record<string, string>> = {},
): string {
  const folder = temporaryFolder();
  const artifacts: Record<string, unknown> = {};
  const files: Record<string, unknown> = {};
  const assets = Object.entries(sources).map(([name, source]) => [name, { 'index.mjs': source }] as const);
  for (const [name, contents] of [...assets, ...Object.entries(folders)]) {
    for (const [file, content] of Object.entries(contents)) {
      const path = join(folder, `asset.${name}`, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    files[name] = {
      source: { path: `asset.${name}`, packaging: 'zip' },
      destinations: { here: { objectKey: `${name}.zip` } },
    };
  }
  for (const [name, { resources, outputs, sections }] of Object.entries(stacks)) {
    const template = { ...sections, Resources: resources, ...(outputs ? { Outputs: outputs } : {}) };
    writeFileSync(join(folder, `${name}.template.json`), JSON.stringify(template));
    writeFileSync(join(folder, `${name}.assets.json`), JSON.stringify({ files }));
    artifacts[`${name}.assets`] = { type: 'cdk:asset-manifest', properties: { file: `${name}.assets.json` } };
    artifacts[name] = {
      type: 'aws:cloudformation:stack',
      properties: { templateFile: `${name}.template.json` },
      dependencies: [`${name}.assets`],
    };
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));
  return folder;
}

export interface Started {
  host: Host;
  log: LogEntry[];
  options: HostOptions;
  get(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts a host on a fresh data folder (or the one given) and records what it logs. */
export async function start(assemblyDir: string, more: Partial<HostOptions> = {}): Promise<Started> {
  const log: LogEntry[] = [];
  const options: HostOptions = {
    assemblyDir,
    dataDir: temporaryFolder(),
    port: 0,
    onLog: (entry) => void log.push(entry),
    ...more,
  };
  const host = await startHost(options);
  return { host, log, options, get: (path, init) => fetch(`http://127.0.0.1:${host.port}${path}`, init) };
}

export function lambda(source: string, properties: Properties = {}): Resources[string] {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      // An expression that the host does not know, in a property that it ignores.
      Code: { S3Bucket: { 'Fn::Sub': 'assets' }, S3Key: `${source}.zip` },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      // The most behind an API.
      Timeout: 29,
      MemorySize: 128,
      Role: { 'Fn::GetAtt': ['AnyRole', 'Arn'] },
      ...properties,
    },
  };
}

export function table(properties: Properties = {}): Resources[string] {
  return {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      ...properties,
    },
  };
}

export function queue(properties: Properties = {}): Resources[string] {
  return { Type: 'AWS::SQS::Queue', Properties: properties };
}

export function mapping(functionId: string, source: [string, string], properties: Properties = {}): Resources[string] {
  return {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: { Ref: functionId },
      EventSourceArn: { 'Fn::GetAtt': source },
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ...(source[1] === 'StreamArn'
        ? { StartingPosition: 'TRIM_HORIZON' }
        : { ScalingConfig: { MaximumConcurrency: 10 } }),
      ...properties,
    },
  };
}

/** A rule that calls a function at each interval, `1 minute`. */
export function rule(functionId: string, rate: string): Resources[string] {
  const Targets = [{ Id: 'Target0', Arn: { 'Fn::GetAtt': [functionId, 'Arn'] } }];
  return { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: `rate(${rate})`, State: 'ENABLED', Targets } };
}

/** An invocation URI as the CDK writes it. */
export function invocationUri(functionId: string): unknown {
  const parts = [
    'arn:',
    { Ref: 'AWS::Partition' },
    ':apigateway:',
    { 'Fn::Select': [3, { 'Fn::Split': [':', { 'Fn::GetAtt': [functionId, 'Arn'] }] }] },
    ':lambda:path/2015-03-31/functions/',
    { 'Fn::GetAtt': [functionId, 'Arn'] },
    '/invocations',
  ];
  return { 'Fn::Join': ['', parts] };
}

/**
 * A REST API `Api` with stage `api` and these methods: `'GET /v1/thing'` → properties, `function` being the one to
 * call.
 */
export function restApi(methods: Record<string, Properties & { function: string }>, stage: Properties = {}): Resources {
  const resources: Resources = {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { ApiKeySourceType: 'AUTHORIZER' } },
    Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: { Ref: 'Api' } } },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: { Ref: 'Api' }, StageName: 'api', DeploymentId: { Ref: 'Deployment' }, ...stage },
    },
  };
  for (const [route, { function: functionId, ...properties }] of Object.entries(methods)) {
    const [method = '', path = ''] = route.split(' ');
    const parts = path.split('/').filter(Boolean);
    let parent: unknown = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };
    let id = 'Resource';
    for (const part of parts) {
      id += part.replaceAll(/[^a-zA-Z0-9]/g, '_');
      resources[id] = {
        Type: 'AWS::ApiGateway::Resource',
        Properties: { ParentId: parent, PathPart: part, RestApiId: { Ref: 'Api' } },
      };
      parent = { Ref: id };
    }
    resources[`${id}${method}`] = {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        HttpMethod: method,
        ResourceId: parent,
        RestApiId: { Ref: 'Api' },
        AuthorizationType: 'NONE',
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invocationUri(functionId) },
        ...properties,
      },
    };
  }
  return resources;
}

/** A handler that answers with the event it got. */
export const ECHO = `export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });`;
