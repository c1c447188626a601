import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import type { Figure, Part } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { callServer } from './call-server.ts'
import { type PlantedAgency, plantAgency } from './plant-agency.ts'
import { bookMonths, lastStatement, type PlantedFault } from './plant-policies.ts'
import { type PlantedCarrier, type PlantedRate, plantedCarriers } from './planted-carriers.ts'

/** Policies of the agency at most. */
const maxPolicies = 100_000

/** Finds the faults that were planted in an agency's files: with class and dollars, and nothing else. BENCH_SEED repeats an agency. */
export async function measureLeaks(server: ServerUnderTest, size: number): Promise<Part> {
  const policies = Math.min(size, maxPolicies)
  const seed = Number(process.env.BENCH_SEED ?? 15)
  const token = await server.token('admin@demo.test')
  const agency = plantAgency(policies, await npnsOf(server), seed)
  const ids = await enterCarriers(server, token)
  const began = performance.now()
  const lines = await loadFiles(server, token, agency, ids)
  const loaded = (performance.now() - began) / 1000
  const reported = await reportedOf(server, token, ids)
  return result(agency.faults, reported, { policies, lines, loaded, seed })
}

async function npnsOf({ owner }: ServerUnderTest): Promise<string[]> {
  const { rows } = await owner.query<{ npn: string }>('select npn from agents where npn is not null order by npn')
  return rows.map(({ npn }) => npn)
}

/** Enters carriers with their schedules; returns their ids by name. */
async function enterCarriers(server: ServerUnderTest, token: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const carrier of plantedCarriers) {
    const { name, arrears, newPeriod, tolerance } = carrier
    const json = {
      name,
      code: '',
      aliases: [],
      issuerIds: [],
      phone: '',
      portalUrl: '',
      disputeDays: 90,
      arrears,
      newPeriod,
      tolerance: (tolerance / 100).toFixed(2),
    }
    const { id } = carriers.create.output.parse(await callServer(server, token, { path: carriers.create.path, json }))
    ids.set(name, id)
    for (const rate of carrier.rates)
      await callServer(server, token, { path: schedules.create.path, json: rowOf(id, carrier, rate) })
  }
  return ids
}

const rowOf = (carrierId: number, { firstLag }: PlantedCarrier, rate: PlantedRate) => ({
  carrierId,
  firstMonth: '01/2026',
  lastMonth: '12/2026',
  firstLag,
  business: rate.business,
  basis: rate.basis,
  amount: (rate.amount / 100).toFixed(2),
  states: rate.states ?? [],
  ...(rate.cap === undefined ? {} : { cap: rate.cap }),
  ...(rate.metal ? { scope: 'metal', scopeValue: rate.metal.toLowerCase() } : {}),
  ...(rate.plan ? { scope: 'plan', scopeValue: rate.plan } : {}),
  commissionable: rate.pays !== false,
})

/** Loads the files as they came, the first statement before its books; returns the number of lines. */
async function loadFiles(
  server: ServerUnderTest,
  token: string,
  agency: PlantedAgency,
  ids: ReadonlyMap<string, number>,
): Promise<number> {
  let count = 0
  for (let month = 1; month <= lastStatement; month++) {
    const { text, lines } = agency.statement(month)
    const path = `${commissionLoads.upload.path}?fileName=statement-${month}.csv`
    const run = commissionLoads.upload.output.parse(await callServer(server, token, { path, csv: text }))
    if (run.state !== 'loaded' || run.counts?.new !== lines)
      throw new Error(`Statement ${month}: ${run.state}, ${run.message}, ${JSON.stringify(run.counts)} of ${lines}`)
    count += lines
    console.log(`  Statement ${month}: ${lines.toLocaleString('en-US')} lines`)
    if (!bookMonths.some((book) => book === month)) continue
    for (const carrier of plantedCarriers) {
      const query = `carrierId=${ids.get(carrier.name)}&month=${month}&year=2026&fileName=book-${month}.csv`
      const csv = agency.book(carrier, month)
      const loaded = uploads.process.output.parse(
        await callServer(server, token, { path: `${uploads.process.path}?${query}`, csv }),
      )
      if (loaded.state !== 'loaded') throw new Error(`Book ${month} of ${carrier.name}: ${loaded.message}`)
    }
    console.log(`  Books of month ${month}`)
  }
  return count
}

async function reportedOf(
  server: ServerUnderTest,
  token: string,
  ids: ReadonlyMap<string, number>,
): Promise<PlantedFault[]> {
  const found: PlantedFault[] = []
  for (const [carrier, id] of ids)
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `${variances.list.path}?carrierId=${id}&pageNumber=${page}&pageSize=100&sort=policyNumber&order=asc`
      const { data, totalRecords } = variances.list.output.parse(await callServer(server, token, { path }))
      pages = Math.ceil(totalRecords / 100)
      for (const row of data)
        found.push({
          carrier,
          number: row.policyNumber,
          month: Number(row.month.slice(5, 7)),
          class: row.class,
          stake: centsOf(row.stake),
          expected: centsOf(row.expected),
          received: centsOf(row.received),
        })
    }
  return found
}

const centsOf = (text: string) => Math.round(Number(text) * 100)

const wordsOf = ({ carrier, number, month, class: of, stake, expected, received }: PlantedFault) =>
  `${carrier} ${number} ${month}/2026 ${of} ${stake} of ${expected}, came ${received}`

function result(
  planted: readonly PlantedFault[],
  reported: readonly PlantedFault[],
  about: { policies: number; lines: number; loaded: number; seed: number },
): Part {
  const known = new Set(planted.map(wordsOf))
  const hits = reported.filter((one) => known.has(wordsOf(one)))
  const found = new Set(hits.map(wordsOf))
  const missed = planted.filter((one) => !found.has(wordsOf(one)))
  const extra = reported.filter((one) => !known.has(wordsOf(one)))
  for (const one of missed.slice(0, 20)) console.log(`  Not found: ${wordsOf(one)}`)
  for (const one of extra.slice(0, 20)) console.log(`  Not planted: ${wordsOf(one)}`)
  const share = (path: string, part: number, whole: number): Figure => ({
    path,
    ours: `${(part / whole).toFixed(4)} (${part.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')})`,
    limit: '–',
    ratio: '–',
    aim: '1.0',
    holds: part === whole,
  })
  const stake = (rows: readonly PlantedFault[]) => rows.reduce((sum, one) => sum + one.stake, 0) / 100
  const classes = Map.groupBy(planted, (one) => one.class)
  return {
    figures: [
      share('recall: planted faults that are found with class and dollars', hits.length, planted.length),
      share('precision: reported variances that were planted', hits.length, reported.length),
    ],
    remarks: [
      `${about.policies.toLocaleString('en-US')} policies of ${plantedCarriers.length} carriers, ${bookMonths.length} books each, ${about.lines.toLocaleString('en-US')} lines of ${lastStatement} statements, loaded in ${about.loaded.toFixed(0)} s through the API; seed ${about.seed}. At stake: $${stake(planted).toFixed(2)} planted, $${stake(reported).toFixed(2)} reported.`,
      `Planted: ${[...classes].map(([name, rows]) => `${rows.length.toLocaleString('en-US')} ${name}`).join(', ')}. One in six of the other policies looks like a fault and is none: paid late, taken back and paid again, ended, reinstated, behind with the premium, of another agency, not commissionable, within the tolerance, a bonus, a number spelled differently, other members from a book on.`,
      'What is due is worked out by the bench alone (bench/src/money), from money terms and not by the rules of the product.',
    ],
  }
}
