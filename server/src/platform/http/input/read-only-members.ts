import { isDeepStrictEqual } from 'node:util'
import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { Failure, type FailureDetail } from '@coverdesk/domain/failures.ts'
import { invalidFields } from '@coverdesk/domain/invalid-fields.ts'
import { labelOf } from '@coverdesk/domain/platform/input-sentences.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
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

/**
 * Removes members of a PUT that only its GET knows, so that an answer may be changed and sent back. They must equal what is
 * stored; others are refused by name. With another version the handler refuses the whole change instead.
 */
export async function withoutReadOnly(
  route: Route,
  sent: Members,
  reader: RecordReader | undefined,
  user: SignedIn | null,
): Promise<Members> {
  if (!reader || !user || !mayRead(reader.route, user)) return sent
  const [accepted, answered, parameters] = [route.input, reader.route.output, reader.route.input].map(shapeOf)
  const readOnly = Object.keys(sent).filter((name) => answered && accepted && !(name in accepted) && name in answered)
  if (readOnly.length === 0) return sent
  const question = Object.fromEntries(Object.entries(sent).filter(([name]) => parameters && name in parameters))
  const parsed = reader.route.input.safeParse(question)
  if (!parsed.success) return sent
  const stored = await storedMembers(reader, parsed.data)
  if (!stored) return sent
  const problems = readOnly.flatMap((name): FailureDetail[] =>
    stored.version !== sent.version || isDeepStrictEqual(stored[name], sent[name])
      ? []
      : [{ path: name, message: `${labelOf([name])} cannot be changed here` }],
  )
  if (problems.length > 0) throw invalidFields(problems)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !readOnly.includes(name)))
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

const mayRead = ({ allow }: Route, user: SignedIn) => allow === signedIn || mayPass(allow, user)
