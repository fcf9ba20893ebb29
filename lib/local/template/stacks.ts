import { isObject, type Json, type JsonObject, objectOf } from '../json.ts';
import type { AssemblyStack, TemplateResource } from './assembly.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { honouredProperties } from './support.ts';
import { UnsupportedError } from './unsupported.ts';

/** One resource that the host runs. */
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
 * order and across stacks.
 */
export function openStacks(stacks: readonly AssemblyStack[], physical: Physical): Stacks {
  const opened: OpenStack[] = [];
  const importValue = (name: string): Json => {
    const value = opened.map((stack) => stack.exported(name)).find((each) => each !== undefined);
    if (value === undefined) throw new Error(`No stack of the assembly exports ${name}`);
    return value;
  };
  for (const stack of stacks) opened.push(new OpenStack(stack, physical, importValue));
  return {
    resources: opened.flatMap((stack) => stack.hosted()),
    outputs: () => Object.fromEntries(opened.map((stack) => [stack.name, stack.outputs()])),
  };
}

class OpenStack {
  readonly #stack: AssemblyStack;
  readonly #physical: Physical;
  readonly #importValue: Scope['importValue'];
  readonly #resources = new Map<string, Resource>();
  readonly #inert = new Set<string>();

  constructor(stack: AssemblyStack, physical: Physical, importValue: Scope['importValue']) {
    this.#stack = stack;
    this.#physical = physical;
    this.#importValue = importValue;
    const resources = stack.template.Resources ?? {};
    const providers = customResourceProviders(resources);
    for (const [logicalId, resource] of Object.entries(resources)) {
      const honoured = providers.has(logicalId) ? undefined : honouredProperties(stack.name, logicalId, resource);
      if (honoured) this.#resources.set(logicalId, this.#resource(logicalId, resource.Type, honoured));
      else this.#inert.add(logicalId);
    }
  }

  get name(): string {
    return this.#stack.name;
  }

  hosted(): Resource[] {
    return [...this.#resources.values()];
  }

  outputs(): Record<string, string> {
    const outputs = Object.entries(this.#stack.template.Outputs ?? {});
    return Object.fromEntries(outputs.map(([name, { Value }]) => [name, String(resolve(Value, this.#scopeOf(name)))]));
  }

  exported(wanted: string): Json | undefined {
    for (const [name, { Value, Export }] of Object.entries(this.#stack.template.Outputs ?? {}))
      if (Export?.Name === wanted) return resolve(Value, this.#scopeOf(name));
    return undefined;
  }

  #resource(logicalId: string, type: string, honoured: JsonObject): Resource {
    const scope = this.#scopeOf(logicalId, type);
    const properties = lazy(() => objectOf(resolve(honoured, scope)));
    const physicalId = lazy(() => this.#physical.physicalId(result));
    const result: Resource = {
      stack: this.name,
      logicalId,
      type,
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

  #scopeOf(logicalId: string, type = 'output'): Scope {
    const fail = (what: string) => new UnsupportedError({ stack: this.name, logicalId, type }, 'an expression', what);
    return {
      importValue: this.#importValue,
      finish: (text) => this.#physical.finish(text),
      fail,
      // Outputs name topics, which are inert.
      ref: (wanted) => (this.#inert.has(wanted) ? `inert-${wanted}` : this.#resources.get(wanted)?.physicalId),
      getAtt: (wanted, attribute) => {
        const resource = this.#resources.get(wanted);
        const value = resource && this.#physical.attribute(resource, attribute);
        if (value === undefined) throw fail(`Fn::GetAtt ${wanted}.${attribute}`);
        return value;
      },
    };
  }
}

/** The provider functions of custom resources. They do not run: the host does their work itself. */
function customResourceProviders(resources: Record<string, TemplateResource>): Set<unknown> {
  const tokens = Object.values(resources).flatMap(({ Type: type, Properties: properties }) => {
    const token = type.startsWith('Custom::') ? properties?.ServiceToken : undefined;
    return isObject(token) ? [token['Fn::GetAtt']] : [];
  });
  return new Set(tokens.map((target) => (target as string[])[0]));
}

/** Computes a value on first use. */
function lazy<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
