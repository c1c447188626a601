import type { DirectoryEntry, DirectoryKind } from '@coverdesk/domain/plans/directory-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { answersOf } from '../../platform/integrations/answers-of.ts'
import type { PlanDirectory } from '../../platform/integrations/plan-directory.ts'

const maxFound = 20

/** Doctors and drugs of the loaded files of insurers. */
export function fileDirectory(db: Db): PlanDirectory {
  return {
    has: async ({ year, state }) => {
      const { rows } = await sql<{ kind: DirectoryKind }>`
        select distinct f.kind from plan_files f
        where f.kind in ('providers', 'drugs') and f.is_current and f.year = ${year}
          and exists (select from unnest(f.plan_ids) named where substr(named, 6, 2) = ${state})`.execute(db)
      const kinds = rows.map(({ kind }) => kind)
      return { providers: kinds.includes('providers'), drugs: kinds.includes('drugs') }
    },
    search: async ({ kind, text, year, state }) => {
      const [table, id, about] =
        kind === 'providers' ? ['plan_providers', 'npi', 'r.about'] : ['plan_drugs', 'rxcui', 'null::text']
      const words = text.split(/\s+/)
      const { rows } = await sql<DirectoryEntry>`
        select id, name, about from (
          select distinct on (r.${sql.ref(id)}) r.${sql.ref(id)} as id, r.name, ${sql.raw(about)} as about, r.search_name
          from ${sql.table(table)} r
          where r.file_id in (
              select f.id from plan_files f where f.kind = ${kind} and f.is_current and f.year = ${year}
                and exists (select from unnest(f.plan_ids) named where substr(named, 6, 2) = ${state}))
            and ${sql.join(
              words.map((word) => sql`r.search_name like '%' || ${likeText(word)} || '%'`),
              sql` and `,
            )}
          order by r.${sql.ref(id)}, r.file_id
        ) found order by search_name, id limit ${maxFound}`.execute(db)
      return rows
    },
    coverage: async ({ year, planIds, providers, drugs }) => {
      const [known, doctors, medicines] = await Promise.all([
        plansNamed(db, year, planIds),
        covered(db, { kind: 'providers', year, planIds, ids: providers }),
        covered(db, { kind: 'drugs', year, planIds, ids: drugs }),
      ])
      const answerOf = (kind: DirectoryKind, found: boolean, planId: string) =>
        found ? 'covered' : known[kind].has(planId) ? 'not-covered' : 'unknown'
      return answersOf({ planIds, providers, drugs }, (kind, id, planId) => {
        const row = (kind === 'providers' ? doctors : medicines).get(`${id} ${planId}`)
        return { ...row, answer: answerOf(kind, row !== undefined, planId) }
      })
    },
  }
}

/** Text as `plain_text` writes names, for a pattern in which each sign matches itself. */
const likeText = (word: string) => sql`plain_text(${word.replace(/[\\%_]/g, '\\$&')})`

/** Plans of which the files in use say anything. */
async function plansNamed(db: Db, year: number, planIds: readonly string[]) {
  const { rows } = await sql<{ kind: DirectoryKind; plan: string }>`
    select distinct f.kind, named as plan from plan_files f, unnest(f.plan_ids) named
    where f.is_current and f.year = ${year} and f.kind in ('providers', 'drugs')
      and named = any(${[...planIds]}::text[])`.execute(db)
  const of = (wanted: DirectoryKind) => new Set(rows.flatMap(({ kind, plan }) => (kind === wanted ? [plan] : [])))
  return { providers: of('providers'), drugs: of('drugs') }
}

interface Covered {
  tier: string | null
  accepting: string | null
  priorAuthorization: boolean
  stepTherapy: boolean
  quantityLimit: boolean
}

async function covered(
  db: Db,
  question: { kind: DirectoryKind; year: number; planIds: readonly string[]; ids: readonly string[] },
): Promise<ReadonlyMap<string, Covered>> {
  const { kind, year, planIds, ids } = question
  if (ids.length === 0) return new Map()
  const [table, id, accepting] =
    kind === 'providers' ? ['plan_providers', 'npi', 'r.accepting'] : ['plan_drugs', 'rxcui', 'null::text']
  const { rows } = await sql<Covered & { key: string }>`
    select distinct on (key) r.${sql.ref(id)} || ' ' || p.plan as key, nullif(p.tier, '') as tier,
      ${sql.raw(accepting)} as accepting, coalesce(p.auth, false) as "priorAuthorization",
      coalesce(p.step, false) as "stepTherapy", coalesce(p."limit", false) as "quantityLimit"
    from ${sql.table(table)} r
    join plan_files f on f.id = r.file_id and f.is_current and f.year = ${year}
    cross join lateral jsonb_to_recordset(r.plans)
      as p(plan text, tier text, auth boolean, step boolean, "limit" boolean)
    where r.${sql.ref(id)} = any(${[...ids]}::text[]) and p.plan = any(${[...planIds]}::text[])
    order by key, r.file_id desc`.execute(db)
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}
