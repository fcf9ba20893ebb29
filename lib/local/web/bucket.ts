import { createHash } from 'node:crypto';

/** An uploaded object. */
export interface StoredObject {
  body: Buffer;
  contentType: string;
  /** `cache-control` and the like. */
  headers: Readonly<Record<string, string>>;
  /** In quotes, as the header has it. */
  etag: string;
}

/** The objects of a bucket by key. They are read on first use. */
export class Bucket {
  readonly #objects = new Map<string, () => StoredObject>();

  put(key: string, open: () => StoredObject): void {
    this.#objects.set(key, open);
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key)?.();
  }

  keys(): string[] {
    return [...this.#objects.keys()];
  }

  delete(key: string): void {
    this.#objects.delete(key);
  }
}

export function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}
