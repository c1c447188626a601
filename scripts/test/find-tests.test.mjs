import { expect, test } from 'vitest'
import { findTests } from './find-tests.mjs'

const files = new Map([
  ['server/src/access/sign-in.test.ts', "test('AUTH-17 a session ends')"],
  [
    'e2e/journeys/access/access.e2e.ts',
    "test('AUTH-17 P-05 (again) a session ends', () => test.step('P-06 at night', noop))",
  ],
])

test('a part of a path finds whole files, each for its runner', () => {
  expect(findTests('sign-in', files)).toEqual({ unit: ['server/src/access/sign-in.test.ts'], browser: undefined })
  expect(findTests('access.e2e', files)).toEqual({
    unit: undefined,
    browser: [String.raw`e2e/journeys/access/access\.e2e\.ts`],
  })
})

test('a part of a title finds its tests in the files that hold it', () => {
  expect(findTests('AUTH-17 P-05 (again)', files)).toEqual({
    unit: undefined,
    browser: [String.raw`e2e/journeys/access/access\.e2e\.ts`, '-g', String.raw`AUTH-17 P-05 \(again\)`],
  })
  expect(findTests('AUTH-17', files).unit).toEqual(['server/src/access/sign-in.test.ts', '-t', 'AUTH-17'])
  expect(findTests('noop', files)).toEqual({ unit: undefined, browser: undefined })
})

test('a part of a step finds the whole file', () => {
  expect(findTests('P-06', files).browser).toEqual([String.raw`e2e/journeys/access/access\.e2e\.ts`])
})
