import { expect, test } from 'vitest'
import { foldEvents } from './fold-events.ts'

const event = {
  id: 1,
  date: '2026-11-20T15:00:00Z',
  user: 'Ana',
  action: 'update',
  entity: 'rate',
  entityName: 'Rate',
  entityId: '7',
  recordName: null,
  records: 0,
  result: 'done' as const,
  address: '127.0.0.1',
}

test('neighboring events that differ only in time are one row with their number; others stay apart', () => {
  const events = [
    { ...event, id: 5, date: '2026-11-20T15:04:00Z' },
    { ...event, id: 4 },
    { ...event, id: 3, entityId: '8' },
    { ...event, id: 2 },
    { ...event, id: 1, result: 'refused' as const },
  ]
  expect(foldEvents(events).map(({ id, times }) => [id, times])).toEqual([
    [5, 2],
    [3, 1],
    [2, 1],
    [1, 1],
  ])
})
