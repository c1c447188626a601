import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../start/set-up.mjs'
import { groupsOf, mutationGroups, scoresOf } from './mutation-groups.mjs'

test('P-90 every mutated file exists and is listed once', () => {
  const files = Object.values(mutationGroups).flat()
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
})

test('P-90 a group must kill 80 % of its valid mutants', () => {
  const mutants = (...states) => ({ mutants: states.map((status) => ({ status })) })
  const report = {
    files: {
      a: mutants('Killed', 'Killed', 'Killed', 'Timeout', 'Survived', 'CompileError', 'Ignored'),
      b: mutants('Killed', 'NoCoverage'),
    },
  }
  expect(scoresOf({ one: ['a'], two: ['b'], both: ['a', 'b'], none: ['c'] }, report)).toEqual([
    { group: 'one', percent: 80, killed: 4, mutants: 5, holds: true },
    { group: 'two', percent: 50, killed: 1, mutants: 2, holds: false },
    { group: 'both', percent: (5 / 7) * 100, killed: 5, mutants: 7, holds: false },
    { group: 'none', percent: 0, killed: 0, mutants: 0, holds: false },
  ])
  expect(groupsOf([])).toBe(mutationGroups)
  expect(groupsOf(['money', 'x.ts'])).toEqual({ money: mutationGroups.money, 'x.ts': ['x.ts'] })
})
