import { SecretStore } from '../../lib/local/engines/secret-store.ts';
import type { Json, JsonObject } from '../../lib/local/json.ts';
import { secretArn, streamArn } from '../../lib/local/rights/used-right.ts';
import { type AssemblyStack, readAssembly, type TemplateResource } from '../../lib/local/template/assembly.ts';
import { resolve, type Scope } from '../../lib/local/template/intrinsics.ts';
import { arnOf, generatedName } from '../../lib/local/template/names.ts';
import { physicalOf } from '../../lib/local/template/physical.ts';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/**
 * An event source mapping: what Lambda reads for the function, and where it sends what the function could not process.
 */
export interface Mapping {
  source: string;
  onFailure?: string;
}

/** A function of the assembly with the policies of its role, all names resolved as the local host resolves them. */
export interface FunctionRole {
  functionName: string;
  statements: Statement[];
  mappings: Mapping[];
}

/** Every function that has a name. Those of the CDK's custom resources have none. */
export function synthesizedRoles(): FunctionRole[] {
  const stacks = readAssembly(LOCAL_ASSEMBLY_DIR);
  return stacks.flatMap((stack) => {
    const scope = scopeOf(stack, stacks);
    const resources = Object.entries(stack.template.Resources ?? {});
    const ofType = (type: string) =>
      resources.flatMap(([id, { Type, Properties = {} }]) => (Type === type ? [{ id, properties: Properties }] : []));
    return ofType('AWS::Lambda::Function')
      .filter(({ properties }) => properties.FunctionName !== undefined)
      .map(({ id, properties }) => {
        const role = idOf(properties.Role);
        const policies = ofType('AWS::IAM::Policy').filter(({ properties: { Roles } }) => refersTo(Roles, role));
        const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(({ properties: { FunctionName } }) =>
          refersTo(FunctionName, id),
        );
        return {
          functionName: String(resolve(properties.FunctionName, scope)),
          statements: policies.flatMap(({ properties: { PolicyDocument } }) => {
            const { Statement: statements } = resolve(PolicyDocument, scope) as JsonObject;
            return statements as unknown as Statement[];
          }),
          mappings: mappings.map(({ properties: { EventSourceArn, DestinationConfig } }) => {
            const { OnFailure: to } = (DestinationConfig ? resolve(DestinationConfig, scope) : {}) as JsonObject;
            return {
              source: String(resolve(EventSourceArn, scope)),
              ...(to && { onFailure: String((to as JsonObject).Destination) }),
            };
          }),
        };
      });
  });
}

function idOf(value: Json | undefined): string {
  const { Ref, 'Fn::GetAtt': attribute } = (value ?? {}) as { Ref?: string; 'Fn::GetAtt'?: string[] };
  return Ref ?? attribute?.[0] ?? '';
}

function refersTo(value: Json | undefined, id: string): boolean {
  return [value].flat().some((each) => idOf(each) === id);
}

const physical = physicalOf({
  sqsEndpoint: 'http://127.0.0.1',
  secrets: new SecretStore(),
  url: 'http://127.0.0.1',
  streamArn,
});

function scopeOf(stack: AssemblyStack, all: readonly AssemblyStack[]): Scope {
  const fail = (what: string) => new Error(`${stack.name}: ${what}`);
  const resource = (logicalId: string) => {
    const { Type: type, Properties: properties = {} }: TemplateResource = stack.template.Resources?.[logicalId] ?? {
      Type: 'AWS::NoValue',
    };
    const named = { stack: stack.name, logicalId, type, properties, assets: stack.assets, physicalId: '' };
    const physicalId =
      type === 'AWS::SecretsManager::Secret'
        ? secretArn(String(properties.Name ?? generatedName(named, 200)))
        : physical.physicalId(named);
    return { ...named, physicalId };
  };
  const getAtt = (logicalId: string, attribute: string) => {
    const owner = resource(logicalId);
    if (owner.type === 'AWS::Logs::LogGroup') return arnOf('logs', `log-group:${logicalId}:*`);
    const value = physical.attribute(owner, attribute);
    if (value === undefined) throw fail(`${logicalId}.${attribute} has no value here`);
    return value;
  };
  return {
    ref: (logicalId) => resource(logicalId).physicalId,
    getAtt,
    importValue: (name) => exported(all, name),
    finish: (text) => text,
    fail,
  };
}

function exported(stacks: readonly AssemblyStack[], wanted: string): Json {
  for (const stack of stacks) {
    for (const { Value, Export } of Object.values(stack.template.Outputs ?? {})) {
      if (Export?.Name === wanted) return resolve(Value, scopeOf(stack, stacks));
    }
  }
  throw new Error(`no stack exports ${wanted}`);
}
