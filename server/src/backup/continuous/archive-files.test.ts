import { expect, test } from 'vitest'
import {
  type ArchiveFile,
  archiveFile,
  expiredFiles,
  parseArchiveName,
  segmentBytes,
  selectFiles,
} from './archive-files.ts'

const day = (number: number, hour = 0) => new Date(Date.UTC(2030, 0, number, hour))
/** Positions in segments, such as 2.5. */
const lsn = (segments: number) => BigInt(segments * segmentBytes)
const base = (at: Date, from: number, to = from + 0.25) =>
  archiveFile({ kind: 'base', at, from: lsn(from), to: lsn(to) })
const wal = (at: Date, from: number, to: number) => archiveFile({ kind: 'wal', at, from: lsn(from), to: lsn(to) })

/** A base backup each third day, one segment each day, and the first parts of the last. */
const files: ArchiveFile[] = [
  ...[1, 4, 7, 10, 13].map((number) => base(day(number, 1), number)),
  ...Array.from({ length: 13 }, (_, index) => wal(day(index + 2), index + 1, index + 2)),
  wal(day(15, 1), 14, 14.25),
  wal(day(15, 2), 14.25, 14.5),
]
const selected = (target: Date | null, covered: Date | null = null, among = files) => {
  const selection = selectFiles(among, target, covered)
  if ('problem' in selection) return selection.problem
  const { base, wal } = selection
  return [base.at.getUTCDate(), Number(wal[0]?.from ?? 0) / segmentBytes, Number(wal.at(-1)?.to ?? 0) / segmentBytes]
}

test('the name of a file says its kind, time and stretch of the log', () => {
  for (const file of files) expect(parseArchiveName(file.name)).toEqual(file)
  expect(parseArchiveName('covered.json')).toBeNull()
  expect(parseArchiveName(`${files[0]?.name}.part`)).toBeNull()
})

test('P-88 a moment is restored from the newest base backup before it and the log until it', () => {
  expect(selected(day(5, 12))).toEqual([4, 4, 6])
  expect(selected(day(15, 2))).toEqual([13, 13, 14.5])
  expect(selected(null)).toEqual([13, 13, 14.5])
  expect(selected(day(1))).toBe('The first moment that can be restored is 2030-01-01T01:00:00.000Z.')
  expect(selected(day(15, 3))).toBe('The last moment that can be restored is 2030-01-15T02:00:00.000Z.')
  // Nothing was written since the last piece.
  expect(selected(day(15, 3), day(15, 4))).toEqual([13, 13, 14.5])
})

test('P-88 a gap in the log is named, and overlapping pieces are none', () => {
  const without = files.filter(({ kind, from }) => kind === 'base' || from !== lsn(6))
  expect(selected(day(7), null, without)).toBe('The last moment that can be restored is 2030-01-06T00:00:00.000Z.')
  expect(selected(day(8), day(15, 4), without)).toEqual([7, 7, 9])
  const overlapping = [...files, wal(day(15, 1), 14.125, 14.375)]
  expect(selected(day(15, 2), null, overlapping)).toEqual([13, 13, 14.5])
  const unfinished = files.filter(({ kind, from }) => kind === 'base' || from < lsn(13))
  expect(selected(day(13, 1), null, unfinished)).toBe(
    `The log of the base backup ${base(day(13, 1), 13).name} is missing.`,
  )
})

test('P-88 what no moment of the last seven days needs expires, and parts of a complete segment', () => {
  const now = day(15, 3)
  const expired = expiredFiles([...files, wal(day(14), 13, 13.5)], now)
  expect(expired.map(({ kind, at }) => [kind, at.getUTCDate()])).toEqual([
    ...[1, 4].map((number) => ['base', number]),
    ...[2, 3, 4, 5, 6, 7].map((number) => ['wal', number]),
    ['wal', 14],
  ])
  const left = files.filter((file) => !expired.includes(file))
  for (const number of [8, 9, 10, 11, 12, 13, 14, 15])
    expect(selected(day(number, 2), null, left), String(number)).toEqual(selected(day(number, 2)))
})

/** The base backup of the seventh day was made while the clock was years ahead, or behind. */
const withWrongClock = (year: number) =>
  files.map((file) =>
    file.kind === 'base' && file.from === lsn(7) ? base(new Date(Date.UTC(year, 0, 1)), 7, 7.25) : file,
  )

test('P-88 a base backup that is dated ahead is not the newest one, and goes with the log that it needs', () => {
  const among = withWrongClock(2041)
  expect(selected(null, null, among)).toEqual([13, 13, 14.5])
  const kept = (now: Date) => {
    const expired = expiredFiles(among, now)
    return among.filter((file) => !expired.includes(file))
  }
  expect(selected(day(8), null, kept(day(15, 3)))).toEqual([4, 4, 9])
  const later = kept(day(18))
  expect(later.filter(({ kind }) => kind === 'base').map(({ from }) => from)).toEqual([lsn(10), lsn(13)])
  expect(selected(null, null, later)).toEqual([13, 13, 14.5])
})

test('P-88 a base backup that is dated behind lets nothing expire that the last seven days need', () => {
  const young = withWrongClock(2020).filter(({ from }) => from >= lsn(4))
  expect(expiredFiles(young, day(10))).toEqual([])
})
