import { readGeography } from '../lookups/geography.ts'
import { bulkLoad, copyRows } from '../platform/db/bulk-load.ts'
import { type LentConnection, withConnection } from '../platform/db/connection.ts'
import { type Catalogue, type CataloguePlan, makeCatalogue } from './make-catalogue.ts'

/** Increase with every change of the generated catalog, so that installations regenerate it. */
const edition = 1
/** Advisory lock for concurrent starts; an arbitrary number that must never change. */
const catalogueTurn = 7_316_011

/**
 * Generates the sandbox exchange's plans of this and the next year if they are missing or of an older edition. Runs in
 * every installation that uses the sandbox (decision 041). `url` is the database owner's.
 */
export async function loadCatalogue(url: string, today: string): Promise<void> {
  const thisYear = Number(today.slice(0, 4))
  const years = [thisYear, thisYear + 1]
  if ((await missing(url, years)).length === 0) return
  await bulkLoad(url, catalogueTurn, async (client) => {
    const geography = await readGeography()
    for (const year of await missingOn(client, years)) await copyCatalogue(client, makeCatalogue(geography, year), year)
    await client.query('analyze sandbox_plans, sandbox_rates, sandbox_rating_areas')
  })
}

const missing = (url: string, years: readonly number[]) =>
  withConnection(url, 'start', (client) => missingOn(client, years))

async function missingOn(client: Pick<LentConnection, 'query'>, years: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ year: number }>(
    'select year from sandbox_catalogues where year = any($1) and edition >= $2',
    [years, edition],
  )
  return years.filter((year) => !rows.some((row) => row.year === year))
}

async function copyCatalogue(client: LentConnection, { plans, areas, rates }: Catalogue, year: number): Promise<void> {
  await client.query('delete from sandbox_plans where year = $1', [year])
  await client.query('delete from sandbox_rating_areas')
  await copyRows(
    client,
    'sandbox_rating_areas (county_fips, state, area)',
    areas.map(({ fips, state, area }) => [fips, state, String(area)]),
  )
  await copyRows(
    client,
    `sandbox_plans (year, id, state, issuer_id, issuer_name, name, metal_level, type, hsa_eligible, is_standardized_plan,
      has_national_network, specialist_referral_required, network_url, benefits_url, quality_rating, limits, benefits)`,
    plans.map((plan) => planRow(plan, year)),
  )
  await copyRows(
    client,
    'sandbox_rates (year, state, area, plan_id, rate_cents)',
    rates.map(({ state, area, planId, rateCents }) => [String(year), state, String(area), planId, String(rateCents)]),
  )
  await client.query(
    `insert into sandbox_catalogues (year, edition) values ($1, $2)
     on conflict (year) do update set edition = excluded.edition, made_at = now()`,
    [year, edition],
  )
}

function planRow({ issuer, design, ...plan }: CataloguePlan, year: number): string[] {
  return [
    String(year),
    plan.id,
    plan.state,
    plan.issuerId,
    issuer.name,
    plan.name,
    design.metal,
    issuer.type,
    ...[design.hsa, design.standardized, issuer.nationalNetwork, issuer.type === 'HMO' || issuer.type === 'POS'].map(
      String,
    ),
    // The sandbox has no plan documents: both links go to the insurer's site.
    ...[issuer.site, issuer.site],
    plan.rating ? JSON.stringify(plan.rating) : '',
    JSON.stringify(plan.limits),
    JSON.stringify(plan.benefits),
  ]
}
