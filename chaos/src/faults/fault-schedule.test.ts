import { expect, test } from 'vitest'
import { topologyNames } from '../topologies/topology-names.ts'
import { faultSchedule, faultText } from './fault-schedule.ts'

test.for(topologyNames)('the faults of %s are the same for the same seed, and others for another', (topology) => {
  const faults = faultSchedule(7, topology, 120)
  expect(faultSchedule(7, topology, 120)).toEqual(faults)
  expect(faultSchedule(8, topology, 120)).not.toEqual(faults)
  expect(faults.length).toBeGreaterThan(10)
  expect(faults.every(({ at }, index) => at > (faults[index - 1]?.at ?? 0))).toBe(true)
  expect(faults.at(-1)?.at).toBeLessThan(112_000)
})

test('a longer run begins with the faults of a shorter one', () => {
  const short = faultSchedule(7, 'standby', 60)
  expect(faultSchedule(7, 'standby', 120).slice(0, short.length)).toEqual(short)
})

test('twenty seeds of two minutes have the kills and promotions that are promised', () => {
  const kindsOf = (topology: 'embedded' | 'standby') =>
    Array.from({ length: 20 }, (_, index) => faultSchedule(index + 1, topology, 120))
      .flat()
      .map(({ kind }) => kind)
  expect(kindsOf('embedded').filter((kind) => kind === 'kill database').length).toBeGreaterThanOrEqual(50)
  expect(kindsOf('standby').filter((kind) => kind === 'promote').length).toBeGreaterThanOrEqual(20)
  expect(kindsOf('embedded')).not.toContain('promote')
})

test('a fault is one line of the report', () => {
  expect(faultText({ at: 3_210, kind: 'kill database', victims: 'some backends' })).toBe(
    '3.2 s kill database (victims some backends)',
  )
  expect(faultText({ at: 4_000, kind: 'kill standby' })).toBe('4.0 s kill standby')
})
