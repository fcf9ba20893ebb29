import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { PROVIDER_NAMES } from '../../functions/banking/account.ts';
import { readAssembly, type Template } from '../../lib/local/template/assembly.ts';
import { paymentService } from '../../lib/stacks/payment-service.ts';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A template's resource. Properties are those of CloudFormation, including intrinsic functions. */
export interface Resource {
  id: string;
  type: string;
  // Templates have no narrower type.
  properties: Properties;
  deletionPolicy?: string;
  updateReplacePolicy?: string;
  dependsOn?: string | string[];
}

interface RawResource {
  Type: string;
  Properties?: Properties;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string | string[];
}

export type Properties = Record<string, unknown>;

/** In the order of their deployment. */
export const PARTS = ['data', 'simulator', 'service', 'dashboard'] as const;
export type Part = (typeof PARTS)[number];

export interface Templates {
  stage: string;
  /** All resources of one stack, optionally of one type. Throws when the stage has no such stack. */
  resources(part: Part, type?: string): Resource[];
  has(part: Part): boolean;
  /** The value of a stack's output. */
  output(part: Part, name: string): unknown;
  /** The template as it is; undefined where the stage has no such stack. */
  template(part: Part): Template | undefined;
  /** The stacks as the deployment is given them. `environment` is `aws://ACCOUNT/REGION`. */
  stacks: { name: string; terminationProtection: boolean; environment: string; tags: Record<string, string> }[];
  /** Warnings and notes of the synthesis, `warning: stage prod: …`. */
  notes: string[];
  /** The dependencies of each stack. */
  neededBy: Record<string, string[]>;
}

interface Note {
  type: string;
  data?: unknown;
}

interface Artifact {
  type: string;
  environment?: string;
  properties?: { terminationProtection?: boolean; tags?: Record<string, string> };
  dependencies?: string[];
  metadata?: Record<string, Note[]>;
  additionalMetadataFile?: string;
}

function metadataOf(dir: string, { metadata, additionalMetadataFile }: Artifact): Note[] {
  const further = additionalMetadataFile && JSON.parse(readFileSync(join(dir, additionalMetadataFile), 'utf8'));
  return Object.values({ ...metadata, ...(further as Record<string, Note[]> | undefined) }).flat();
}

/** The context of `cdk.json`, as the command line passes it to the app. */
export function cdkContext(): Record<string, unknown> {
  return cdkSetting('context') as Record<string, unknown>;
}

/** A setting of `cdk.json` for the command line itself. */
export function cdkSetting(name: string): unknown {
  return (JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as Record<string, unknown>)[name];
}

/** What a production stage must have beside its bank accounts. */
export const PRODUCTION = {
  production: true,
  account: '210987654321',
  region: 'eu-west-1',
  supportEmail: 'support@pay.pt',
  alarmEmail: 'alarms@pay.pt',
  senderEmail: 'codes@pay.pt',
};

/** A production stage with everything that a setting can add to its stacks. */
export function fullTemplates(added: Record<string, unknown> = {}): Templates {
  return synthesized('prod', fullStage(added));
}

export function fullStage(added: Record<string, unknown> = {}) {
  const { account, region } = PRODUCTION;
  const hostedZone = { id: 'Z0123456789ABCDEFGHIJ', name: 'pay.pt' };
  const certificate = (of: string) => `arn:aws:acm:${of}:${account}:certificate/0a1b-2c`;
  const bankAccounts = PROVIDER_NAMES.map((provider) => ({
    ...{ name: provider, provider, baseUrl: 'https://bank.example' },
    ...(provider === 'sibs' && { acknowledgementCode: '200' }),
  }));
  const prod = {
    ...PRODUCTION,
    bankAccounts,
    defaultBankAccount: bankAccounts[0]?.name,
    apiDomain: { name: 'api.pay.pt', certificateArn: certificate(region), hostedZone },
    dashboardDomain: { name: 'app.pay.pt', certificateArn: certificate('us-east-1'), hostedZone },
    firewall: { requestsPerMinute: 300 },
    logRetentionDays: 365,
    accountConcurrency: 1_000,
    tags: { team: 'payments' },
    ...added,
  };
  return { stages: { prod } };
}

/** By stage and context. Synthesizing takes seconds, and files of a worker share the results. */
const made = new Map<string, Templates>();

function madeOnce(key: string, make: () => Templates): Templates {
  const templates = made.get(key) ?? make();
  made.set(key, templates);
  return templates;
}

/** Stage `dev`, from the assembly that the local service runs. */
export function devTemplates(): Templates {
  return madeOnce('the local assembly', () => templatesIn(LOCAL_ASSEMBLY_DIR, 'dev'));
}

/** Synthesizes a stage in this process, with the existing bundles. `context` overrides that of `cdk.json`. */
export function synthesized(stage: string, context: Record<string, unknown> = {}): Templates {
  return madeOnce(JSON.stringify([stage, context]), () => synthesize(stage, context));
}

/** The stages that most rules are about, by name. */
export const devAndProd = (): [string, Templates][] => [
  ['dev', devTemplates()],
  ['prod', synthesized('prod')],
];

/** The one resource of its type. */
export function only(templates: Templates, part: Part, type: string): Resource {
  const [found, ...others] = templates.resources(part, type);
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} of ${type}`);
  return found;
}

/** Without new bundles, copies of them, stack traces, and a report of the warnings, which are in the notes. */
const QUICK = {
  'aws:cdk:bundling-stacks': [],
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:disable-stack-trace': true,
  'aws:cdk:disable-creation-stack-traces': true,
  '@aws-cdk/core:annotationsInValidationReport': false,
};

function synthesize(stage: string, context: Record<string, unknown>): Templates {
  const outdir = mkdtempSync(join(tmpdir(), 'payment-service-synth-'));
  try {
    const app = new App({ outdir, context: { ...cdkContext(), ...QUICK, stage, ...context } });
    paymentService(app);
    // CloudFormation's own rules take three times as long as all the rest. A synth by the command line applies them.
    process.env.CDK_VALIDATION = 'false';
    app.synth();
    return templatesIn(outdir, stage);
  } finally {
    delete process.env.CDK_VALIDATION;
    rmSync(outdir, { recursive: true, force: true });
  }
}

function templatesIn(dir: string, stage: string): Templates {
  const assembly = readAssembly(dir);
  const byName = new Map(assembly.map(({ name, template }) => [name, template.Resources ?? {}]));
  const templateOf = (part: Part) => assembly.find(({ name }) => name === `payment-service-${stage}-${part}`)?.template;
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, Artifact>;
  };
  const stacks = Object.entries(manifest.artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  return {
    stage,
    has: (part) => byName.has(`payment-service-${stage}-${part}`),
    output: (part, name) => templateOf(part)?.Outputs?.[name]?.Value,
    template: templateOf,
    resources: (part, type) => {
      const found = byName.get(`payment-service-${stage}-${part}`);
      if (!found) throw new Error(`stage ${stage} has no stack ${part}`);
      return Object.entries(found as Record<string, RawResource>)
        .filter(([, { Type }]) => type === undefined || Type === type)
        .map(([id, { Type, Properties = {}, DeletionPolicy, UpdateReplacePolicy, DependsOn }]) => ({
          id,
          type: Type,
          properties: Properties,
          ...(DeletionPolicy !== undefined && { deletionPolicy: DeletionPolicy }),
          ...(UpdateReplacePolicy !== undefined && { updateReplacePolicy: UpdateReplacePolicy }),
          ...(DependsOn !== undefined && { dependsOn: DependsOn }),
        }));
    },
    stacks: stacks.map(([name, { properties, environment = '' }]) => ({
      name,
      terminationProtection: properties?.terminationProtection ?? false,
      environment,
      tags: properties?.tags ?? {},
    })),
    notes: stacks
      .flatMap(([, artifact]) => metadataOf(dir, artifact))
      .filter(({ type }) => type.startsWith('aws:cdk:'))
      .filter(({ type }) => /:(info|warning|error)$/.test(type))
      .map(({ type, data }) => `${type.split(':').at(-1)}: ${String(data)}`),
    neededBy: Object.fromEntries(
      stacks.map(([name, { dependencies = [] }]) => [name, dependencies.filter((needed) => byName.has(needed))]),
    ),
  };
}

/** The logical id behind `{"Ref": id}` or `{"Fn::GetAtt": [id, …]}`; undefined for anything else. */
export function idOf(value: unknown): string | undefined {
  const { Ref, 'Fn::GetAtt': attribute } = (value ?? {}) as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  return Ref ?? attribute?.[0];
}

/** The short name of each function by its logical id: `payments-init`. */
export function functionNamesById(resources: readonly Resource[], stage: string): Map<string, string> {
  return new Map(
    resources
      // Functions of custom resources have names by CloudFormation.
      .filter(({ type, properties }) => type === 'AWS::Lambda::Function' && properties.FunctionName !== undefined)
      .map(({ id, properties }) => [id, String(properties.FunctionName).replace(`payment-service-${stage}-`, '')]),
  );
}

/**
 * Exports that `deploy --all` would drop while a deployed stack still imports them. The exporting stack is deployed
 * first, and CloudFormation refuses: "Cannot delete export … as it is in use by …".
 */
export function deadlocks(deployed: Templates, next: Templates): string[] {
  const inUse = new Set(PARTS.flatMap((part) => importsOf(deployed, part)));
  return PARTS.filter((part) => next.has(part)).flatMap((part) => {
    const stay = new Set(exportsOf(next, part));
    return exportsOf(deployed, part).filter((name) => inUse.has(name) && !stay.has(name));
  });
}

/** The names of a stack's exports. */
export function exportsOf(templates: Templates, part: Part): string[] {
  const outputs = Object.values(templates.template(part)?.Outputs ?? {});
  return outputs.flatMap(({ Export }) => (Export ? [String(Export.Name)] : []));
}

/** The names of the exports that a stack imports. */
export function importsOf(templates: Templates, part: Part): string[] {
  const imports = JSON.stringify(templates.template(part) ?? {}).matchAll(/"Fn::ImportValue":"([^"]+)"/g);
  return [...new Set([...imports].map(([, name = '']) => name))];
}
