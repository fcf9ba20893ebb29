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
 * Finds the resource for a path: an exact part wins over `{name}`, that over `{name+}`. A trailing slash makes an empty
 * last part, so `/init/` is never `/init`; `{proxy+}` beside it takes it. (What AWS does with a trailing slash is not
 * documented; a merchant's path that works here without one works there.)
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
