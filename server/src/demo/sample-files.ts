import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { readGeography } from '../lookups/geography.ts'
import { demoAgents } from './people/demo-agents.ts'
import { type DemoCarrier, demoCarriers } from './policies/demo-carriers.ts'
import { type DemoPolicy, type DemoWorld, demoPolicy, demoWorld } from './policies/demo-policies.ts'

/**
 * good: every row is valid. bad: three rows are not. changed: the good file a month later, with every tenth row changed, every
 * hundredth removed and as many added. unchanged: the good file with other line endings, so its bytes differ and its rows do not.
 */
export const sampleVariants = ['good', 'bad', 'changed', 'unchanged'] as const
export type SampleVariant = (typeof sampleVariants)[number]

export const sampleLayouts = ['ambetter', 'molina', 'plain', 'commissions'] as const
export type SampleLayout = (typeof sampleLayouts)[number]

export interface SampleFile {
  /** Layout of the headings; plain are the canonical ones. commissions: payments of all carriers on the demo's own policies. */
  layout: SampleLayout
  rows: number
  variant: SampleVariant
  /** Date of the data, YYYY-MM-DD. */
  today: string
}

type Cells = Readonly<Record<string, string>>

/** First id of policies in sample files; above all demo policies, so that a sample file contains new ones. */
const firstId: Record<SampleLayout, number> = {
  ambetter: 4_000_000,
  molina: 6_000_000,
  plain: 8_000_000,
  commissions: 1,
}
/** Maximum number of rows, so that the new ones of a changed file have separate ids. */
export const maxSampleRows = 1_000_000

const agentNames = new Map(demoAgents().map(({ npn, firstName, lastName }) => [npn, `${firstName} ${lastName}`]))
/** null: rows of all carriers. */
const carrierOf: Record<SampleLayout, string | null> = {
  ambetter: 'Ambetter',
  molina: 'Molina',
  plain: 'Wellpoint',
  commissions: null,
}

const layouts: Record<SampleLayout, (policy: DemoPolicy, today: string) => Cells> = {
  commissions: ({ carrier, agent, number, person, members, status }, today) => ({
    Carrier: carrier.name,
    AgentNPN: agent.npn,
    PolicyNumber: number,
    InsuredName: `${person.firstName} ${person.lastName}`,
    Month: String(Number(today.slice(5, 7))),
    Year: today.slice(0, 4),
    Members: String(members),
    // Commissions of cancelled policies are charged back.
    Amount: amountOf(carrier.perMember * members * (status === 'Cancelled' ? -1 : 1)),
  }),
  ambetter: (policy) => ({
    'Broker Name': agentNames.get(policy.agent.npn) ?? 'Another Agency',
    'Broker NPN': policy.agent.npn,
    // Carriers prefix numbers with an apostrophe, so that spreadsheets do not reformat them.
    'Policy Number': `'${policy.number}`,
    'Plan Name': policy.plan,
    'Insured First Name': policy.person.firstName,
    'Insured Last Name': policy.person.lastName,
    'Broker Effective Date': showDate(policy.effective),
    'Broker Term Date': '12/31/9999',
    'Policy Effective Date': showDate(policy.effective),
    'Policy Term Date': policy.term === '' ? '12/31/9999' : showDate(policy.term),
    'Paid Through Date': showDate(policy.paidThrough),
    County: policy.place.county,
    State: policy.place.state,
    'On/Off Exchange': 'On',
    'Exchange Subscriber ID': policy.exchangeSubscriberId,
    'Member Phone Number': policy.person.phone,
    'Member Email': policy.person.email,
    'Member Date Of Birth': showDate(policy.person.dob),
    'Monthly Premium Amount': policy.premium,
    'Member Responsibility': policy.responsibility,
    Autopay: policy.id % 3 === 0 ? 'Y' : 'N',
    'Eligible for Commission': policy.status === 'Active' ? 'Yes' : 'No',
    'Number of Members': String(policy.members),
    'Payable Agent': policy.agent.npn,
    'AR Policy Type': 'Individual',
  }),
  molina: (policy) => ({
    HIX_ID: policy.number,
    Member_First_Name: policy.person.firstName,
    Member_Last_Name: policy.person.lastName,
    dob: showDate(policy.person.dob),
    Gender: policy.person.sex,
    Broker_NPN: policy.agent.npn,
    Effective_date: showDate(policy.effective),
    Paid_Through_Date: showDate(policy.paidThrough),
    End_Date: policy.term === '' ? '1/1/2099' : showDate(policy.term),
    Member_Premium: policy.responsibility,
    Total_Premium: policy.premium,
    Status: policy.status,
    Member_Count: String(policy.members),
    Address1: policy.person.address,
    City: policy.place.city,
    State: policy.place.state,
    Zip: policy.place.zip,
  }),
  plain: (policy) => ({
    PolicyNumber: policy.number,
    FirstName: policy.person.firstName,
    LastName: policy.person.lastName,
    Address: policy.person.address,
    ZipCode: policy.place.zip,
    City: policy.place.city,
    County: policy.place.county,
    State: policy.place.state,
    DOB: showDate(policy.person.dob),
    Email: policy.person.email,
    Phone: policy.person.phone,
    PlanName: policy.plan,
    NumberOfMembers: String(policy.members),
    AgentNPN: policy.agent.npn,
    EffectiveDate: showDate(policy.effective),
    TermDate: showDate(policy.term),
    PaidThroughDate: showDate(policy.paidThrough),
    MonthlyPremium: policy.premium,
    PolicyStatus: policy.status,
    MemberId: policy.memberId,
  }),
}

/** Row (from 0) of each error in a bad file, by position: near the start, middle, end. */
const mistakes: Record<SampleLayout, readonly Cells[]> = {
  ambetter: [
    { 'Member Date Of Birth': '02/30/1987' },
    { 'Monthly Premium Amount': 'TBD' },
    { 'Insured Last Name': '' },
  ],
  molina: [{ dob: '13/45/1990' }, { Total_Premium: 'n/a' }, { HIX_ID: '' }],
  plain: [{ DOB: '02/30/1987' }, { MonthlyPremium: 'TBD' }, { LastName: '' }],
  commissions: [{ Month: '13' }, { Amount: 'TBD' }, { PolicyNumber: '' }],
}

/** Changes of a later file in a tenth of its rows. */
const corrections: Record<SampleLayout, (policy: DemoPolicy) => Cells> = {
  ambetter: ({ id }) => ({ 'Member Phone Number': `30555501${id % 100}`.padEnd(10, '0'), 'Number of Members': '7' }),
  molina: ({ id }) => ({ Address1: `${id % 900} Changed St`, Member_Count: '7' }),
  plain: ({ id }) => ({ Address: `${id % 900} Changed St`, NumberOfMembers: '7' }),
  commissions: ({ carrier }) => ({ Members: '7', Amount: amountOf(carrier.perMember * 7) }),
}

/** Text of a sample file in chunks: constant memory for a million rows, deterministic for the same options. */
export async function* sampleFile(wish: SampleFile): AsyncGenerator<string> {
  const world = demoWorld(wish.today, await readGeography())
  const named = carrierOf[wish.layout]
  const carrier = demoCarriers.find(({ name }) => name === named)
  if (!carrier && named !== null) throw new Error(`No carrier has the layout ${wish.layout}`)
  const end = wish.variant === 'unchanged' ? '\r\n' : '\n'
  let piece = ''
  for (const cells of sampleRows(world, carrier, wish)) {
    piece += `${cells.map(csvCell).join(',')}${end}`
    if (piece.length > 65_536) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

/** Writes a sample file to `path`. */
export async function writeSampleFile(path: string, wish: SampleFile): Promise<void> {
  await pipeline(Readable.from(sampleFile(wish)), createWriteStream(path))
}

/** Heading row first. */
function* sampleRows(world: DemoWorld, carrier: DemoCarrier | undefined, wish: SampleFile): Generator<string[]> {
  const { layout, rows, variant } = wish
  for (let at = 0; at < rows; at++) {
    const replaced = variant === 'changed' && at % 100 === 99
    const policy = demoPolicy(world, firstId[layout] + at + (replaced ? maxSampleRows : 0), carrier)
    const cells = layouts[layout](policy, wish.today)
    if (at === 0) yield Object.keys(cells)
    yield Object.values({ ...cells, ...differences(wish, policy, at) })
  }
}

function differences({ layout, rows, variant }: SampleFile, policy: DemoPolicy, at: number): Cells {
  if (variant === 'changed') return at % 10 === 4 ? corrections[layout](policy) : {}
  const mistake = [Math.floor(rows * 0.2), Math.floor(rows * 0.5), Math.floor(rows * 0.9)].indexOf(at)
  return variant === 'bad' ? (mistakes[layout][mistake] ?? {}) : {}
}

/** RFC 4180. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
