import { expect, test } from 'vitest'
import { applicationStatus, type StatusTypeCode, statusSetBy, whyNotChanged, whyNotSet } from './application-status.ts'

const { New, Assigned, Submitted, Void } = applicationStatus

test.each<[StatusTypeCode, number, number[]]>([
  ['ASG', Assigned, [New, Assigned]],
  ['SUB', Submitted, [New, Assigned]],
  ['VOID', Void, [New, Assigned, Submitted]],
])('A-103 %s sets one status, and only from where the rule says', (code, to, from) => {
  expect(statusSetBy(code)).toBe(to)
  const may = Object.values(applicationStatus).filter((status) => whyNotSet(code, status) === undefined)
  expect(may).toEqual(from)
})

test('A-103 Void is final, and the message says so', () => {
  expect(whyNotSet('ASG', Void)).toBe('It is void, which is final')
  expect(whyNotSet('SUB', Submitted)).toBe('It is submitted already')
  expect([New, Assigned, Submitted].map(whyNotChanged)).toEqual([undefined, undefined, undefined])
  expect(whyNotChanged(Void)).toBe('It is void, which is final')
})
