import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { County } from '../../lookups/geography.ts'
import { type DemoPlace, demoPlaces } from '../demo-places.ts'
import { DemoRandom, weighted } from '../demo-random.ts'
import { type AgentOfRecord, agentOfRecord, strangerOfRecord } from '../people/demo-agents.ts'
import { type DemoPerson, demoPerson } from '../people/demo-people.ts'
import { batchesOf, type DemoBatch, demoBatches } from './demo-batches.ts'
import { type DemoCarrier, type DemoState, demoCarriers, type Metal } from './demo-carriers.ts'
import { demoLifecycle, type Lifecycle } from './demo-lifecycle.ts'
import { demoHousehold, demoPremium, silverLevel } from './demo-premium.ts'

/** Shared input of all policies of a demo. */
export interface DemoWorld {
  today: string
  batches: DemoBatch[]
  /** By carrier id, oldest first. */
  batchesByCarrier: ReadonlyMap<number, DemoBatch[]>
  pickPlace: (random: DemoRandom) => DemoPlace
}

/** A policy as of `today`; amounts are decimal texts, dates YYYY-MM-DD, '' if missing. */
export interface DemoPolicy extends Lifecycle {
  id: number
  carrier: DemoCarrier
  number: string
  person: DemoPerson
  place: DemoPlace
  plan: string
  members: number
  premium: string
  responsibility: string
  agent: AgentOfRecord
  memberId: string
  exchangeSubscriberId: string
}

/** Input of the demo as of `today` (YYYY-MM-DD) with this geography. */
export function demoWorld(today: string, geography: readonly County[]): DemoWorld {
  const batches = demoBatches(today)
  const batchesByCarrier = new Map(demoCarriers.map(({ id }) => [id, batchesOf(batches, id)]))
  return { today, batches, batchesByCarrier, pickPlace: demoPlaces(geography) }
}

/** Random stream of a policy; other data about the same policy uses another `purpose`. */
export function policyRandom(id: number, purpose = 0): DemoRandom {
  return new DemoRandom(2026 + purpose, id)
}

const carriersIn = new Map<DemoState, (random: DemoRandom) => DemoCarrier>(
  (['FL', 'TX', 'GA', 'NC'] as const).map((state) => [
    state,
    weighted(
      demoCarriers.flatMap((carrier) => (carrier.shares[state] ? [[carrier, carrier.shares[state]] as const] : [])),
    ),
  ]),
)

const metals = weighted<Metal>([
  ['Silver', 58],
  ['Expanded Bronze', 18],
  ['Bronze', 12],
  ['Gold', 12],
])

/**
 * The policy with this id (1 to 9,999,999), independent of the others. `only` fixes the carrier, for files of a single
 * carrier.
 */
export function demoPolicy(world: DemoWorld, id: number, only?: DemoCarrier): DemoPolicy {
  const random = policyRandom(id)
  const place = placeFor(world, random, only)
  const carrier = only ?? carriersIn.get(place.state)?.(random)
  if (!carrier) throw new Error(`No carrier sells in ${place.state}`)
  const asOf = world.batchesByCarrier.get(carrier.id)?.at(-1)?.loadedOn ?? world.today
  const course = demoLifecycle(random, asOf, world.today)
  const person = demoPerson(random, place, course.effective)
  const household = demoHousehold(random, person.age)
  const metal = availableMetal(carrier, metals(random))
  const plan = `${random.pick(carrier.plans[metal] ?? [])} ${metal === 'Silver' ? silverLevel(household.povertyPercent) : ''}`
  const { premium, responsibility } = demoPremium(household, {
    year: Number(course.effective.slice(0, 4)),
    metal,
    carrierLevel: carrier.level,
    placeLevel: place.level,
  })
  const number = `${carrier.prefix}${sevenDigits(id)}`
  return {
    ...course,
    id,
    carrier,
    number,
    person,
    place,
    plan: plan.trim(),
    members: household.ages.length,
    premium: amountOf(premium),
    responsibility: amountOf(responsibility),
    agent: random.chance(0.01) ? strangerOfRecord(random) : agentOfRecord(random),
    memberId: `${number}-01`,
    exchangeSubscriberId: `00${10_000_000 + ((id * 7_368_787) % 89_999_999)}`,
  }
}

/** A place where the carrier sells, or any place if it does not sell yet. */
function placeFor(world: DemoWorld, random: DemoRandom, only: DemoCarrier | undefined): DemoPlace {
  const anywhere = !only || Object.keys(only.shares).length === 0
  for (;;) {
    const place = world.pickPlace(random)
    if (anywhere || only.shares[place.state]) return place
  }
}

/** A unique number per id: the factor is coprime to 10,000,000. */
function sevenDigits(id: number): string {
  return String((id * 5_836_471 + 412_837) % 10_000_000).padStart(7, '0')
}

function availableMetal({ plans }: DemoCarrier, wished: Metal): Metal {
  const order: readonly Metal[] = [wished, 'Expanded Bronze', 'Bronze', 'Silver']
  return order.find((metal) => plans[metal]) ?? 'Silver'
}
