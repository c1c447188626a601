import { describe, expect, test } from 'vitest'
import type { Operation, Outcome, Write } from '../users/operation.ts'
import { findBrokenPromises } from './find-broken-promises.ts'
import type { StoredRecords } from './stored-records.ts'

const told: Record<Outcome, number> = { acknowledged: 200, refused: 409, unknown: 0 }

function operation(outcome: Outcome, write: Write, more: Partial<Operation> = {}): Operation {
  return {
    at: 1_000,
    until: 1_250,
    user: 7,
    status: told[outcome],
    attempts: 1,
    refusedOnRepeat: false,
    ...more,
    outcome,
    ...write,
  }
}

const records = (stored: Partial<StoredRecords> = {}): StoredRecords => ({
  created: [],
  versioned: [],
  loads: [],
  sessions: [],
  payRuns: [],
  sums: [],
  auditProblems: [],
  ...stored,
})

const lead = { kind: 'create', entity: 'lead', marker: 'M1' } as const
const there = { entity: 'lead', marker: 'M1', missing: [] as string[] } as const
const edit = (marker: string, version: number) =>
  ({ kind: 'edit', entity: 'lead', record: 5, version, marker }) as const
const history = (...markers: (string | null)[]) => markers.map((marker, index) => ({ version: index + 1, marker }))
const leadOf = (...markers: (string | null)[]) => ({
  entity: 'lead' as const,
  record: 5,
  version: markers.length,
  value: markers.findLast((marker) => marker !== null) ?? null,
  history: history(...markers),
  auditEvents: markers.length,
})
const file = { kind: 'load', entity: 'commissions', marker: 'F1', rows: 60, cents: 12_345 } as const
const loaded = { entity: 'commissions', marker: 'F1', batches: 1, rows: 60, cents: 12_345, auditEvents: 1 } as const

describe('a run that kept its promises', () => {
  test('has acknowledged writes once, refused ones not, unknown ones once or not', () => {
    const log = [
      operation('acknowledged', lead),
      operation('refused', { ...lead, marker: 'M2' }),
      operation('unknown', { ...lead, marker: 'M3' }),
      operation('unknown', { ...lead, marker: 'M4' }),
      operation('acknowledged', edit('E1', 1)),
      operation('refused', edit('E2', 1)),
      operation('unknown', edit('E3', 2)),
      operation('acknowledged', file),
      operation('unknown', { ...file, marker: 'F2' }),
      operation('acknowledged', { kind: 'sign-in', session: 's1' }),
      operation('acknowledged', { kind: 'sign-out', session: 's1' }),
      operation('acknowledged', { kind: 'start run', run: 3 }),
      operation('acknowledged', { kind: 'start run', run: 4 }),
      operation('acknowledged', { kind: 'remove run', run: 3 }),
    ]
    const stored = records({
      created: [there, { ...there, marker: 'M4' }],
      versioned: [leadOf(null, 'E1', 'E3')],
      loads: [loaded],
      sessions: [{ id: 's1', hasEnded: true }],
      payRuns: [4],
      sums: [{ name: 'lines', amounts: { lines: '1.00', months: '1.00', API: '1.00' } }],
    })
    expect(findBrokenPromises(log, stored)).toEqual([])
  })
})

describe('each planted violation is one sentence', () => {
  const planted: [what: string, log: Operation[], stored: Partial<StoredRecords>, sentence: string][] = [
    ['a lost record', [operation('acknowledged', lead)], {}, 'Lost: create lead M1'],
    ['a doubled record', [operation('acknowledged', lead)], { created: [there, there] }, 'Doubled: create lead M1'],
    ['a doubled record without an answer', [operation('unknown', lead)], { created: [there, there] }, 'Doubled:'],
    ['a refused record', [operation('refused', lead)], { created: [there] }, 'Refused, but there: create lead M1'],
    [
      'a record that was refused on repeat',
      [operation('unknown', lead, { refusedOnRepeat: true, attempts: 2 })],
      { created: [there] },
      'Refused on repeat, but there since the first attempt',
    ],
    [
      'half a record',
      [operation('unknown', lead)],
      { created: [{ ...there, missing: ['its audit event'] }] },
      'lacks its audit event',
    ],
    ['a record that was never sent', [], { created: [there] }, 'There, but never sent: lead M1.'],
    ['a lost edit', [operation('acknowledged', edit('E1', 1))], { versioned: [leadOf(null)] }, 'Lost: edit lead 5'],
    [
      'an edit of a lost record',
      [operation('acknowledged', edit('E1', 1))],
      {},
      'Lost: edit lead 5 of version 1 to E1 by user 7 (acknowledged: status 200, 1 sent, from 1.00 s to 1.25 s) is not there.',
    ],
    [
      'a refused edit',
      [operation('refused', edit('E1', 1))],
      { versioned: [leadOf(null, 'E1')] },
      'Refused, but there: edit',
    ],
    [
      'an edit that overwrote a newer one',
      [operation('acknowledged', edit('E2', 1))],
      { versioned: [leadOf(null, 'E1', 'E2')] },
      'Overwrote a newer version',
    ],
    [
      'an edit without an audit event',
      [operation('acknowledged', edit('E1', 1))],
      { versioned: [{ ...leadOf(null, 'E1'), auditEvents: 1 }] },
      'Half there: lead 5 has 2 versions and 1 audit events.',
    ],
    [
      'a version that is skipped',
      [],
      { versioned: [{ ...leadOf(null), version: 3 }] },
      'The history of lead 5, version 3, has the versions 1.',
    ],
    [
      'a value that is not the last one',
      [operation('acknowledged', edit('E1', 1))],
      { versioned: [{ ...leadOf(null, 'E1'), value: 'E0' }] },
      'lead 5 has E0, but its last accepted change brought E1.',
    ],
    ['a lost file', [operation('acknowledged', file)], {}, 'Lost: load commissions F1'],
    ['a doubled file', [operation('acknowledged', file)], { loads: [{ ...loaded, batches: 2 }] }, 'Doubled: load'],
    ['half a file', [operation('acknowledged', file)], { loads: [{ ...loaded, rows: 59 }] }, '59 rows instead of 60'],
    ['wrong money', [operation('unknown', file)], { loads: [{ ...loaded, cents: 12_344 }] }, '12344 cents instead of'],
    [
      'rows without a file',
      [operation('unknown', file)],
      { loads: [{ ...loaded, batches: 0, auditEvents: 0, cents: 0 }] },
      '60 rows instead of 0',
    ],
    ['a lost session', [operation('acknowledged', { kind: 'sign-in', session: 's1' })], {}, 'Lost: sign-in s1'],
    [
      'a session that survives its end',
      [operation('acknowledged', { kind: 'sign-out', session: 's1' })],
      { sessions: [{ id: 's1', hasEnded: false }] },
      'the session still works',
    ],
    [
      'a session that was rejected',
      [operation('refused', { kind: 'session check', session: 's1' })],
      { sessions: [{ id: 's1', hasEnded: false }] },
      'Lost: a session that had not ended was rejected',
    ],
    ['a lost pay run', [operation('acknowledged', { kind: 'start run', run: 3 })], {}, 'Lost: start run 3'],
    [
      'a pay run that came back',
      [operation('acknowledged', { kind: 'remove run', run: 3 })],
      { payRuns: [3] },
      'the run is still there',
    ],
    [
      'wrong sums',
      [],
      { sums: [{ name: 'commissions of March', amounts: { lines: '1.00', months: '1.01' } }] },
      'Different sums of commissions of March: lines 1.00,months 1.01.',
    ],
    ['an altered audit record', [], { auditProblems: ['Link 3 is missing.'] }, 'audit record is broken: Link 3'],
  ]

  test.for(planted)('%s', ([, log, stored, sentence]) => {
    expect(findBrokenPromises(log, records(stored))).toEqual([expect.stringContaining(sentence)])
  })

  test('two acknowledged edits of one version', () => {
    const log = [operation('acknowledged', edit('E1', 1)), operation('acknowledged', edit('E2', 1))]
    const problems = findBrokenPromises(log, records({ versioned: [leadOf(null, 'E1')] }))
    expect(problems).toEqual([
      expect.stringContaining('Lost: edit lead 5 of version 1 to E2'),
      expect.stringContaining('Two edits of one version'),
    ])
  })
})
