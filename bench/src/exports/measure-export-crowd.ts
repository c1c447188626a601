import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { listCallsWhile } from '../crowd/list-calls.ts'
import { type Figure, milliseconds, type Part, quantile } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

const exporters = 30
const readers = 4
/** The aim for pages of other users during the exports, in milliseconds. */
const aimMs = 200
const formats = ['csv', 'xlsx', 'pdf'] as const

/**
 * Latency of a list page for other users during thirty concurrent exports, by one user and by thirty (P-81). Each export must
 * succeed or get 429, and no page may fail.
 */
export async function measureExportCrowd(server: ServerUnderTest): Promise<Part> {
  const admin = await server.token('admin@demo.test')
  const people = await signedInPeople(server)
  const alone = await pagesBeside(server, admin, () => new Promise((resolve) => setTimeout(resolve, 5_000)))
  const figures: Figure[] = []
  const remarks = [`Without exports p99 of a page is ${milliseconds(quantile(alone.took, 0.99))}.`]
  for (const [who, tokens] of [
    ['one user', people.map(() => people[0] ?? '')],
    ['thirty users', people],
  ] as const) {
    for (const format of formats) {
      const during = await pagesBeside(server, admin, () =>
        Promise.all(tokens.map((token) => exported(server, token, mediaTypes[format]))),
      )
      const p99 = quantile(during.took, 0.99)
      figures.push({
        path: `p99 of a list page, ${readers} users, during ${exporters} ${format} exports by ${who}`,
        ours: milliseconds(p99),
        limit: '–',
        ratio: `${Math.round((p99 / aimMs) * 100)} %`,
        aim: `≤ ${aimMs} ms`,
        holds: p99 <= aimMs,
      })
      const succeeded = during.result.filter((status) => status === 200).length
      remarks.push(`${format} by ${who}: ${succeeded} exports succeeded, ${exporters - succeeded} got 429.`)
    }
  }
  return { figures, remarks }
}

/** Tokens of thirty users with the rights and the password of the demo's administrator, so that their exports are equal. */
async function signedInPeople(server: ServerUnderTest): Promise<string[]> {
  const names = Array.from({ length: exporters }, (_, n) => `exporter-${n + 1}@demo.test`)
  await server.owner.query(
    `insert into users (user_name, password_hash, roles, claims, has_full_agent_access, org)
     select name, password_hash, roles, claims, has_full_agent_access, org from users, unnest($1::text[]) name
     where user_name = 'admin@demo.test' on conflict do nothing`,
    [names],
  )
  const tokens: string[] = []
  for (const name of names) tokens.push(await server.token(name))
  return tokens
}

/** Status of an export after reading all of it; throws unless it is 200 or 429. */
async function exported(server: ServerUnderTest, token: string, accept: string): Promise<number> {
  const answer = await fetch(server.url + policies.list.path, { headers: { authorization: `Bearer ${token}`, accept } })
  await answer.arrayBuffer()
  if (answer.status !== 200 && answer.status !== 429) throw new Error(`An export answered ${answer.status}`)
  return answer.status
}

/** Milliseconds of each page request during `work`. */
async function pagesBeside<T>(
  server: ServerUnderTest,
  token: string,
  work: () => Promise<T>,
): Promise<{ took: number[]; result: T }> {
  let isDone = false
  const pages = listCallsWhile(server, token, readers, () => !isDone)
  const result = await work().finally(() => {
    isDone = true
  })
  return { took: await pages, result }
}
