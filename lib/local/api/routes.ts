/** One resource of an API's tree, with its methods by name (`ANY` included). */
export interface RouteNode<Method> {
  id: string;
  /** `{name}` or `{name+}` for parameters. */
  part: string;
  /** Full path as in the template, `/v1/{proxy+}`. */
  resourcePath: string;
  children: RouteNode<Method>[];
  methods: Map<string, Method>;
}

export interface RouteMatch<Method> {
  node: RouteNode<Method>;
  parameters: Record<string, string>;
}

/**
 * Finds the resource of a path. An exact part takes precedence over `{name}`, and `{name}` over `{name+}`. A trailing
 * slash makes an empty last part, so `/init/` does not match `/init`, but `{proxy+}` beside it. AWS does not document
 * trailing slashes.
 */
export function matchRoute<Method>(root: RouteNode<Method>, path: string): RouteMatch<Method> | undefined {
  const parts = path === '/' || path === '' ? [] : path.replace(/^\//, '').split('/');
  return descend(root, parts, {});
}

function descend<Method>(
  node: RouteNode<Method>,
  parts: readonly string[],
  parameters: Record<string, string>,
): RouteMatch<Method> | undefined {
  const [part, ...rest] = parts;
  if (part === undefined) return node.methods.size > 0 ? { node, parameters } : undefined;
  const exact = node.children.find((child) => child.part === part);
  const found = exact && descend(exact, rest, parameters);
  if (found) return found;
  for (const child of node.children) {
    const name = /^\{([^}+]+)\}$/.exec(child.part)?.[1];
    if (!name || part === '') continue;
    const match = descend(child, rest, { ...parameters, [name]: decode(part) });
    if (match) return match;
  }
  for (const child of node.children) {
    const name = /^\{([^}+]+)\+\}$/.exec(child.part)?.[1];
    if (name) return { node: child, parameters: { ...parameters, [name]: parts.map(decode).join('/') } };
  }
  return undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
