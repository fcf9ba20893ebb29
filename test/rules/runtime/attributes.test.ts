import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Attribute, fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';

// The SDK treats an object with a `constructor` of its own as an instance of a class, and loses a `__proto__`.
const name = fc.string({ minLength: 1 }).filter((text) => text !== 'constructor' && text !== '__proto__');
const leaf = fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
const { item } = fc.letrec<{ value: Attribute; item: Record<string, Attribute> }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), tie('item')),
  item: fc.dictionary(name, tie('value'), { noNullPrototype: true }),
}));

describe('an item in the form of DynamoDB', () => {
  it('is marshalled as by the SDK, and unmarshalled unchanged', () => {
    fc.assert(
      fc.property(item, (value) => {
        const attributes = toAttributes(value);
        expect(attributes).toEqual(marshall(value));
        expect(fromAttributes(attributes)).toEqual(unmarshall(attributes));
        expect(fromAttributes(attributes)).toEqual(value);
      }),
    );
  });

  it('leaves out what is undefined, at any depth', () => {
    expect(toAttributes({ a: undefined, b: { c: undefined, d: 1 } })).toEqual({ b: { M: { d: { N: '1' } } } });
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses the number %d', (number) => {
    expect(() => toAttributes({ number })).toThrow();
  });

  it('of a type that no table uses is refused', () => {
    expect(() => fromAttributes({ a: { SS: ['x'] } })).toThrow('SS');
  });
});
