import { createHash } from 'node:crypto';
import { checkRange, invalidParameter, required, SqsError } from './error.ts';

/** An attribute of a message. `DataType` is String, Number or Binary, with an optional suffix. */
export interface MessageAttribute {
  DataType?: string;
  StringValue?: string;
  /** Base64. */
  BinaryValue?: string;
}
export type MessageAttributes = Record<string, MessageAttribute>;

/** The parameters of a message to send, alone or in a batch. */
export interface SendRequest {
  MessageBody?: string;
  DelaySeconds?: number;
  MessageAttributes?: MessageAttributes;
  MessageSystemAttributes?: MessageAttributes;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
}

/** Characters outside AWS's documented set. With the flag `u` a lone surrogate is one of them. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const GROUP_ID = /^[\x21-\x7E]{1,128}$/;
const MAX_ATTRIBUTES = 10;
const MAX_NAME_CHARACTERS = 256;
const ATTRIBUTE_NAME = /^(?!aws\.|amazon\.)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;
const DATA_TYPE = /^(String|Number|Binary)(\..+)?$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const TRACE_HEADER = 'AWSTraceHeader';

/** Throws unless a standard queue with the limit `maxBytes` accepts the message. */
export function checkMessage(request: SendRequest, maxBytes: number): void {
  const { DelaySeconds, MessageAttributes = {}, MessageSystemAttributes = {}, MessageGroupId } = request;
  checkText(required('MessageBody', request.MessageBody));
  if (DelaySeconds !== undefined) checkRange('DelaySeconds', DelaySeconds, 0, 900);
  if (MessageGroupId !== undefined && !GROUP_ID.test(MessageGroupId))
    throw invalidParameter('MessageGroupId', MessageGroupId, 'It can have 128 letters, digits and punctuation marks.');
  if (request.MessageDeduplicationId !== undefined)
    throw invalidParameter(
      'MessageDeduplicationId',
      request.MessageDeduplicationId,
      'The request includes a parameter that is not valid for this queue type.',
    );
  checkAttributes(MessageAttributes);
  for (const name of Object.keys(MessageSystemAttributes))
    if (name !== TRACE_HEADER) throw invalidParameter('MessageSystemAttributes', name, `Only ${TRACE_HEADER} is one.`);
  if (bytesOf(request) > maxBytes) {
    const reason = `Message must be shorter than ${maxBytes} bytes.`;
    throw new SqsError('InvalidParameterValue', `One or more parameters are invalid. Reason: ${reason}`);
  }
}

/** The size that counts towards the limits: the body, and each attribute with its name and type. */
export function bytesOf({ MessageBody = '', MessageAttributes = {} }: SendRequest): number {
  const parts = Object.entries(MessageAttributes).flatMap(([name, { DataType = '', ...value }]) => [
    Buffer.byteLength(name),
    Buffer.byteLength(DataType),
    bytesOfValue(value).length,
  ]);
  return parts.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(MessageBody));
}

export function traceHeaderOf({ MessageSystemAttributes = {} }: SendRequest): string | undefined {
  return MessageSystemAttributes[TRACE_HEADER]?.StringValue;
}

export function md5(content: string | Buffer): string {
  return createHash('md5').update(content).digest('hex');
}

/**
 * The digest that AWS documents: for all attributes in the order of their names, the length and bytes of the name and
 * of the type, one byte for the kind, and the length and bytes of the value. Undefined without attributes.
 */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const parts = names.flatMap((name) => {
    const { DataType = '', ...value } = attributes[name] ?? {};
    const kind = Buffer.from([DataType.startsWith('Binary') ? 2 : 1]);
    return [withLength(Buffer.from(name)), withLength(Buffer.from(DataType)), kind, withLength(bytesOfValue(value))];
  });
  return md5(Buffer.concat(parts));
}

/** The attributes of these names: exact names, `prefix.*` for a prefix, and `All` or `.*` for all. */
export function chooseAttributes(attributes: MessageAttributes, names: readonly string[]): MessageAttributes {
  const isWanted = (attribute: string) =>
    names.some((name) =>
      name === 'All' ? true : name.endsWith('.*') ? attribute.startsWith(name.slice(0, -2)) : attribute === name,
    );
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isWanted(name)));
}

function checkText(text: string): void {
  if (FORBIDDEN.test(text))
    throw new SqsError('InvalidMessageContents', 'The message contains characters outside the allowed set.');
}

function checkAttributes(attributes: MessageAttributes): void {
  const entries = Object.entries(attributes);
  const refuse = (text: string) => new SqsError('InvalidParameterValue', text);
  if (entries.length > MAX_ATTRIBUTES)
    throw refuse(`Number of message attributes [${entries.length}] exceeds the allowed maximum [${MAX_ATTRIBUTES}].`);
  for (const [name, { DataType = '', ...value }] of entries) {
    if (!ATTRIBUTE_NAME.test(name) || name.length > MAX_NAME_CHARACTERS)
      throw refuse(`The message attribute name '${name}' is invalid.`);
    if (!DATA_TYPE.test(DataType) || DataType.length > MAX_NAME_CHARACTERS)
      throw refuse(`The message attribute '${name}' has an invalid message attribute type.`);
    const isBinary = DataType.startsWith('Binary');
    if (!(isBinary ? value.BinaryValue : value.StringValue) || (isBinary && value.StringValue !== undefined))
      throw refuse(`The message attribute '${name}' must contain a non-empty value of its type '${DataType}'.`);
    checkText(value.StringValue ?? '');
    if (DataType.startsWith('Number') && !NUMBER.test(value.StringValue ?? ''))
      throw refuse(`Can't cast the value of message (user) attribute '${name}' to a number.`);
  }
}

function bytesOfValue({ StringValue, BinaryValue = '' }: MessageAttribute): Buffer {
  return StringValue === undefined ? Buffer.from(BinaryValue, 'base64') : Buffer.from(StringValue);
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
