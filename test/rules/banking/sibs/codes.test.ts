import { describe, expect, test } from 'vitest';
import { codeWord } from '../../../../functions/banking/sibs/codes.ts';

describe('which texts of the bank may be logged', () => {
  test.each(['E0500', '000', '10.107.0002', '01.106.0004', 'InProcessing', 'PURS', 'UNPAID'])('%s', (word) => {
    expect(codeWord(word)).toBe(word);
  });

  test.each(['351#912345678', '912345678', 'a@b.pt', 'Maria Silva', 'x'.repeat(25)])('but not %s', (word) => {
    expect(codeWord(word)).toBe('unlisted');
  });
});
