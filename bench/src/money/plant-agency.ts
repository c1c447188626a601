import { randomOf } from '@coverdesk/server/src/testing/random-of.ts'
import { faultStories, type PlantedFault, type PlantedPolicy, plantPolicy } from './plant-policies.ts'
import type { PlantedCarrier } from './planted-carriers.ts'

/** An agency with its files and what is wrong in them. */
export interface PlantedAgency {
  faults: PlantedFault[]
  /** CSV of a carrier's policies in a month's book. */
  book(carrier: PlantedCarrier, month: number): string
  /** CSV of all carriers' lines of a statement, with their number. */
  statement(month: number): { text: string; lines: number }
}

/** Plants `policies` policies, of which one in fifty has a fault, at least ten of each class. */
export function plantAgency(policies: number, agents: readonly string[], seed: number): PlantedAgency {
  const random = randomOf(seed)
  const classes = Object.keys(faultStories)
  const faulty = Math.max(classes.length * 10, Math.round(policies / 50))
  const planted = Array.from({ length: policies }, (_, at) => {
    const place = (at * 7919) % policies
    if (place < faulty) return plantPolicy(at, agents, random, { fault: classes[place % classes.length] ?? '' })
    return plantPolicy(at, agents, random, random(6) === 0 ? 'quiet' : 'plain')
  })
  return {
    faults: planted.flatMap(({ faults }) => faults),
    book: (carrier, month) => bookText(planted, carrier, month),
    statement: (month) => statementText(planted, month),
  }
}

const bookHeadings =
  'PolicyNumber,FirstName,LastName,DOB,MemberId,AgentNPN,EffectiveDate,TermDate,PaidThroughDate,Status,NumberOfMembers,MonthlyPremium,PlanName,State'

function bookText(planted: readonly PlantedPolicy[], carrier: PlantedCarrier, month: number): string {
  const rows = planted.flatMap((policy) => {
    const row = policy.carrier === carrier ? policy.book.get(month) : undefined
    if (!row) return []
    const { number, first, last, dob, member, npn, effective, term, paidThrough, status, members, premium } = row
    const cells = [number, first, last, dob, member, npn, effective, term, paidThrough, status, members]
    return [[...cells, dollars(premium), row.plan, row.state].join(',')]
  })
  return `${[bookHeadings, ...rows].join('\n')}\n`
}

function statementText(planted: readonly PlantedPolicy[], month: number): { text: string; lines: number } {
  const rows = planted.flatMap(({ carrier, lines }) =>
    lines
      .filter(({ statement }) => statement === month)
      .map(({ number, name, npn, amount, kind }) =>
        [carrier.name, npn, number, name, month, 2026, dollars(amount), kind].join(','),
      ),
  )
  const headings = 'Carrier,AgentNPN,PolicyNumber,InsuredName,Month,Year,Amount,Kind'
  return { text: `${[headings, ...rows].join('\n')}\n`, lines: rows.length }
}

/** Whole cents as a file writes them. */
const dollars = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
