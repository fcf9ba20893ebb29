type Fact = string | number | boolean | null;

export interface FactChange {
  name: string;
  /** Undefined where there was nothing to compare with. */
  before: Fact | undefined;
  after: Fact | undefined;
}

/** What differs between the facts before and after a change, by name; facts that stayed are left out. */
export function factChanges(before: Record<string, Fact>, after: Record<string, Fact>): FactChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: before[name], after: after[name] }));
}
