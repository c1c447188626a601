import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { exportOf, inBatches, madeRows } from '../../testing/test-export.ts'
import { exportAs } from './export-as.ts'
import type { ExportColumn, ExportRow } from './export-table.ts'

const formats = ['xlsx', 'pdf', 'csv'] as const
const columns: ExportColumn[] = [
  { label: 'Policy', kind: 'text' },
  { label: 'Premium', kind: 'money' },
  { label: 'Effective', kind: 'date' },
  { label: 'Members', kind: 'integer' },
]

test.each(formats)('CONST-09 %s comes with its type and the name of the list', async (format) => {
  const file = exportAs(format, exportOf(columns, []))
  expect(file.fileName).toBe(`Policies.${format}`)
  expect(file.contentType).toMatch(/^(application|text)\//)
  expect((await buffer(file.body)).length).toBeGreaterThan(30)
})

test.each(formats)('%s: an error of the rows breaks the download off instead of ending it short', async (format) => {
  async function* failing(): AsyncGenerator<ExportRow[]> {
    yield [['FL-1', '1.00', '2026-01-31', 1]]
    throw new Error('connection lost')
  }
  const { body } = exportAs(format, exportOf(columns, [], { totalRows: 2, rows: failing() }))
  await expect(buffer(body)).rejects.toThrow('connection lost')
})

test.each([
  ['fewer rows than announced', 2, [['a', null, null, null]], 'got only 1'],
  ['more rows than announced', 0, [['a', null, null, null]], 'got more'],
  ['a row without a cell', 1, [['a', null, null]], 'row of 3 cells'],
] as const)('%s break the download off', async (_, totalRows, rows, message) => {
  const { body } = exportAs('csv', exportOf(columns, rows, { totalRows }))
  await expect(buffer(body)).rejects.toThrow(message)
})

test.each(formats)('%s: a reader that goes away closes the rows', async (format) => {
  let closed = () => {}
  const closing = new Promise<void>((resolve) => {
    closed = resolve
  })
  async function* endless(): AsyncGenerator<ExportRow[]> {
    try {
      while (true) yield Array.from({ length: 500 }, (_, at): ExportRow => [`FL-${at}`, '1.00', '2026-01-31', at])
    } finally {
      closed()
    }
  }
  const { body } = exportAs(format, exportOf(columns, [], { totalRows: 10 ** 9, rows: endless() }))
  await once(body, 'readable')
  body.destroy()
  await closing
})

test('a reader that goes away before the first row closes the rows too', async () => {
  const closing = new Promise<void>((resolve) => {
    const unstarted = {
      next: async () => ({ done: true as const, value: undefined }),
      return: async () => {
        resolve()
        return { done: true as const, value: undefined }
      },
    }
    const rows = { [Symbol.asyncIterator]: () => unstarted }
    exportAs('csv', exportOf(columns, [], { rows })).body.destroy()
  })
  await closing
})

test('P-81 a slow reader pauses the export: rows are produced only as it reads them', async () => {
  let taken = 0
  async function* counted(): AsyncGenerator<ExportRow[]> {
    for await (const rows of madeRows(200_000, columns)) {
      taken += rows.length
      yield rows
    }
  }
  const { body } = exportAs('csv', exportOf(columns, [], { totalRows: 200_000, rows: counted() }))
  await once(body, 'readable')
  await wait(300)
  expect(taken).toBeLessThan(40_000)
  body.destroy()
})

test('P-81 300,000 rows as xlsx take flat memory and leave the event loop free', async () => {
  const wide = Array.from({ length: 3 }, () => columns).flat()
  const run = (count: number) =>
    pipeline(
      exportAs('xlsx', exportOf(wide, [], { totalRows: count, rows: madeRows(count, wide) })).body,
      new Writable({ write: (_chunk, _encoding, done) => done() }),
    )
  await run(30_000)
  const before = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  await run(300_000)
  clearInterval(watch)
  delay.disable()
  expect((most - before) / 2 ** 20).toBeLessThan(120)
  expect(delay.percentile(99) / 1e6).toBeLessThan(200)
})

test('rows come as a source gives them, in order, batch after batch', async () => {
  const batches = [
    [['a', null, null, 1]],
    [],
    [
      ['b', null, null, 2],
      ['c', null, null, 3],
    ],
  ]
  const { body } = exportAs('csv', exportOf(columns, [], { totalRows: 3, rows: inBatches(batches) }))
  expect((await buffer(body)).toString().split('\r\n').slice(1, 4)).toEqual(['a,,,1', 'b,,,2', 'c,,,3'])
})
