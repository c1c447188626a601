import { expect, test } from 'vitest'
import { declaredOnce } from './features.ts'

test('the server does not start when a name of the domain is declared by no feature or by two', () => {
  const names = ['lead', 'policy'] as const
  const leads = ['lead', 1] as const
  const policies = ['policy', 2] as const
  expect([...declaredOnce('kind', names, [policies, leads])]).toEqual([leads, policies])
  expect(() => declaredOnce('kind', names, [leads])).toThrow('The kind policy is declared by 0 features')
  expect(() => declaredOnce('kind', names, [leads, policies, leads])).toThrow('The kind lead is declared by 2 features')
})
