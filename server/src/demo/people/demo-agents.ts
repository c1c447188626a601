import { DemoRandom, weighted } from '../demo-random.ts'
import { english, spanish } from './demo-names.ts'
import { demoPhone } from './demo-people.ts'

export interface DemoAgent {
  id: number
  firstName: string
  lastName: string
  sex: 'F' | 'M'
  dob: string
  npn: string
  loginEmail: string
  phone: string
  /** Type of generic list 1: 1 Agent, 2 Agency, 3 Broker, 4 Employee. */
  typeId: number
  /** Location of generic list 2: 1 Main Office, 2 Miami, 3 Orlando. */
  locationId: number
  /** Agent status: 1 Active, 2 Inactive. */
  statusId: number
}

export const demoAgentCount = 40
/** Agent whose policies agent@demo.test can see: a few hundred of 20,000. */
export const signedInAgentId = 17
export const demoAgentEmail = 'agent@demo.test'

/** The forty agents of the demo agency. Their NPNs are above the issued range, so they belong to no real agent. */
export function demoAgents(): DemoAgent[] {
  return Array.from({ length: demoAgentCount }, (_, at) => demoAgent(at + 1))
}

function demoAgent(id: number): DemoAgent {
  const random = new DemoRandom(40, id)
  const group = random.chance(0.6) ? spanish : english
  const sex = random.chance(0.55) ? 'F' : 'M'
  const names = sex === 'F' ? group.women : group.men
  // Strides without a common factor with the lists' lengths, so that names are unique.
  const firstName = names[(id * 7) % names.length] ?? random.pick(names)
  const lastName = group.families[(id * 11) % group.families.length] ?? random.pick(group.families)
  const mail = `${firstName}.${lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '')
  return {
    id,
    firstName,
    lastName,
    sex,
    dob: `${random.between(1962, 1999)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
    npn: ourNpn(id),
    loginEmail: id === signedInAgentId ? demoAgentEmail : `${mail.toLowerCase()}${id}@example.com`,
    phone: demoPhone(random, random.pick(['305', '407', '813', '713', '404', '704'])),
    typeId: id % 13 === 0 ? 3 : 1,
    locationId: 1 + (id % 3),
    statusId: id > 37 ? 2 : 1,
  }
}

function ourNpn(id: number): string {
  return String(98_000_000 + ((id * 24_697) % 999_983))
}

/** Picks an NPN by each agent's share of the business: the top agent writes many times as much as the last. */
export const pickAgent = weighted(
  Array.from({ length: demoAgentCount }, (_, at) => [at + 1, 1 / (at + 4) ** 0.9] as const),
)

export interface AgentOfRecord {
  npn: string
  /** '' if the NPN belongs to another agency. */
  agentId: string
}

export function agentOfRecord(random: DemoRandom): AgentOfRecord {
  const id = pickAgent(random)
  return { npn: ourNpn(id), agentId: String(id) }
}

/** An agent of another agency who took over a policy. */
export function strangerOfRecord(random: DemoRandom): AgentOfRecord {
  return { npn: String(97_000_000 + random.between(0, 400) * 1_733), agentId: '' }
}
