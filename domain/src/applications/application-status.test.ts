import { expect, test } from 'vitest'
import {
  applicationStatus,
  editProblem,
  type StatusTypeCode,
  statusChangeProblem,
  statusSetBy,
} from './application-status.ts'

const { New, Assigned, Submitted, Void } = applicationStatus

test.each<[StatusTypeCode, number, number[]]>([
  ['ASG', Assigned, [New, Assigned]],
  ['SUB', Submitted, [New, Assigned]],
  ['VOID', Void, [New, Assigned, Submitted]],
])('A-103 %s sets one status, and only from where the rule says', (code, to, from) => {
  expect(statusSetBy(code)).toBe(to)
  const may = Object.values(applicationStatus).filter((status) => statusChangeProblem(code, status) === undefined)
  expect(may).toEqual(from)
})

test('A-103 Void is final, and the message says so', () => {
  expect(statusChangeProblem('ASG', Void)).toBe('It is void, which is final')
  expect(statusChangeProblem('SUB', Submitted)).toBe('It is submitted already')
  expect(statusChangeProblem('SUB', New, true)).toMatch(/^Submit it in the Application Wizard/)
  expect(statusChangeProblem('VOID', New, true)).toBeUndefined()
  expect(statusChangeProblem('VOID', New, true, true)).toMatch(/^The marketplace has not confirmed its submission/)
  expect([New, Assigned, Submitted].map(editProblem)).toEqual([undefined, undefined, undefined])
  expect(editProblem(Void)).toBe('It is void, which is final')
})
