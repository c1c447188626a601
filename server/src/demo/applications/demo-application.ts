import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom } from '../demo-random.ts'
import { pickAgent, signedInAgentId } from '../people/demo-agents.ts'
import { demoPerson } from '../people/demo-people.ts'
import { issuerIdsOf } from '../policies/demo-carriers.ts'
import { type DemoPolicy, type DemoWorld, demoPolicy } from '../policies/demo-policies.ts'

/** A demo application as stored by the agency, and its current state on the sandbox exchange. */
export interface DemoApplication {
  exchangeAssignedId: string
  snapshotAt: string
  policy: DemoPolicy
  firstName: string
  lastName: string
  agentId: string
  /** Agent outside of the agency. */
  agentName: string
  npn: string
  saleAgentId: string
  aptc: string
  raw: object
  now: object
}

/** Applications that another agency's agent took over, and the number of that agent. */
const taken: ReadonlySet<number> = new Set([22, 61, 121, 176, 248])
const strangersNpn = '18244905'
/** One in this many ended at the exchange before its carrier knows. */
const everyEnded = 19

/** One in this many belongs to the agent who signs in to the demo. */
const everyOwn = 9
/** One in this many of the waiting policies has started on the exchange since. */
const everyNews = 3

const words: Record<DemoPolicy['status'], string> = {
  Active: 'Effectuated',
  Pending: 'Pending effectuation',
  Terminated: 'Terminated',
  Cancelled: 'Cancelled',
}

/** The application at this position, independent of the others; `named` fixes the applicant. */
export function demoApplication(
  world: DemoWorld,
  place: number,
  named?: { firstName: string; lastName: string },
): DemoApplication {
  const random = new DemoRandom(83, place)
  const policy = demoPolicy(world, place * 11)
  const { firstName, lastName } = named ?? policy.person
  const exchangeAssignedId = String(5_200_000_000 + place * 131)
  const snapshotAt = `${plusDays(world.today, -random.between(1, 50))}T${14 + random.between(0, 6)}:${10 + random.between(0, 49)}:00Z`
  const people = household(random, policy, { firstName, lastName })
  const aptc = amountOf((cents(policy.premium) ?? 0) - (cents(policy.responsibility) ?? 0))
  const isTaken = taken.has(place)
  const agentId = isTaken ? '' : place % everyOwn === 0 ? String(signedInAgentId) : policy.agent.agentId
  const stranger = demoPerson(random, policy.place, world.today)
  const agentName = agentId === '' ? `${stranger.firstName} ${stranger.lastName}` : ''
  // The agency sold what another agency shows as its own now.
  const saleAgentId = isTaken ? policy.agent.agentId : random.chance(0.2) ? String(pickAgent(random)) : agentId
  const record = {
    exchangeAssignedId,
    persons: people.map(({ eligible: _eligible, ...person }) => person),
    contact: contactOf(policy),
    insuranceApplication: {
      applicants: people.map(({ id, eligible }) =>
        applicant(random, policy, { id, eligible, aptc: shareOf(aptc, people, id) }),
      ),
    },
    policies: policy.effective === '' ? [] : [policyOf(policy, exchangeAssignedId, aptc, people, place)],
    eligibilityAPTCElected: Number(aptc),
  }
  const news = policy.status === 'Pending' || place % everyNews === 0
  const waiting = { ...record, policies: record.policies.map((one) => ({ ...one, status: words.Pending })) }
  return {
    exchangeAssignedId,
    snapshotAt,
    policy,
    firstName,
    lastName,
    agentId,
    agentName,
    npn: isTaken ? strangersNpn : agentId === policy.agent.agentId ? policy.agent.npn : '',
    saleAgentId,
    aptc,
    raw: { ...(news && policy.status === 'Active' ? waiting : record), snapshotDate: snapshotAt },
    now: record,
  }
}

interface Member {
  id: string
  firstName: string
  lastName: string
  dob: string
  sex: string
  relationship: string
  primary: boolean
  eligible: boolean
}

/** The applicant, then a spouse, then children; some apply who are not eligible. */
function household(
  random: DemoRandom,
  { person, place, members }: DemoPolicy,
  named: { firstName: string; lastName: string },
): Member[] {
  const first: Member = {
    id: '1',
    ...named,
    dob: person.dob,
    sex: person.sex,
    relationship: 'self',
    primary: true,
    eligible: random.chance(0.86),
  }
  const others = Array.from({ length: members - 1 }, (_, at): Member => {
    const spouse = at === 0 && person.age > 20
    const other = demoPerson(random, place, person.dob)
    const age = spouse ? random.between(-5, 5) : random.between(20, 34)
    const dob = `${Number(person.dob.slice(0, 4)) + age}-${other.dob.slice(5, 8)}${10 + random.between(0, 18)}`
    return {
      id: String(at + 2),
      firstName: other.firstName,
      lastName: named.lastName,
      dob,
      sex: other.sex,
      relationship: spouse ? 'spouse' : 'child',
      primary: false,
      eligible: random.chance(0.8),
    }
  })
  return [first, ...others]
}

/** One eligible person's part of the household's credit; the parts add up to the whole. */
function shareOf(aptc: string, people: readonly Member[], id: string): string {
  const eligible = people.filter((person) => person.eligible)
  const whole = cents(aptc) ?? 0
  const even = Math.trunc(whole / Math.max(eligible.length, 1))
  return amountOf(eligible[0]?.id === id ? whole - even * (eligible.length - 1) : even)
}

const contactOf = ({ person, place }: DemoPolicy) => ({
  phone: person.phone,
  email: person.email || null,
  address: person.address,
  city: place.city,
  county: place.county,
  state: place.state,
  zipCode: place.zip,
})

function applicant(
  random: DemoRandom,
  { effective, plan }: DemoPolicy,
  { id, eligible, aptc }: { id: string; eligible: boolean; aptc: string },
) {
  const year = effective.slice(0, 4)
  const special = eligible && random.chance(0.22)
  const category = /\b(73|87|94)$/.exec(plan)?.[1]
  return {
    personId: id,
    eligibilityInitial: {
      indicator: eligible && !special,
      dateRange: { start: `${year}-01-01`, end: `${year}-12-31` },
      earliestQHPDate: effective,
      latestQHPDate: `${year}-12-01`,
    },
    eligibilitySpecial: {
      indicator: special,
      ...(special
        ? {
            dateRange: { start: plusDays(effective, -45), end: plusDays(effective, 15) },
            earliestQHPDate: effective,
            latestQHPDate: plusDays(effective, 15),
          }
        : {}),
    },
    eligibility: {
      aptc: { amount: eligible ? Number(aptc) : 0 },
      csr: { category: category ? `${category}% AV Level Silver Plan CSR` : 'Exchange variant (no CSR)' },
    },
  }
}

function policyOf(
  policy: DemoPolicy,
  exchangeAssignedId: string,
  aptc: string,
  people: readonly Member[],
  place: number,
) {
  const { carrier, place: home, plan, number, effective, term, premium, responsibility, status } = policy
  return {
    id_exchange: `${exchangeAssignedId}-1`,
    id_issuer: number,
    plan: {
      id: `${issuerIdsOf(carrier)[home.state]}${home.state}00${10_000 + (policy.id % 89_999)}`,
      name: plan,
      issuer: carrier.name,
    },
    premium: { amount: Number(premium), aptc_applied: Number(aptc), responsibility: Number(responsibility) },
    status: words[status],
    invented: true,
    dateEffective: effective,
    // Some end earlier than the carrier knows.
    dateExpiration: term || `${effective.slice(0, 4)}-${place % everyEnded === 0 ? '11-30' : '12-31'}`,
    members: people.map(({ id }) => ({ personId: id })),
  }
}
