import { plusDays } from '../demo-calendar.ts'
import { DemoRandom, weighted } from '../demo-random.ts'
import { asian, black, english, spanish } from './demo-names.ts'
import { demoEmail, demoPhone } from './demo-people.ts'

/** Insured of a policy who becomes a customer. */
export interface Insured {
  /** Formatted as by PostgreSQL. */
  id: string
  firstName: string
  lastName: string
  dob: string | null
  email: string | null
  phone: string | null
  address: string | null
  zip: string | null
  agentId: string | null
  since: string | null
  active: boolean
  cityId: number | null
  stateId: number | null
}

export interface DemoCustomer {
  id: string
  insured: Insured
  /** False: a contact only. */
  isCustomer: boolean
  email: string
  phone: string
  sex: 'F' | 'M'
  created: string
  citizen: boolean
  language: string
  /** Status history; the first entry is at creation. */
  steps: { statusId: number; at: string; comment: string }[]
}

const women = new Set([...english.women, ...spanish.women, ...black.women, ...asian.women])
const hispanic = new Set(spanish.families)

const called = [
  'Called and explained the plan.',
  'Answered the questions about the network.',
  'Left a message, called back the same day.',
  'Spoke about the documents that are missing.',
]
const lost = [
  'Coverage ended, wants to think about it.',
  'Went to another agency.',
  'Has coverage by the employer now.',
]
const ends = weighted<number>([
  [3, 78],
  [2, 12],
  [4, 7],
  [5, 3],
])

/** The customer with this id, with a course that follows from the policy. */
export function demoCustomer(insured: Insured, id: number, today: string): DemoCustomer {
  const random = new DemoRandom(3016, Number(insured.id))
  const began = insured.since && insured.since < today ? insured.since : today
  const created = plusDays(began, -random.between(2, 24))
  const end = insured.active ? ends(random) : random.chance(0.93) ? 4 : 5
  const steps = [{ statusId: 1, at: created, comment: '' }]
  const step = (statusId: number, days: number, comment: string) => {
    const at = plusDays(steps.at(-1)?.at ?? created, days)
    if (at < today) steps.push({ statusId, at, comment })
  }
  if (!random.chance(0.05)) {
    step(2, random.between(1, 4), random.pick(called))
    if (end !== 2) step(3, random.between(1, 9), 'Enrolled.')
    if (end > 3) step(end, random.between(60, 240), end === 5 ? 'Asked not to be called again.' : random.pick(lost))
  }
  const spanishSpoken = hispanic.has(insured.lastName.split(' ')[0] ?? '') && random.chance(0.7)
  const createdAt = workingTime(created, random)
  return {
    id: String(id),
    insured,
    isCustomer: true,
    email: insured.email ?? demoEmail(random, insured.firstName, insured.lastName),
    phone: insured.phone ?? demoPhone(random, '305'),
    sex: women.has(insured.firstName) ? 'F' : 'M',
    created: createdAt,
    citizen: random.chance(0.82),
    language: spanishSpoken ? '2' : '1',
    steps: steps.map((entry, at) => ({ ...entry, at: at === 0 ? createdAt : workingTime(entry.at, random) })),
  }
}

/** A time during the working day. */
export function workingTime(day: string, random: DemoRandom): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day}T${two(random.between(14, 22))}:${two(random.between(0, 59))}:00Z`
}
