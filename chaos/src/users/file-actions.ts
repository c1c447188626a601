import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { Write } from './operation.ts'
import { drawFrom } from './shared-records.ts'
import type { SimulatedUser } from './simulated-user.ts'

/** Policies of each carrier from the start, which statements pay for. */
export const policiesOfCarrier = 400
const maxRows = 200

export const policyNumber = (carrierId: number, at: number): string => `C${carrierId}N${at}`

/** Loads a file of new policies; one in ten has an invalid row and must be refused as a whole. */
export async function loadPolicies(user: SimulatedUser): Promise<void> {
  const carrier = drawFrom(user.agency.carriers, user.random)
  if (!carrier) return
  const marker = user.marker()
  const rows = 20 + user.random(maxRows)
  const isInvalid = user.random(10) === 0
  const lines = Array.from({ length: rows }, (_, at) => {
    const day = isInvalid && at === rows - 1 ? 'not a day' : '01/01/2026'
    return `${marker}P${at},Ida,Chaos${at},02/03/1980,60000001,${day},12/31/2026,Active,1,FL`
  })
  const headings =
    'PolicyNumber,FirstName,LastName,DOB,AgentNPN,EffectiveDate,PaidThroughDate,Status,NumberOfMembers,State'
  const input = {
    carrierId: carrier.id,
    month: 1,
    year: 2026,
    fileName: `${marker}.csv`,
    part: 'some' as const,
    runId: crypto.randomUUID(),
  }
  const write: Write = { kind: 'load', entity: 'policies', marker, rows, cents: 0 }
  await user.write(uploads.process, input, { file: [headings, ...lines, ''].join('\n') }, () => write)
}

/** Loads a statement whose rows are all further payments. */
export async function loadStatement(user: SimulatedUser): Promise<void> {
  const carrier = drawFrom(user.agency.carriers, user.random)
  if (!carrier) return
  const marker = user.marker()
  const rows = 10 + user.random(maxRows)
  const first = user.random(policiesOfCarrier - rows)
  const month = 1 + user.random(3)
  let cents = 0
  const lines = Array.from({ length: rows }, (_, at) => {
    const amount = 100 + user.random(9_900)
    cents += amount
    const number = policyNumber(carrier.id, first + at)
    return `${carrier.name},60000001,${number},Ida ${marker},${month},2026,1,${(amount / 100).toFixed(2)}`
  })
  const headings = 'Carrier,AgentNPN,PolicyNumber,InsuredName,Month,Year,Members,Amount'
  const input = { fileName: `${marker}.csv`, onTop: true, runId: crypto.randomUUID() }
  const write: Write = { kind: 'load', entity: 'commissions', marker, rows, cents }
  await user.write(commissionLoads.upload, input, { file: [headings, ...lines, ''].join('\n') }, () => write)
}
