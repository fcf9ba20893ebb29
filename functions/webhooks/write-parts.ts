import type { Attribute } from '../runtime/attributes.ts';

/** An update of the main item, in plain values; the adapter marshals them. */
export interface DeliveryWrite {
  update: string;
  condition: string;
  names: Record<string, string>;
  values: Record<string, Attribute>;
}

/** Gathers the parts of an update; names and values may be given as often as parts use them. */
export class WriteParts {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, Attribute> = {};
  readonly #sets: string[] = [];
  readonly #removes: string[] = [];
  readonly #conditions: string[] = [];

  names(...names: string[]): void {
    for (const name of names) this.#names[`#${name}`] = name;
  }

  require(condition: string, values: Record<string, Attribute>): void {
    this.#conditions.push(condition);
    this.#add(values);
  }

  set(assignment: string, values: Record<string, Attribute>): void {
    this.#sets.push(assignment);
    this.#add(values);
  }

  remove(path: string): void {
    this.#removes.push(path);
  }

  done(): DeliveryWrite {
    const removes = this.#removes.length === 0 ? '' : ` REMOVE ${this.#removes.join(', ')}`;
    return {
      update: `SET ${this.#sets.join(', ')}${removes}`,
      condition: this.#conditions.join(' AND '),
      names: this.#names,
      values: this.#values,
    };
  }

  #add(values: Record<string, Attribute>): void {
    for (const [name, value] of Object.entries(values)) this.#values[`:${name}`] = value;
  }
}
