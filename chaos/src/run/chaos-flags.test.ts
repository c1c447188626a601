import { expect, test } from 'vitest'
import { readChaosFlags } from './chaos-flags.ts'

test('without flags all seeds run on all topologies, with 200 users where a standby is promoted', () => {
  const { runs, writesReport } = readChaosFlags([])
  expect(runs).toHaveLength(60)
  expect(runs.at(0)).toEqual({ seed: 1, topology: 'embedded', seconds: 120, users: 24 })
  expect(runs.at(-1)).toEqual({ seed: 20, topology: 'standby', seconds: 120, users: 200 })
  expect(writesReport).toBe(true)
})

test('one run is replayed by its seed, topology and length', () => {
  const flags = ['--seed', '7', '--topology', 'two-nodes', '--seconds', '60', '--users', '9', '--no-report']
  expect(readChaosFlags(flags)).toEqual({
    runs: [{ seed: 7, topology: 'two-nodes', seconds: 60, users: 9 }],
    writesReport: false,
    resumes: false,
  })
  expect(readChaosFlags(['--resume']).resumes).toBe(true)
  expect(readChaosFlags(['--seeds', '2', '--topologies', 'embedded,standby']).runs).toHaveLength(4)
})

test.for([
  [['--seeds', '0'], '--seeds must be a whole number from 1'],
  [['--topology', 'cloud'], 'There is no topology cloud; there are embedded, two-nodes, standby'],
  [['--sedes', '3'], "Unknown option '--sedes'"],
] as const)('%j is refused with a sentence', ([flags, sentence]) => {
  expect(() => readChaosFlags(flags)).toThrow(sentence)
})
