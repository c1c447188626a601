import { type Operation, operationText } from '../users/operation.ts'
import type { StoredLoad, StoredRecords, StoredVersions } from './stored-records.ts'

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>
const ofKind = <Kind extends Operation['kind']>(log: readonly Operation[], kind: Kind): Of<Kind>[] =>
  log.filter((operation): operation is Of<Kind> => operation.kind === kind)

/**
 * Compares the answers that users got with what is stored, and returns one sentence for each broken promise: acknowledged writes are
 * there once and whole, refused ones are absent, all others are there once and whole or not at all.
 */
export function findBrokenPromises(log: readonly Operation[], stored: StoredRecords): string[] {
  return [
    ...ofKind(log, 'create').flatMap((operation) => problemsOfCreation(operation, stored)),
    ...strangers(log, stored),
    ...problemsOfVersions(log, stored),
    ...ofKind(log, 'load').flatMap((operation) => problemsOfLoad(operation, stored.loads)),
    ...problemsOfSessions(log, stored),
    ...problemsOfPayRuns(log, stored),
    ...stored.sums.flatMap(({ name, amounts }) =>
      new Set(Object.values(amounts)).size > 1
        ? [`Different sums of ${name}: ${Object.entries(amounts).map((pair) => pair.join(' '))}.`]
        : [],
    ),
    ...stored.auditProblems.map((problem) => `The audit record is broken: ${problem}`),
  ]
}

/** Problems of a write of which `copies` are stored. */
function problemsOfCopies(operation: Operation, copies: number): string[] {
  const text = operationText(operation)
  if (operation.outcome === 'acknowledged' && copies === 0) return [`Lost: ${text} is not there.`]
  if (copies > 1) return [`Doubled: ${text} is there ${copies} times.`]
  if (copies === 0) return []
  if (operation.outcome === 'refused') return [`Refused, but there: ${text}.`]
  return operation.refusedOnRepeat ? [`Refused on repeat, but there since the first attempt: ${text}.`] : []
}

function problemsOfCreation(operation: Of<'create'>, { created }: StoredRecords): string[] {
  const found = created.filter(({ entity, marker }) => entity === operation.entity && marker === operation.marker)
  const parts = found.flatMap(({ missing }) => missing)
  return [
    ...problemsOfCopies(operation, found.length),
    ...(parts.length > 0 ? [`Half there: ${operationText(operation)} lacks ${parts.join(', ')}.`] : []),
  ]
}

/** Marked records that no user wrote. */
function strangers(log: readonly Operation[], stored: StoredRecords): string[] {
  const written = new Set(log.map((operation) => ('marker' in operation ? operation.marker : null)))
  return [...stored.created, ...stored.loads]
    .filter(({ marker }) => !written.has(marker))
    .map(({ entity, marker }) => `There, but never sent: ${entity} ${marker}.`)
}

const versionKey = ({ entity, record }: Pick<StoredVersions, 'entity' | 'record'>) => `${entity} ${record}`

function problemsOfVersions(log: readonly Operation[], { versioned }: StoredRecords): string[] {
  const records = new Map(versioned.map((record) => [versionKey(record), record]))
  const changes = [...ofKind(log, 'edit'), ...ofKind(log, 'status')]
  return [
    ...changes.flatMap((change) => problemsOfChange(change, records.get(versionKey(change)))),
    ...twoWinners(changes),
    ...versioned.flatMap(problemsOfHistory),
  ]
}

function problemsOfChange(change: Of<'edit'> | Of<'status'>, record: StoredVersions | undefined): string[] {
  const entries = record?.history.filter(({ marker }) => marker === change.marker) ?? []
  const misplaced = entries.filter(({ version }) => version !== change.version + 1)
  return [
    ...problemsOfCopies(change, entries.length),
    ...misplaced.map(({ version }) => `Overwrote a newer version: ${operationText(change)} became version ${version}.`),
  ]
}

/** Acknowledged edits of the same version of a record: one of them is lost. */
function twoWinners(changes: readonly (Of<'edit'> | Of<'status'>)[]): string[] {
  const winners = new Map<string, Operation>()
  return changes.flatMap((change) => {
    if (change.outcome !== 'acknowledged') return []
    const key = `${versionKey(change)} ${change.version}`
    const other = winners.get(key)
    winners.set(key, change)
    return other ? [`Two edits of one version: ${operationText(other)}, and ${operationText(change)}.`] : []
  })
}

function problemsOfHistory({ entity, record, version, value, history, auditEvents }: StoredVersions): string[] {
  const versions = history.map((entry) => entry.version)
  const expected = Array.from({ length: version }, (_, index) => index + 1)
  const last = history.findLast(({ marker }) => marker !== null)?.marker ?? null
  return [
    ...(versions.join() === expected.join()
      ? []
      : [`The history of ${entity} ${record}, version ${version}, has the versions ${versions.join(', ')}.`]),
    ...(auditEvents === history.length
      ? []
      : [`Half there: ${entity} ${record} has ${history.length} versions and ${auditEvents} audit events.`]),
    ...(last === null || last === value
      ? []
      : [`${entity} ${record} has ${value ?? 'no value'}, but its last accepted change brought ${last}.`]),
  ]
}

function problemsOfLoad(operation: Of<'load'>, loads: readonly StoredLoad[]): string[] {
  const found = loads.find(({ entity, marker }) => entity === operation.entity && marker === operation.marker)
  const problems = problemsOfCopies(operation, found?.batches ?? 0)
  if (!found) return problems
  const text = operationText(operation)
  const whole = { rows: operation.rows, cents: operation.cents, auditEvents: 1 }
  const expected = found.batches === 0 ? { rows: 0, cents: 0, auditEvents: 0 } : whole
  for (const part of ['rows', 'cents', 'auditEvents'] as const)
    if (found.batches <= 1 && found[part] !== expected[part])
      problems.push(`Half there: ${text} has ${found[part]} ${part} instead of ${expected[part]}.`)
  return problems
}

function problemsOfSessions(log: readonly Operation[], { sessions }: StoredRecords): string[] {
  const stored = new Map(sessions.map((session) => [session.id, session]))
  return [
    ...ofKind(log, 'sign-in').flatMap((operation) =>
      operation.outcome === 'acknowledged' && operation.session !== null && !stored.has(operation.session)
        ? [`Lost: ${operationText(operation)} is not there.`]
        : [],
    ),
    ...ofKind(log, 'sign-out').flatMap((operation) =>
      operation.outcome === 'acknowledged' && stored.get(operation.session)?.hasEnded === false
        ? [`Lost: after ${operationText(operation)} the session still works.`]
        : [],
    ),
    ...ofKind(log, 'session check').map(
      (operation) => `Lost: a session that had not ended was rejected, ${operationText(operation)}.`,
    ),
  ]
}

function problemsOfPayRuns(log: readonly Operation[], { payRuns }: StoredRecords): string[] {
  const there = new Set(payRuns)
  const removals = ofKind(log, 'remove run')
  return [
    ...ofKind(log, 'start run').flatMap((operation) => {
      const { run, outcome } = operation
      const maybeRemoved = removals.some((removal) => removal.run === run && removal.outcome !== 'refused')
      return run !== null && outcome === 'acknowledged' && !there.has(run) && !maybeRemoved
        ? [`Lost: ${operationText(operation)} is not there.`]
        : []
    }),
    ...removals.flatMap((operation) =>
      operation.run !== null && operation.outcome === 'acknowledged' && there.has(operation.run)
        ? [`Lost: after ${operationText(operation)} the run is still there.`]
        : [],
    ),
  ]
}
