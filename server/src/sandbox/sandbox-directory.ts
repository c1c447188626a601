import type { DirectoryEntry, DirectoryKind } from '@coverdesk/domain/plans/directory-contract.ts'
import { answersOf } from '../platform/integrations/answers-of.ts'
import type { PlanDirectory } from '../platform/integrations/plan-directory.ts'
import { spread } from './make-catalogue.ts'
import { sandboxIssuers, sandboxStates } from './sandbox-issuers.ts'

/** No doctor, facility or drug of these lists exists: NPIs begin with 1 or 2, and RxNorm ids are below 3 million. */
const firstNames = ['Adriana', 'Benedict', 'Carolina', 'Dashiell', 'Esperanza', 'Franklin', 'Gabriela', 'Hollis']
const lastNames = ['Abernaught', 'Bellweather', 'Castellanova', 'Dunmorrow', 'Estradelle', 'Fairhollow']
const specialties = ['Family Medicine', 'Cardiology', 'Pediatrics', 'Dermatology', 'Internal Medicine', 'Psychiatry']
const facilities = ['Palmcrest Hospital', 'Riverbend Clinic', 'Sunhollow Urgent Care', 'Northlake Surgery Center']
const substances = ['Amlovadine', 'Brevastatin', 'Cortalinex', 'Dulogliptin', 'Esoprilin', 'Fluvotride', 'Glucaformin']
const strengths = ['10 MG Oral Tablet', '20 MG Oral Tablet', '40 MG Oral Capsule', '5 MG/ML Oral Solution']

const providers: readonly DirectoryEntry[] = [
  ...lastNames.flatMap((last, row) =>
    firstNames.map((first, column) => ({
      id: String(9_000_000_100 + row * firstNames.length + column),
      name: `${first} ${last}`,
      about: specialties[(row + column) % specialties.length] ?? null,
    })),
  ),
  ...facilities.map((name, at) => ({ id: String(9_000_000_900 + at), name, about: 'Facility' })),
]

const drugs: readonly DirectoryEntry[] = substances.flatMap((substance, row) =>
  strengths.map((strength, column) => ({
    id: String(99_000_100 + row * strengths.length + column),
    name: `${substance} ${strength}`,
    about: null,
  })),
)

const entries = { providers, drugs }
const maxFound = 20
/** Insurers that publish nothing, so that a demo shows what is said then. */
const silent = new Set(sandboxIssuers.filter((_, at) => at % 4 === 3).flatMap(({ ids }) => Object.values(ids)))
const drugTiers = ['GENERIC', 'PREFERRED-BRAND', 'NON-PREFERRED-BRAND', 'SPECIALTY']

/** Invented doctors and drugs of the sandbox's invented plans, the same in every installation. */
export function sandboxDirectory(): PlanDirectory {
  return {
    has: async ({ state }) => {
      const any = state in sandboxStates
      return { providers: any, drugs: any }
    },
    search: async ({ kind, text }) => {
      const words = text.toLowerCase().split(/\s+/)
      const matches = ({ name }: DirectoryEntry) => words.every((word) => name.toLowerCase().includes(word))
      return entries[kind].filter(matches).slice(0, maxFound)
    },
    coverage: async (question) =>
      answersOf(question, (kind, id, planId) => {
        if (silent.has(planId.slice(0, 5)) || !entries[kind].some((entry) => entry.id === id))
          return { answer: 'unknown' }
        return covers(kind, id, planId) ? { answer: 'covered', ...conditionsOf(kind, id) } : { answer: 'not-covered' }
      }),
  }
}

/** An insurer has one network and one list of drugs for plans of a product. */
const covers = (kind: DirectoryKind, id: string, planId: string) =>
  spread(`${kind} ${id} ${planId.slice(0, 5)}`, 10) < (kind === 'drugs' ? 8 : 6)

function conditionsOf(kind: DirectoryKind, id: string) {
  if (kind === 'providers') return { tier: null, accepting: spread(id, 5) === 0 ? 'not accepting' : 'accepting' }
  return {
    tier: drugTiers[spread(id, drugTiers.length)] ?? null,
    priorAuthorization: spread(`${id} auth`, 4) === 0,
    stepTherapy: spread(`${id} step`, 6) === 0,
    quantityLimit: spread(`${id} limit`, 3) === 0,
  }
}
