import { expect, it } from 'vitest';
import { conditionOf, existing, removing, setting, updateOf, where } from '../../../functions/dynamo/update.ts';

it('an update sends every attribute as a placeholder, and each value under the path of its attribute', () => {
  const appended = {
    set: ['log = list_append(log, :more)'],
    conditions: ['(size(log) <= :most OR NOT log[0] = :more)'],
  };
  expect(
    updateOf(
      setting({ 'attempts[2].state': 'ended', mb: undefined }),
      { ...appended, values: { more: ['a'], most: 9 } },
      removing('settlements[0].delivery.outcome', 'state'),
      where({ 'attempts[2].state': 'live', paidBy: undefined }),
      existing('id'),
      existing('id'),
    ),
  ).toEqual({
    UpdateExpression:
      'SET #attempts[2].#state = :attempts_2_state, #log = list_append(#log, :more) ' +
      'REMOVE #settlements[0].#delivery.#outcome, #state',
    ConditionExpression:
      '(size(#log) <= :most OR NOT #log[0] = :more) AND #attempts[2].#state = :is_attempts_2_state ' +
      'AND attribute_not_exists(#paidBy) AND attribute_exists(#id)',
    ExpressionAttributeNames: {
      ...{ '#attempts': 'attempts', '#state': 'state', '#log': 'log', '#settlements': 'settlements' },
      ...{ '#delivery': 'delivery', '#outcome': 'outcome', '#paidBy': 'paidBy', '#id': 'id' },
    },
    ExpressionAttributeValues: {
      ':attempts_2_state': { S: 'ended' },
      ':is_attempts_2_state': { S: 'live' },
      ':more': { L: [{ S: 'a' }] },
      ':most': { N: '9' },
    },
  });
});

it('a condition alone has no empty parts, which DynamoDB refuses', () => {
  const ExpressionAttributeNames = { '#id': 'id' };
  expect(conditionOf(where({ id: undefined }))).toEqual({
    ConditionExpression: 'attribute_not_exists(#id)',
    ExpressionAttributeNames,
  });
  expect(updateOf(removing('id'))).toEqual({ UpdateExpression: 'REMOVE #id', ExpressionAttributeNames });
});

it('two values under one name are a mistake of the caller', () => {
  const one = { conditions: ['size(log) = :size'], values: { size: 1 } };
  expect(() => updateOf(one, one)).not.toThrow();
  expect(() => updateOf(one, { ...one, values: { size: 2 } })).toThrow('two values are named size');
});
