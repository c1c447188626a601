import { isDeepStrictEqual } from 'node:util'
import { anyone, mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { Failure, type FailureDetail } from '@coverdesk/domain/failure.ts'
import { invalidFields } from '@coverdesk/domain/invalid-fields.ts'
import { labelOf } from '@coverdesk/domain/platform/input-sentences.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import type { z } from 'zod'
import type { SignedIn } from '../../auth/session.ts'

type Members = Record<string, unknown>

/** Reads the record that a PUT changes, with its GET route as the same caller. */
export interface RecordReader {
  route: Route
  read: (input: unknown) => Promise<unknown>
}

const shapeOf = (schema: object): Members => ('shape' in schema ? { ...Object(schema.shape) } : {})

/** Path whose GET answers the record that a PUT changes; the id may be in the body (`PUT /api/Agent`). */
export function recordPathOf({ path, input }: Route): string {
  return 'id' in shapeOf(input) && !path.includes('{') ? `${path}/{id}` : path
}

/** Member that a schema does not know, by the path of its object. */
interface UnknownMember {
  at: readonly PropertyKey[]
  name: string
}

/**
 * Removes members of a refused PUT that only its GET knows, nested ones included, so that an answer may be changed and sent
 * back. They must equal what is stored; others are refused by name. With another version the handler refuses the whole
 * change instead.
 */
export async function withoutReadOnly(
  refused: z.ZodError,
  sent: Members,
  reader: RecordReader | undefined,
  user: SignedIn | null,
): Promise<Members> {
  const unknown = refused.issues.flatMap((issue): UnknownMember[] =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((name) => ({ at: issue.path, name })) : [],
  )
  if (unknown.length === 0 || !reader || !user || !mayRead(reader.route, user)) return sent
  const parameters = shapeOf(reader.route.input)
  const question = Object.fromEntries(Object.entries(sent).filter(([name]) => name in parameters))
  const parsed = reader.route.input.safeParse(question)
  const stored = parsed.success ? await storedMembers(reader, parsed.data) : null
  if (!stored) return sent
  const answered = unknown.flatMap((member) => {
    const values = storedValues(stored, sent, member)
    return values.length > 0 ? [{ ...member, values }] : []
  })
  const problems = answered.flatMap(({ at, name, values }): FailureDetail[] =>
    stored.version !== sent.version || values.some((value) => isDeepStrictEqual(value, valueAt(sent, [...at, name])))
      ? []
      : [{ path: [...at, name].join('.'), message: `${labelOf([name])} cannot be changed here` }],
  )
  if (problems.length > 0) throw invalidFields(problems)
  const taken = structuredClone(sent)
  for (const { at, name } of answered) Reflect.deleteProperty(Object(valueAt(taken, at)), name)
  return taken
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined), value)

/**
 * Stored values of a member. An entry of a list is found by its id, or without one may be any entry, because entries are
 * added and removed.
 */
function storedValues(stored: unknown, sent: unknown, { at, name }: UnknownMember): unknown[] {
  let places = [stored]
  for (const [depth, part] of at.entries()) {
    const id = valueAt(sent, [...at.slice(0, depth + 1), 'id'])
    places = places.flatMap((place) => {
      if (!Array.isArray(place)) return [valueAt(place, [part])]
      return place.filter((entry) => id === undefined || valueAt(entry, ['id']) === id)
    })
  }
  return places.flatMap((place) => (Object.hasOwn(Object(place), name) ? [valueAt(place, [name])] : []))
}

/** Null for a record that the caller does not see: the schema then refuses the members by name. */
async function storedMembers(reader: RecordReader, question: unknown): Promise<Members | null> {
  try {
    return { ...Object(await reader.read(question)) }
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return null
    throw error
  }
}

const mayRead = ({ allow }: Route, user: SignedIn) => allow === signedIn || allow === anyone || mayPass(allow, user)
