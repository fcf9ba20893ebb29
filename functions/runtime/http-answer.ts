/** Head, interim answers, chunk sizes and trailers together. No server needs more. */
const MAX_LINES_BYTES = 1_048_576;
/** More lengths and codings, which no server needs, are unclear. */
const MAX_FRAMINGS = 16;

// RFC 9112, section 4: any white space may separate. Servers leave out the blank before an empty reason; what the
// reason holds changes nothing.
const STATUS_LINE = /^HTTP\/1\.(\d)[ \t\v\f\r]+([1-9]\d\d)(?:[ \t\v\f\r]|$)/;
const USUAL_STATUS_LINE = /^\S+ \d{3}(?: |$)/;
const START_OF_ANSWER = 'HTTP/1.';
const FIELD_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*$/;
const STORED_FIELDS = ['content-length', 'transfer-encoding', 'connection', 'keep-alive'] as const;
const LENGTH = /^[ \t]*(\d{1,15})[ \t]*$/;
const CHUNKED = /^[ \t]*chunked[ \t]*$/i;
const CHUNK_SIZE = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i;

/** What the next bytes belong to: a kind of line, or a part of the body. */
type Part = 'status' | 'field' | 'chunk-size' | 'chunk-end' | 'trailer' | 'length' | 'chunk' | 'until-close';

/**
 * Reads one HTTP/1 answer as it arrives, to a GET or a POST that asks for no upgrade. The status line decides, whatever
 * the rest of the head holds: malformed fields, bare line feeds and a missing end only make the connection unfit
 * for another request. Nothing is stored but the status, the framing and the first bytes of the body. Node's parser
 * destroys the connection at the first byte that is out of order (docs/decisions/0046-reading-answers.md).
 */
export class HttpAnswer {
  /**
   * - `head`, `body`: what is still to come. `complete`: nothing is.
   * - `unreadable`: the bytes are no answer to our request.
   * - `unclear`: the status is known, but not where the head or the body ends.
   */
  state: 'head' | 'body' | 'complete' | 'unreadable' | 'unclear' = 'head';
  /** Of the final head; only once `state` is past it. */
  status = 0;
  /** Bytes of the body so far, stored or not. */
  bodyBytes = 0;
  readonly #maxBodyBytes: number;
  #stored = Buffer.alloc(0);
  #part: Part = 'status';
  #line = '';
  #linesBytes = 0;
  #version = '';
  #fields: { name: string; value: string }[] = [];
  #isStored = false;
  #isWellFormed = true;
  #isFollowed = false;
  /** Of the body or its present chunk. */
  #leftBytes = 0;
  #statedBytes: number | undefined;

  constructor(maxBodyBytes: number) {
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** The first bytes of the body. */
  get body(): Buffer {
    return this.#stored.subarray(0, this.bodyBytes);
  }

  /**
   * For how long another request may follow on the connection: not at all unless the answer has exactly one
   * well-formed length or coding, is well-formed otherwise, and nothing came after it.
   */
  get reusableForS(): number {
    const framings = [...this.#values('content-length'), ...this.#values('transfer-encoding')];
    const isClosing = this.#version !== '1' || this.#values('connection').some((value) => /close/i.test(value));
    if (this.state !== 'complete' || !this.#isWellFormed || this.#isFollowed || isClosing) return 0;
    if (framings.length !== 1 || framings.join().includes(',') || isBodiless(this.status)) return 0;
    const [hint] = this.#values('keep-alive');
    const timeout = hint && /timeout=(\d+)/i.exec(hint)?.[1];
    return timeout ? Number(timeout) : Number.POSITIVE_INFINITY;
  }

  push(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0 && (this.state === 'head' || this.state === 'body')) {
      const isData = this.#part === 'length' || this.#part === 'chunk' || this.#part === 'until-close';
      rest = isData ? this.#pushData(rest) : this.#pushLine(rest);
    }
    this.#isFollowed ||= rest.length > 0;
    if (this.state === 'unclear') this.#store(rest);
  }

  /** Whether any byte of an answer has arrived. */
  get hasBegun(): boolean {
    return this.#linesBytes > 0;
  }

  /** The server sends no more. That ends a body without a length, but does not show that it is complete. */
  end(): void {
    this.#isWellFormed = false;
    if (this.state === 'head' && this.hasBegun) this.#breakOff();
    if (this.state === 'body' && this.#part === 'until-close') this.state = 'unclear';
  }

  /** The final status line is enough, if it has arrived. */
  #breakOff(): void {
    this.state = this.#part === 'status' || this.status < 200 ? 'unreadable' : 'unclear';
  }

  #pushData(bytes: Buffer): Buffer {
    const data = this.#part === 'until-close' ? bytes : bytes.subarray(0, this.#leftBytes);
    this.#store(data);
    this.#leftBytes -= data.length;
    if (this.#leftBytes === 0 && this.#part === 'chunk') this.#part = 'chunk-end';
    if (this.#leftBytes === 0 && this.#part === 'length') this.state = 'complete';
    return bytes.subarray(data.length);
  }

  #store(bytes: Buffer): void {
    // Copied: a view of one byte would hold the record of TLS that it came in.
    if (this.#stored.length === 0) this.#stored = Buffer.alloc(this.#maxBodyBytes);
    bytes.copy(this.#stored, Math.min(this.bodyBytes, this.#maxBodyBytes));
    this.bodyBytes += bytes.length;
  }

  #pushLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf('\n');
    const size = end === -1 ? bytes.length : end + 1;
    const isOfStart = this.#part === 'status' && this.#line.length <= START_OF_ANSWER.length;
    this.#line += bytes.toString('latin1', 0, size);
    this.#linesBytes += size;
    if (isOfStart && !mayBeginAnswer(this.#line)) this.state = 'unreadable';
    else if (this.#linesBytes > MAX_LINES_BYTES) this.#breakOff();
    else if (end !== -1) {
      const line = this.#line.replace(/\r?\n$/, '');
      const endsInCr = this.#line.endsWith('\r\n');
      this.#isWellFormed &&= endsInCr;
      this.#line = '';
      this.#readLine(line, endsInCr);
    }
    return bytes.subarray(size);
  }

  #readLine(line: string, endsInCr: boolean): void {
    if (this.#part === 'status') this.#readStatusLine(line);
    else if (this.#part === 'field' && line === '') this.#endHead();
    else if (this.#part === 'field') this.#readField(line);
    else if (this.#part === 'chunk-size' && endsInCr) this.#readChunkSize(line);
    else if (this.#part === 'chunk-end' && endsInCr && line === '') this.#part = 'chunk-size';
    else if (this.#part !== 'trailer') this.state = 'unclear';
    else if (line !== '') this.#isWellFormed &&= FIELD_LINE.test(line);
    else this.state = [undefined, this.bodyBytes].includes(this.#statedBytes) ? 'complete' : 'unclear';
  }

  #readStatusLine(line: string): void {
    this.#isWellFormed &&= USUAL_STATUS_LINE.test(line);
    if (line === '') return; // An empty line before the answer is passed over, as Node does.
    const [, version = '', status = ''] = STATUS_LINE.exec(line) ?? [];
    if (status === '' || status === '101') {
      this.state = 'unreadable';
      return;
    }
    this.#version = version;
    this.status = Number(status);
    this.#fields = [];
    this.#part = 'field';
  }

  #readField(line: string): void {
    this.#isWellFormed &&= FIELD_LINE.test(line);
    const isFolded = /^[ \t]/.test(line);
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!isFolded) this.#isStored = STORED_FIELDS.some((known) => known === name);
    if (!this.#isStored) return;
    const last = this.#fields.at(-1);
    if (isFolded && last) last.value += line;
    else this.#fields.push({ name, value: line.slice(colon + 1) });
  }

  #readChunkSize(line: string): void {
    const size = CHUNK_SIZE.exec(line)?.[1];
    this.#leftBytes = Number.parseInt(size ?? '0', 16);
    this.#part = this.#leftBytes === 0 ? 'trailer' : 'chunk';
    if (size === undefined) this.state = 'unclear';
  }

  /** Where the body ends: RFC 9112, section 6.3, except that contradictions are not decided by precedence. */
  #endHead(): void {
    this.#part = 'status';
    if (this.status >= 100 && this.status <= 199) return;
    const codings = this.#values('transfer-encoding');
    const lengths = new Set(this.#values('content-length').flatMap((value) => value.split(',').map(lengthOf)));
    const [length] = lengths;
    const isClear =
      lengths.size <= 1 &&
      !Number.isNaN(length) &&
      (codings.length === 0 || CHUNKED.test(codings.join())) &&
      this.#values('content-length').length + codings.length <= MAX_FRAMINGS;
    this.#statedBytes = length;
    this.#leftBytes = length ?? 0;
    this.#part = codings.length > 0 ? 'chunk-size' : length === undefined ? 'until-close' : 'length';
    const isEmpty = isClear && this.#part === 'length' && length === 0;
    this.state = isEmpty || isBodiless(this.status) ? 'complete' : isClear ? 'body' : 'unclear';
  }

  #values(name: (typeof STORED_FIELDS)[number]): string[] {
    return this.#fields.filter((field) => field.name === name).map(({ value }) => value);
  }
}

/** These end with their head, whatever it says (RFC 9112, section 6.3). */
const isBodiless = (status: number) => status === 204 || status === 304;

const lengthOf = (text: string) => Number(LENGTH.exec(text)?.[1] ?? Number.NaN);

function mayBeginAnswer(line: string): boolean {
  return START_OF_ANSWER.startsWith(line.replace(/^\r/, '').slice(0, START_OF_ANSWER.length));
}
