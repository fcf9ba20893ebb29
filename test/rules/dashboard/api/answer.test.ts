import { expect, test } from 'vitest';
import { answerIn } from '../../../../dashboard/src/api/answer.ts';

test('an unseen character of any text in an answer is named, but not in what is copied exactly', () => {
  const answer = {
    name: 'Loja\u202Eab',
    history: [{ who: 'ana\u200B@shop.example', why: 'a\nb\u2066', after: { company: 'X\uFEFF' } }],
    ...{ externalOrderId: 'A\u202E1', payload: '{"id":"A\u202E1"}', amount: 1, isComplete: true },
  };
  expect(answerIn(JSON.stringify(answer))).toEqual({
    name: 'Loja⟨U+202E⟩ab',
    history: [{ who: 'ana⟨U+200B⟩@shop.example', why: 'a\nb⟨U+2066⟩', after: { company: 'X⟨U+FEFF⟩' } }],
    ...{ externalOrderId: 'A\u202E1', payload: '{"id":"A\u202E1"}', amount: 1, isComplete: true },
  });
});
