import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { clinic, doctors, drugs, isCovered, publishers } from '../../testing/directory-files.ts'
import { type FilePlan, type FileWorld, fileRate } from '../../testing/plan-files.ts'

/** How the server misbehaves. */
export type CmsMood =
  | 'well'
  | 'slow'
  | 'half'
  | 'lies'
  | 'odd plans'
  // One plan cannot be read: a gold one, or the lowest silver one, where the API states the benchmark or does not.
  | 'odd gold'
  | 'odd silver'
  | 'odd silver, no premium'
  | 'odd silver, stated benchmark'
  | 'no json'
  | 'busy'
  | 'too busy'
  | 'down'

export const testCmsKey = 'test-key-0123456789'

interface AskedPerson {
  age: number
  uses_tobacco: boolean
  relationship: string
}

interface Asked {
  place: { countyfips: string | null; state: string; zipcode: string }
  household?: { people: AskedPerson[] }
  offset?: number
  csr_override?: string
}

const csrNames: Readonly<Record<string, string>> = {
  CSR73: '73% AV Level Silver Plan CSR',
  CSR87: '87% AV Level Silver Plan CSR',
  CSR94: '94% AV Level Silver Plan CSR',
}
const none = 'Exchange variant (no CSR)'

/**
 * Marketplace API of CMS as it answers live, with the plans of generated files: pages of ten whatever limit is asked for,
 * `countyfips` that must not be blank, two wordings of errors, and a limit of requests.
 */
export async function startCmsServer(world: FileWorld) {
  const state: { mood: CmsMood; requests: number; paths: string[] } = { mood: 'well', requests: 0, paths: [] }
  const server = createServer((request, response) => {
    void (async () => {
      const { status, body, headers } = await answer(request, world, state)
      if (state.mood === 'slow') await new Promise((resume) => setTimeout(resume, 3_000).unref())
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(state.mood === 'no json' ? '<html>Service maintenance</html>' : JSON.stringify(body))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api/v1`,
    state,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Answer {
  status: number
  body: object
  headers?: Record<string, string>
}

async function answer(
  request: IncomingMessage,
  world: FileWorld,
  state: { mood: CmsMood; requests: number; paths: string[] },
): Promise<Answer> {
  const url = new URL(request.url ?? '', 'http://cms.test')
  const path = url.pathname.replace('/api/v1', '')
  state.requests++
  state.paths.push(path)
  const text = await bodyOf(request)
  if (url.searchParams.get('apikey') !== testCmsKey) return { status: 403, body: { message: 'An invalid api key' } }
  if (state.mood === 'down') return { status: 503, body: {} }
  if (state.mood === 'too busy') return { status: 429, body: {}, headers: { 'retry-after': '60' } }
  if (state.mood === 'busy' && state.requests % 3 === 0)
    return { status: 429, body: {}, headers: { 'ratelimit-reset': '0' } }
  if (Number(url.searchParams.get('year')) !== world.year)
    return { status: 400, body: { code: '1003', status: '400', msg: 'invalid input', err: 'year: not supported' } }
  const found = directoryAnswer(world, path, url.searchParams)
  if (found) return found
  const asked: Asked | null = text === '' ? null : JSON.parse(text)
  if (asked && !asked.place.countyfips)
    return {
      status: 400,
      body: { code: '1003', error: 'place: (countyfips: cannot be blank.)', message: 'invalid input' },
    }
  if (asked && asked.place.state !== world.state)
    return { status: 400, body: { code: '1003', status: '400', message: 'state is not a valid marketplace state' } }
  if (path === '/plans/search' && asked) return searched(world, asked, state.mood)
  if (path === '/households/slcsp' && asked) return secondLowest(world, asked, state.mood)
  const plan = world.plans.find(({ id }) => path === `/plans/${id}`)
  if (!plan)
    return { status: 404, body: { code: '1006', status: '404', msg: 'Plan not found', err: 'sql: No records found' } }
  return { status: 200, body: { plan: { ...planOf(world, plan, asked), benefits: benefits() } } }
}

/** Doctors and drugs as the API answers; of insurers that publish nothing it says so. */
function directoryAnswer(world: FileWorld, path: string, query: URLSearchParams): Answer | null {
  const contains = (name: string) => name.toLowerCase().includes((query.get('q') ?? '').toLowerCase())
  if (path === '/drugs/autocomplete')
    return { status: 200, body: { drugs: drugs.filter(({ name }) => contains(name)) } }
  if (path === '/providers/autocomplete') {
    if (!query.get('zipcode') || !query.get('type'))
      return { status: 400, body: { code: '1003', status: '400', message: 'invalid input' } }
    const all = [
      ...doctors.map(({ npi, name, specialty }) => ({
        npi,
        name: name.filter(Boolean).join(' '),
        type: 'Individual',
        specialties: [specialty],
      })),
      { npi: clinic.npi, name: clinic.name, type: 'Facility', facility_types: [clinic.kind] },
    ]
    return { status: 200, body: { providers: all.filter(({ name }) => contains(name)) } }
  }
  const [, kind] = /^\/(providers|drugs)\/covered$/.exec(path) ?? []
  if (kind === undefined) return null
  const ids = (query.get(kind === 'drugs' ? 'drugs' : 'providerids') ?? '').split(',')
  const plans = (query.get('planids') ?? '').split(',')
  const published = publishers(world)
  const coverageOf = (id: string, plan: string) =>
    !published.includes(plan.slice(0, 5)) ? 'DataNotProvided' : isCovered(id, plan) ? 'Covered' : 'NotCovered'
  const coverage = plans.flatMap((plan_id) =>
    ids.map((id) => ({
      [kind === 'drugs' ? 'rxcui' : 'npi']: id,
      plan_id,
      coverage: coverageOf(id, plan_id),
      ...(kind === 'providers' ? { addresses: [], accepting: 'accepting' } : {}),
    })),
  )
  return plans.length > 10
    ? { status: 400, body: { code: '1003', message: 'too many' } }
    : { status: 200, body: { coverage } }
}

function searched(world: FileWorld, asked: Asked, mood: CmsMood): Answer {
  const offered = world.plans.filter(
    ({ metal }) => metal !== 'Catastrophic' || (asked.household?.people ?? []).every(({ age }) => age < 30),
  )
  const offset = asked.offset ?? 0
  const page = offered.slice(offset, offset + 10).map((plan) => planOf(world, plan, asked))
  if (areaOf(world, asked) === 0)
    return { status: 400, body: { code: '1017', status: '400', msg: 'rating area not found', err: 'no area' } }
  if (mood === 'half' && offset > 0) return { status: 200, body: { plans: page.slice(0, 2), total: offered.length } }
  if (mood === 'odd plans') {
    // A metal level that is not published, and a plan without an id.
    const odd = page.map((plan, at) => (offset + at === 1 ? { ...plan, metal_level: 'Titanium' } : plan))
    return {
      status: 200,
      body: {
        plans: odd.map((plan, at) => (offset + at === 12 ? { ...plan, id: null } : plan)),
        total: offered.length,
      },
    }
  }
  if (mood.startsWith('odd ')) {
    const [first] = lowestOf(world, asked, mood === 'odd gold' ? 'Gold' : 'Silver')
    const oddity = mood === 'odd silver, no premium' ? { premium: null } : { type: 'Barter' }
    const odd = page.map((plan) => (plan.id === first?.id ? { ...plan, ...oddity } : plan))
    return { status: 200, body: { plans: odd, total: offered.length } }
  }
  if (mood === 'lies')
    return { status: 200, body: { plans: page.map((plan) => ({ ...plan, premium: -1 })), total: offered.length } }
  return {
    status: 200,
    body: { plans: page, total: offered.length, facet_groups: [], rate_area: { state: world.state, area: 1 } },
  }
}

/** Plans of a metal from the lowest premium on. */
function lowestOf(world: FileWorld, asked: Asked, metal: FilePlan['metal']) {
  const found = world.plans.filter((plan) => plan.metal === metal).map((plan) => planOf(world, plan, asked))
  return found.sort((a, b) => (a.premium ?? 0) - (b.premium ?? 0))
}

function secondLowest(world: FileWorld, asked: Asked, mood: CmsMood): Answer {
  const [, second] = lowestOf(world, asked, 'Silver')
  if (mood !== 'odd silver, stated benchmark' || !second)
    return { status: 404, body: { code: '1016', status: '404', message: 'not enough plans to calculate SLCSP/LCBP' } }
  const { id, name, premium, metal_level } = second
  return { status: 200, body: { id, name, premium, metal_level } }
}

function areaOf({ counties }: FileWorld, asked: Asked | null): number {
  return counties.findIndex((codes) => codes.includes(asked?.place.countyfips ?? '')) + 1
}

/** Premium by the published rule, written independently of the product. */
function premiumOf(world: FileWorld, plan: FilePlan, asked: Asked | null): number | undefined {
  const people = asked?.household?.people
  const area = areaOf(world, asked)
  if (!people || area === 0) return undefined
  const young = people
    .filter(({ age, relationship }) => relationship === 'Child' && age <= 20)
    .sort((a, b) => b.age - a.age)
  const charged = people.filter((person) => !young.includes(person) || young.indexOf(person) < 3)
  let cents = 0
  for (const { age, uses_tobacco } of charged) cents += fileRate(plan, area, Math.min(age, 64), uses_tobacco) ?? 0
  return cents / 100
}

function planOf(world: FileWorld, plan: FilePlan, asked: Asked | null) {
  const premium = premiumOf(world, plan, asked)
  const ehb = premium === undefined ? undefined : Math.round(premium * 100 * (plan.ehbMillionths / 1_000_000)) / 100
  const csr = plan.metal === 'Silver' ? csrNames[asked?.csr_override ?? ''] : undefined
  const limits = [none, ...(csr ? [csr] : [])].flatMap((variant) =>
    (['Individual', 'Family Per Person', 'Family'] as const).flatMap((family_cost) =>
      ['In-Network', 'Combined In-Out of Network'].map((network_tier) => ({
        csr: variant,
        family_cost,
        network_tier,
        amount: (plan.deductible / 100) * (variant === none ? 1 : 0.2) * (family_cost === 'Family' ? 2 : 1),
      })),
    ),
  )
  const scenario = { deductible: 500, copay: 60, coinsurance: 40.5, limit: 20 }
  return {
    id: plan.id,
    name: plan.name,
    premium,
    premium_w_credit: premium,
    metal_level: plan.metal,
    type: plan.type,
    ehb_premium: ehb,
    aptc_eligible_premium: ehb,
    pediatric_ehb_premium: 0,
    state: world.state,
    market: 'Individual',
    issuer: { id: plan.issuer, name: plan.issuerName, state: world.state, toll_free: '1-800-555-0100' },
    deductibles: limits.map((limit) => ({ ...limit, type: 'Combined Medical and Drug EHB Deductible' })),
    moops: limits.map((limit) => ({
      ...limit,
      type: 'Maximum Out of Pocket for Medical and Drug EHB Benefits (Total)',
    })),
    quality_rating: { available: true, year: world.year, global_rating: 4, enrollee_experience_rating: 0 },
    hsa_eligible: false,
    is_standardized_plan: true,
    has_national_network: false,
    oopc: -1,
    design_type: 'DESIGN 1',
    network_url: 'https://n.example',
    benefits_url: 'https://b.example',
    formulary_url: 'https://f.example',
    sbcs: { baby: scenario, diabetes: scenario, fracture: scenario },
  }
}

const benefits = () => [
  {
    name: 'Primary Care Visit to Treat an Injury or Illness',
    covered: true,
    cost_sharings: [
      {
        network_tier: 'In-Network',
        csr: none,
        copay_amount: 35,
        copay_options: 'Copay after deductible',
        coinsurance_rate: 0,
      },
      { network_tier: 'In-Network', csr: csrNames.CSR87, copay_amount: 10, copay_options: '', coinsurance_rate: 0 },
    ],
    has_limits: true,
    limit_quantity: 30,
    limit_unit: 'Visit(s) per Year',
  },
]

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}
