import type { EventLine, LinkLine, SubjectsLine } from './siem-lines.ts'

/** Characters of one delivery, below what SIEMs accept at once; a single longer line is a delivery of its own. */
const maxDelivery = 256 * 1024
/** Ids of clients in one line. */
const maxSubjects = 5_000

/**
 * Bodies of the deliveries of a link and its events: none grows with the events of a link or the clients of an event, so the
 * SIEM can refuse none for its size.
 */
export function splitDelivery(events: readonly EventLine[], link: LinkLine): string[] {
  const bodies: string[] = []
  let body = ''
  for (const line of [...events.flatMap(splitEvent), link]) {
    const text = `${JSON.stringify(line)}\n`
    if (body !== '' && body.length + text.length > maxDelivery) {
      bodies.push(body)
      body = ''
    }
    body += text
  }
  return [...bodies, body]
}

/** An event with its first clients, and lines with the others. */
function splitEvent(event: EventLine): (EventLine | SubjectsLine)[] {
  const ids = event.subjects?.slice(1, -1).split(',') ?? []
  if (ids.length <= maxSubjects) return [event]
  const parts = Array.from({ length: Math.ceil(ids.length / maxSubjects) }, (_, part) => {
    const some = ids.slice(part * maxSubjects, (part + 1) * maxSubjects)
    return `{${some.join(',')}}`
  })
  const [subjects = '{}', ...others] = parts
  const more = others.map((subjects, at) => ({ type: 'subjects' as const, event: event.id, part: at + 1, subjects }))
  return [{ ...event, subjects }, ...more]
}

/** The event with the clients of its further lines, which may have arrived twice. */
export function joinEvent(event: EventLine, lines: readonly SubjectsLine[]): EventLine {
  const parts = new Map(lines.map(({ part, subjects }) => [part, subjects]))
  if (parts.size === 0) return event
  const ordered = [...parts].sort(([one], [other]) => one - other).map(([, subjects]) => subjects)
  const ids = [event.subjects ?? '{}', ...ordered].map((subjects) => subjects.slice(1, -1))
  return { ...event, subjects: `{${ids.join(',')}}` }
}
