import { isObject, type Json, type JsonObject, objectOf } from '../json.ts';
import type { AssemblyStack, TemplateResource } from './assembly.ts';
import { holds, resolve, type Scope } from './intrinsics.ts';
import { checkSupport } from './support.ts';
import { HOSTED_TYPES } from './supported-types.ts';
import { UnsupportedError } from './unsupported.ts';

/** One resource that the host runs: neither inert nor excluded by a condition. */
export interface Resource {
  stack: string;
  logicalId: string;
  type: string;
  /** Resolved on first use. */
  readonly properties: JsonObject;
  readonly physicalId: string;
  readonly assets: ReadonlyMap<string, string>;
}

/** The values of a resource that the host provides: its physical id and attributes. */
export interface Physical {
  physicalId(resource: Resource): string;
  /** Undefined when the type has no such attribute here. */
  attribute(resource: Resource, name: string): Json | undefined;
  finish(text: string): string;
}

export interface Stacks {
  resources: Resource[];
  outputs(): Record<string, Record<string, string>>;
}

/**
 * The stacks of an assembly as one graph of resources. Values are resolved on first use, so references work in any
 * order and across stacks. A circular reference is an error that names the resource.
 */
export function openStacks(stacks: readonly AssemblyStack[], physical: Physical): Stacks {
  const opened = new Map<string, OpenStack>();
  const importValue = (name: string): Json => {
    for (const stack of opened.values()) {
      const value = stack.exported(name);
      if (value !== undefined) return value;
    }
    throw new Error(`No stack of the assembly exports ${name}`);
  };
  const otherStacks = {
    importValue,
    stackOutput: (stackName: string, output: string) => opened.get(stackName)?.output(output),
  };
  for (const stack of stacks) opened.set(stack.name, new OpenStack(stack, physical, otherStacks));
  return {
    resources: [...opened.values()].flatMap((stack) => stack.hosted()),
    outputs: () => Object.fromEntries([...opened].map(([name, stack]) => [name, stack.outputs()])),
  };
}

/** The values of other stacks that a stack can refer to. */
type OtherStacks = Pick<Scope, 'importValue' | 'stackOutput'>;

class OpenStack {
  readonly #stack: AssemblyStack;
  readonly #physical: Physical;
  readonly #otherStacks: OtherStacks;
  readonly #resources = new Map<string, Resource>();
  readonly #inert = new Set<string>();

  constructor(stack: AssemblyStack, physical: Physical, otherStacks: OtherStacks) {
    this.#stack = stack;
    this.#physical = physical;
    this.#otherStacks = otherStacks;
    const resources = stack.template.Resources ?? {};
    const providers = customResourceProviders(resources);
    for (const [logicalId, resource] of Object.entries(resources)) {
      const hosted = !providers.has(logicalId) && checkSupport(stack.name, logicalId, resource);
      if (hosted) this.#resources.set(logicalId, this.#resource(logicalId, resource));
      else this.#inert.add(logicalId);
    }
  }

  hosted(): Resource[] {
    return [...this.#resources.values()].filter(({ logicalId, type }) => {
      const condition = this.#stack.template.Resources?.[logicalId]?.Condition;
      return condition === undefined || holds(condition, this.#scope(logicalId, type));
    });
  }

  output(name: string): Json | undefined {
    const output = this.#stack.template.Outputs?.[name];
    return output && resolve(output.Value, this.#scope(name, 'output'));
  }

  outputs(): Record<string, string> {
    const outputs: Record<string, string> = {};
    for (const [name, { Value, Condition }] of Object.entries(this.#stack.template.Outputs ?? {})) {
      const scope = this.#scope(name, 'output');
      if (!Condition || holds(Condition, scope)) outputs[name] = asText(resolve(Value, scope));
    }
    return outputs;
  }

  exported(wanted: string): Json | undefined {
    for (const [name, { Value, Export }] of Object.entries(this.#stack.template.Outputs ?? {})) {
      const scope = this.#scope(name, 'output');
      if (Export && resolve(Export.Name, scope) === wanted) return resolve(Value, scope);
    }
    return undefined;
  }

  #resource(logicalId: string, resource: TemplateResource): Resource {
    const scope = this.#scope(logicalId, resource.Type);
    const properties = onceWithoutCircle(`the properties of ${this.#stack.name}/${logicalId}`, () =>
      objectOf(resolve(withoutInert(resource), scope)),
    );
    const physical = this.#physical;
    const physicalId = onceWithoutCircle(`the name of ${this.#stack.name}/${logicalId}`, () =>
      physical.physicalId(result),
    );
    const result: Resource = {
      stack: this.#stack.name,
      logicalId,
      type: resource.Type,
      assets: this.#stack.assets,
      get properties() {
        return properties();
      },
      get physicalId() {
        return physicalId();
      },
    };
    return result;
  }

  #scope(logicalId: string, type: string): Scope {
    const { template, name } = this.#stack;
    const fail = (what: string) => new UnsupportedError({ stack: name, logicalId, type }, 'an expression', what);
    return {
      stackName: name,
      conditions: template.Conditions ?? {},
      mappings: template.Mappings ?? {},
      ...this.#otherStacks,
      finish: (text) => this.#physical.finish(text),
      fail,
      ref: (wanted) => this.#ref(wanted, fail),
      getAtt: (wanted, attribute) => {
        if (this.#inert.has(wanted)) return inertName(name, wanted, attribute);
        const resource = this.#resources.get(wanted);
        const value = resource && this.#physical.attribute(resource, attribute);
        if (value === undefined) throw fail(`Fn::GetAtt ${wanted}.${attribute}`);
        return value;
      },
    };
  }

  #ref(wanted: string, fail: (what: string) => Error): string | undefined {
    const parameter = this.#stack.template.Parameters?.[wanted];
    if (parameter) {
      if (parameter.Type.startsWith('AWS::SSM::'))
        throw fail(`the parameter ${wanted}, whose value is in Parameter Store`);
      if (parameter.Default === undefined) throw fail(`the parameter ${wanted}, which has no default`);
      return String(parameter.Default);
    }
    if (this.#inert.has(wanted)) return inertName(this.#stack.name, wanted, 'Ref');
    return this.#resources.get(wanted)?.physicalId;
  }
}

/** The provider functions of custom resources. They do not run: the host does their work itself. */
function customResourceProviders(resources: Record<string, TemplateResource>): Set<unknown> {
  const tokens = Object.values(resources).flatMap(({ Type: type, Properties: properties }) => {
    const token = type.startsWith('Custom::') ? properties?.ServiceToken : undefined;
    return isObject(token) ? [token['Fn::GetAtt']] : [];
  });
  return new Set(tokens.map((target) => (Array.isArray(target) ? target[0] : String(target).split('.')[0])));
}

/** A recognisable placeholder for an attribute of an inert resource. Only inert properties refer to it. */
function inertName(stack: string, logicalId: string, attribute: string): string {
  return attribute === 'Arn'
    ? `arn:aws:inert:eu-west-1:000000000000:${stack}/${logicalId}`
    : `inert-${logicalId}-${attribute}`;
}

/** Inert properties are not resolved, because they may use unsupported functions. */
function withoutInert(resource: TemplateResource): JsonObject {
  const honoured: JsonObject = {};
  for (const [name, value] of Object.entries(resource.Properties ?? {})) {
    if (!(name in (HOSTED_TYPES[resource.Type]?.inert ?? {}))) honoured[name] = value;
  }
  return honoured;
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Computes a value on first use. Throws an error that names `what` when the computation needs its own value. */
function onceWithoutCircle<T>(what: string, compute: () => T): () => T {
  let state: 'new' | 'busy' | 'done' = 'new';
  let value: T;
  return () => {
    if (state === 'busy') throw new Error(`The template refers to itself: ${what} needs itself`);
    if (state === 'new') {
      state = 'busy';
      value = compute();
      state = 'done';
    }
    return value;
  };
}
