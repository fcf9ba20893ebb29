/** An uploaded object. */
export interface StoredObject {
  body: Buffer;
  contentType: string;
  cacheControl: string;
  /** In quotes, as the header has it. */
  etag: string;
}

/** The objects of a bucket by key. They are read on first use. */
export type Bucket = Map<string, () => StoredObject>;
