import fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

/** Any code point that UTF-8 can encode. The library's unit `binary` is the same, and takes seconds to prepare. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((number) => String.fromCodePoint(number < SURROGATES_FROM ? number : number + SURROGATES));
