type Leaf = string | number | boolean | null;

/** `null|time`: the forms that a field was met in. A list: its values, where they are a closed set. */
type Form = string | Leaf[];

/** By path: `exceptions[].kind`. */
export type Shape = Record<string, Form>;

/** Every field and name that was met, by the surface on which programs meet it. */
export class Met {
  readonly #surfaces = new Map<string, Map<string, Set<Leaf>>>();

  /** All entries of a list count as one, and so do those of a map whose keys are data: `maps` are the paths of such. */
  add(surface: string, value: unknown, maps: readonly string[] = []): void {
    const paths = this.#surfaces.get(surface) ?? new Map<string, Set<Leaf>>();
    this.#surfaces.set(surface, paths);
    collect(paths, '', value, maps);
  }

  names(surface: string, names: readonly string[]): void {
    this.add(surface, { names });
  }

  surfaces(): string[] {
    return [...this.#surfaces.keys()].sort();
  }

  /** As `listed` would have it: values where it lists values, else forms. */
  shape(surface: string, listed: Shape = {}): Shape {
    const entries = [...(this.#surfaces.get(surface) ?? [])].map(([path, values]): [string, Form] => [
      path,
      Array.isArray(listed[path]) ? [...values].sort(byText) : [...new Set([...values].map(formOf))].sort().join('|'),
    ]);
    // Empty here and filled there says no more than filled.
    const paths = entries.map(([path]) => path);
    return Object.fromEntries(entries.filter(([path, form]) => form !== '' || !paths.some((each) => isIn(path, each))));
  }
}

function isIn(path: string, other: string): boolean {
  return other.startsWith(`${path}.`) || other.startsWith(`${path}[`);
}

function collect(paths: Map<string, Set<Leaf>>, path: string, value: unknown, maps: readonly string[]): void {
  if (Array.isArray(value)) {
    if (value.length === 0) note(paths, `${path}[]`);
    for (const each of value) collect(paths, `${path}[]`, each, maps);
  } else if (typeof value === 'object' && value !== null) {
    if (Object.keys(value).length === 0) note(paths, path);
    for (const [name, each] of Object.entries(value)) {
      const key = maps.includes(path) ? '*' : name;
      collect(paths, path === '' ? key : `${path}.${key}`, each, maps);
    }
  } else note(paths, path).add(value as Leaf);
}

function note(paths: Map<string, Set<Leaf>>, path: string): Set<Leaf> {
  const values = paths.get(path) ?? new Set<Leaf>();
  paths.set(path, values);
  return values;
}

function formOf(value: Leaf): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'time' : 'string';
}

function byText(a: Leaf, b: Leaf): number {
  return String(a) < String(b) ? -1 : 1;
}
