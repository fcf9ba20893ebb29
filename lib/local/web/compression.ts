import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { StoredObject } from './bucket.ts';
import { isCompressible } from './content-types.ts';

type Encoding = 'br' | 'gzip';

/** CloudFront does not compress smaller or larger objects. */
const MIN_BYTES = 1000;
const MAX_BYTES = 10_000_000;

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
};

/** Compresses objects with an encoding that the browser accepts, Brotli before gzip. Results are cached. */
export class Compression {
  readonly #done = new WeakMap<StoredObject, Map<Encoding, Promise<Buffer>>>();

  /** Undefined when the object is sent uncompressed. */
  async of(object: StoredObject, acceptEncoding: string): Promise<{ encoding: Encoding; body: Buffer } | undefined> {
    const accepted = acceptEncoding.split(',').map((each) => each.split(';')[0]?.trim());
    const encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each));
    const { length } = object.body;
    const isFit = isCompressible(object.contentType) && length >= MIN_BYTES && length <= MAX_BYTES;
    if (!encoding || !isFit || 'content-encoding' in object.headers) return undefined;
    const done = this.#done.get(object) ?? new Map<Encoding, Promise<Buffer>>();
    this.#done.set(object, done);
    const body = done.get(encoding) ?? compressors[encoding](object.body);
    done.set(encoding, body);
    return { encoding, body: await body };
  }
}
