import { randomUUID } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { newFailure } from '@coverdesk/domain/fail.ts'
import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { zipEntries } from '../platform/imports/zip-entries.ts'
import { makeFileWorld, planFilesOf, rateFile } from '../testing/plan-files.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['administrator'] })
})
afterEach(() => agency.close())

const world = makeFileWorld()
const files = planFilesOf(world)
const textOf = (name: string) => [...(files[name]?.() ?? [])].join('')
const scope = { year: 2027, source: 'FFM' }
const load = (text: string | Buffer, name: string, more: { dryRun?: boolean; year?: number; source?: string } = {}) =>
  admin.call(planData.upload, { ...scope, ...more }, { text, name, type: 'application/octet-stream' })
const counts = async () => {
  const { rows } = await sql<{ rates: number; variants: number; current: number }>`
    select (select count(*) from plan_rates)::int as rates, (select count(*) from plan_variants)::int as variants,
      (select count(*) from plan_files where is_current)::int as current`.execute(agency.db)
  return rows[0]
}
const loads = async () => (await admin.call(planData.list, {})).data

test('PLAN-01 the seven files of a year are recognized by their headings, and the screen says what is missing until all are there', async () => {
  for (const [place, name] of Object.keys(files).entries()) {
    const run = await load(textOf(name), name)
    expect(run).toMatchObject({ state: 'loaded', planFiles: [{ name }], problems: [] })
    const [set] = await admin.call(planData.sets, {})
    if (place === 0) expect(set?.missing).toEqual(['plans', 'service-areas', 'rating-areas'])
  }
  expect(await admin.call(planData.sets, {})).toMatchObject([
    { ...scope, plans: 21, states: ['FL'], missing: [], kinds: expect.arrayContaining(['rates', 'crosswalk']) },
  ])
  // A row for each age becomes one record of a plan and area.
  expect(await counts()).toMatchObject({ rates: 21 * 3, current: 7 })
  const [areas, , , , benefits, plans, rates] = await loads()
  expect([areas?.kinds, benefits?.kinds, rates?.rows]).toEqual([['rating-areas'], ['benefits'], 21 * 3 * 51])
  // Dental, small group and what is sold outside of the exchange.
  expect(plans).toMatchObject({ kinds: ['plans'], skipped: 2 + 3 * 3, state: 'loaded', mayUndo: true })
})

test('P-55 P-56 rows that are not valid refuse the whole file with line and column, and leave what is in use', async () => {
  await load(textOf('Rate_PUF.csv'), 'Rate_PUF.csv')
  const before = await counts()
  const lines = textOf('Rate_PUF.csv').replaceAll('Rating Area 3', 'Rating Area 9').split('\n')
  lines[9] = lines[9]?.replace(/,22,[\d.]+,/, ',22,twelve,') ?? ''
  lines[59] = lines[59]?.replace('Rating Area 2', 'Area two') ?? ''
  lines[80] = lines[80]?.replace(/^2027/, '2026') ?? ''
  const broken = lines.join('\n')
  const checked = await load(broken, 'Rate_PUF.csv', { dryRun: true })
  expect(checked).toMatchObject({ state: 'refused', message: expect.stringMatching(/^3 of 3,213 rows are not valid/) })
  expect(checked.problems).toMatchObject([
    { line: 10, column: 'IndividualRate', value: 'twelve', reason: 'must be an amount such as 412.37' },
    { line: 60, column: 'RatingAreaId', value: 'Area two' },
    { line: 81, column: 'BusinessYear', value: '2026', reason: 'must be 2027, the year that is loaded' },
  ])
  expect(await refusal(load(broken, 'Rate_PUF.csv'))).toMatchObject({ code: 'upload.rows_refused' })
  expect(await counts()).toEqual(before)
  expect((await loads())[0]).toMatchObject({
    state: 'refused',
    fileName: 'Rate_PUF.csv',
    mayUndo: false,
    problems: checked.problems,
  })

  expect(await refusal(load('a,b\n1,2\n', 'x.csv'))).toMatchObject({ code: 'upload.columns_missing' })
  const short = lines.slice(0, 4).concat('2027,FL').join('\n')
  expect(await refusal(load(short, 'Rate_PUF.csv'))).toMatchObject({
    code: 'upload.unreadable',
    message: 'Line 5: 2 cells instead of 20',
  })
  expect(await counts()).toEqual(before)
})

test('P-57 P-60 a new file replaces the one of its kind, an undo brings the old one back, and the same file is refused', async () => {
  const first = textOf('Rate_PUF.csv')
  await load(first, 'old.csv')
  expect(await refusal(load(first, 'again.csv'))).toMatchObject({
    code: 'upload.duplicate',
    message: 'This file is already in use for 2027: old.csv',
  })
  const checked = await load([...rateFile(makeFileWorld({ seed: 2 }))].join(''), 'new.csv', { dryRun: true })
  expect(checked).toMatchObject({ state: 'checked', planFiles: [{ kind: 'rates', rows: 3213, replacesRows: 3213 }] })
  await load([...rateFile(makeFileWorld({ seed: 2 }))].join(''), 'new.csv')
  const [newest, , oldest] = await loads()
  expect([newest?.mayUndo, oldest?.mayUndo]).toEqual([true, false])
  expect(await refusal(admin.call(planData.undo, { loadId: oldest?.id ?? 0 }))).toMatchObject({
    code: 'upload.not_newest',
  })
  const undone = await admin.call(planData.undo, { loadId: newest?.id ?? 0 })
  expect(undone).toMatchObject({ state: 'undone', mayUndo: false })
  expect((await loads()).at(-1)).toMatchObject({ fileName: 'old.csv', mayUndo: true })
  expect(await counts()).toMatchObject({ rates: 63, current: 1 })
})

test("P-55 a state exchange's archive is loaded in one go, of that state only, and a damaged one is refused", async () => {
  const names = Object.keys(files)
  const state = planFilesOf(makeFileWorld({ state: 'GA', counties: [['13121'], ['13067']] }))
  const archive = zipOf(names.map((name) => [name, Buffer.from([...(state[name]?.() ?? [])].join(''))]))
  const run = await load(archive, 'GA.zip', { source: 'GA' })
  expect(run.planFiles.map(({ kind }) => kind).sort()).toEqual([
    'benefits',
    'crosswalk',
    'networks',
    'plans',
    'rates',
    'rating-areas',
    'service-areas',
  ])
  expect(await admin.call(planData.sets, {})).toMatchObject([{ source: 'GA', states: ['GA'], missing: [] }])
  expect(await refusal(load(archive, 'GA.zip', { source: 'PA' }))).toMatchObject({
    code: 'upload.rows_refused',
    message: expect.stringMatching(/^At least 255 of 255 rows/),
  })
  const damaged = Buffer.from(archive)
  damaged[200] = (damaged[200] ?? 0) ^ 0xff
  for (const bytes of [damaged, archive.subarray(0, archive.length / 2), Buffer.from('PK')])
    expect(await refusal(load(bytes, 'GA.zip', { source: 'GA' }))).toMatchObject({
      code: 'upload.unreadable',
      message: expect.stringMatching(/^Couldn't read the archive/),
    })
  expect(await counts()).toMatchObject({ current: 7 })
})

test('PLAN-13 rates in any order make the same records, and placeholders are no rates', async () => {
  const small = makeFileWorld({ issuers: 1, plansPerIssuer: 2 })
  const [head = '', ...rows] = [...rateFile(small)]
  await load([head, ...rows].join(''), 'sorted.csv')
  const recordsOf = async () => {
    const { rows } = await sql<{ plan: string }>`
      select r.plan_id as plan, r.area, r.rates, r.tobacco_rates as tobacco from plan_rates r
      join plan_files f on f.id = r.file_id and f.is_current order by 1, 2`.execute(agency.db)
    return rows
  }
  const sorted = await recordsOf()
  const byAge = rows.toSorted((a, b) => (a.split(',')[10] ?? '').localeCompare(b.split(',')[10] ?? ''))
  await load([head, ...byAge].join(''), 'by-age.csv')
  expect(await recordsOf()).toEqual(sorted)
  const placeholder = rows.map((row, at) =>
    at === 7 ? row.replace(/,[\d.]+,([\d.]*),,,,,,,\n$/, ',9999,$1,,,,,,,\n') : row,
  )
  const run = await load([head, ...placeholder].join(''), 'placeholder.csv')
  expect(run.planFiles).toMatchObject([{ skipped: 1 }])
  expect(await recordsOf()).toMatchObject([{ rates: expect.arrayContaining([null]) }, ...sorted.slice(1)])
})

test('P-56 a rate file that was cut off at the end of a line is refused, and what a dead server left is deleted', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into plan_loads (run_id, year, source, state, file_name, loaded_by)
    values (${randomUUID()}::uuid, 2027, 'FFM', 'staging', 'dead.csv', ${admin.userId}) returning id`.execute(agency.db)
  await load(textOf('Rate_PUF.csv'), 'Rate_PUF.csv')
  const { rows: left } = await sql`select id from plan_loads where id = ${rows[0]?.id ?? 0}`.execute(agency.db)
  expect(left).toEqual([])
  const before = await counts()
  const cut = textOf('Rate_PUF.csv').split('\n').slice(0, 80).join('\n')
  const checked = await load(cut, 'cut.csv', { dryRun: true })
  expect(checked).toMatchObject({ state: 'refused', message: '1 of 79 rows is not valid; nothing was loaded' })
  expect(checked.problems).toMatchObject([
    { line: 53, column: 'Age', reason: expect.stringMatching(/has no rate for 23 of 51 ages in Rating Area 2$/) },
  ])
  expect(await refusal(load(cut, 'cut.csv'))).toMatchObject({ code: 'upload.rows_refused' })
  expect(await counts()).toEqual(before)
})

test('P-56 an archive whose source breaks off in the middle of a file ends with that failure, and a stopped reader ends it', async () => {
  const archive = zipOf([['rates.csv', Buffer.from(textOf('Rate_PUF.csv'))]])
  async function* breaking() {
    yield archive.subarray(0, 2_000)
    await new Promise((resume) => setTimeout(resume, 20))
    throw newFailure('upload.broken_off')
  }
  const readAll = async () => {
    for await (const { bytes } of zipEntries(breaking())) for await (const _ of bytes);
  }
  await expect(readAll()).rejects.toMatchObject({ code: 'upload.broken_off' })
  const readLittle = async () => {
    for await (const { bytes } of zipEntries(breaking()))
      for await (const _ of bytes) throw newFailure('upload.stopped')
  }
  await expect(readLittle()).rejects.toMatchObject({ code: 'upload.stopped' })
})

test('only an administrator sees and loads plan data', async () => {
  const agent = await agency.person({ roles: ['agent'], fullAccess: true })
  expect(await refusal(agent.call(planData.list, {}))).toMatchObject({ code: 'right.missing' })
  const file = { text: textOf('network-puf.csv'), name: 'network-puf.csv' }
  expect(await refusal(agent.call(planData.upload, scope, file))).toMatchObject({ code: 'right.missing' })
})

/** A zip archive; every second file has its sizes behind it, as streaming packers write them. */
function zipOf(entries: [name: string, content: Buffer][]): Buffer {
  const parts: Buffer[] = []
  for (const [at, [name, content]] of entries.entries()) {
    const packed = deflateRawSync(content)
    const isStreamed = at % 2 === 1
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(isStreamed ? 8 : 0, 6)
    head.writeUInt16LE(8, 8)
    const sums = Buffer.alloc(12)
    sums.writeUInt32LE(crc32(content), 0)
    sums.writeUInt32LE(packed.length, 4)
    sums.writeUInt32LE(content.length, 8)
    if (!isStreamed) sums.copy(head, 14)
    head.writeUInt16LE(name.length, 26)
    const signature = Buffer.alloc(4)
    signature.writeUInt32LE(0x08074b50)
    parts.push(head, Buffer.from(name), packed, ...(isStreamed ? [signature, sums] : []))
  }
  const directory = Buffer.alloc(46)
  directory.writeUInt32LE(0x02014b50)
  return Buffer.concat([...parts, directory])
}
