import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../../../functions/runtime/attributes.ts';

// A list or a map costs three bytes, plus one for each member.
const NESTING_BYTES = 3;
const MEMBER_BYTES = 1;

/** Bytes of an item by DynamoDB's rules ("item sizes and formats"), including attribute names. */
export function itemSize(item: Attributes): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + utf8(name) + valueSize(value), 0);
}

function valueSize({ S, N, L, M }: AttributeValue): number {
  if (S !== undefined) return utf8(S);
  if (N !== undefined) return numberSize(N);
  if (L !== undefined) return L.reduce((sum, member) => sum + valueSize(member) + MEMBER_BYTES, NESTING_BYTES);
  if (M !== undefined) return itemSize(M) + NESTING_BYTES + MEMBER_BYTES * Object.keys(M).length;
  return 1; // a boolean or null
}

/** One byte for two significant digits, one more, and another for a sign. Zeros at both ends are free. */
function numberSize(text: string): number {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

function utf8(text: string): number {
  return Buffer.byteLength(text);
}
