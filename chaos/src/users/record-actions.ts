import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import { z } from 'zod'
import { drawFrom, share } from './shared-records.ts'
import type { SimulatedUser } from './simulated-user.ts'

const Made = z.object({ id: z.number() })

/** Adds a lead; one in ten is invalid and must be refused. */
export async function addLead(user: SimulatedUser): Promise<void> {
  const marker = user.marker()
  const state = user.random(10) === 0 ? 'not a state' : 'FL'
  const input = { ...blankLead, firstName: 'Chaos', lastName: marker, state, agentId: 0 }
  const { body, outcome } = await user.write(leads.create, input, { key: marker }, () => ({
    kind: 'create',
    entity: 'lead',
    marker,
  }))
  if (outcome === 'acknowledged') share(user.agency.shared.leads, Made.parse(body).id)
}

const blankLead = { middleName: '', dob: null, sex: null, phone: '', address: '', city: '', zipCode: '', plan: '' }

/** Edits a lead that others edit too. */
export async function editLead(user: SimulatedUser): Promise<void> {
  const id = drawFrom(user.agency.shared.leads, user.random)
  if (id === undefined) return await addLead(user)
  const read = await user.ask(leads.one, { id })
  if (read.outcome !== 'acknowledged') return
  const { version, firstName, lastName, state } = leads.one.output.parse(read.body)
  const marker = user.marker()
  const input = { ...blankLead, id, version, firstName, lastName, state: state ?? '', plan: marker }
  await user.write(leads.edit, input, { key: marker }, () => ({
    kind: 'edit',
    entity: 'lead',
    record: id,
    version,
    marker,
  }))
}

/** Adds a note with an attachment to a lead. */
export async function addNote(user: SimulatedUser): Promise<void> {
  const id = drawFrom(user.agency.shared.leads, user.random)
  if (id === undefined) return await addLead(user)
  const marker = user.marker()
  const attachment = { name: `${marker}.txt`, text: attachmentText(marker) }
  await user.write(
    notes.add,
    { noteBody: marker, entityId: id, entityMetadataId: leadNotes },
    { key: marker, attachment },
    () => ({
      kind: 'create',
      entity: 'note',
      marker,
    }),
  )
}

const leadNotes = 6

/** Content of a note's attachment: some kilobytes that only this note has. */
export const attachmentText = (marker: string): string => `${marker}\n`.repeat(400)

/** Adds a customer. */
export async function addCustomer(user: SimulatedUser): Promise<void> {
  const marker = user.marker()
  const input = { ...personOf(marker), lastName: marker, agentId: null }
  const { body, outcome } = await user.write(customers.create, input, { key: marker }, () => ({
    kind: 'create',
    entity: 'customer',
    marker,
  }))
  if (outcome === 'acknowledged') share(user.agency.shared.customers, Made.parse(body).id)
}

const personOf = (marker: string) => ({
  firstName: 'Chaos',
  middleName: '',
  sex: 'F' as const,
  dob: '1980-02-03',
  email: `${marker}@client.test`,
})

/** Edits a customer that others edit too. */
export async function editCustomer(user: SimulatedUser): Promise<void> {
  const id = drawFrom(user.agency.shared.customers, user.random)
  if (id === undefined) return await addCustomer(user)
  const read = await user.ask(customers.one, { id })
  if (read.outcome !== 'acknowledged') return
  const { version, lastName, email } = customers.one.output.parse(read.body)
  const marker = user.marker()
  const input = { ...personOf(marker), id, version, lastName, middleName: marker, email: email ?? '' }
  await user.write(customers.update, input, { key: marker }, () => ({
    kind: 'edit',
    entity: 'customer',
    record: id,
    version,
    marker,
  }))
}

/** Requests time off. */
export async function requestTimeOff(user: SimulatedUser): Promise<void> {
  const marker = user.marker()
  const input = { startDate: '2030-01-07', endDate: '2030-01-08', comment: marker }
  const { body, outcome } = await user.write(pto.request, input, { key: marker }, () => ({
    kind: 'create',
    entity: 'pto',
    marker,
  }))
  if (outcome === 'acknowledged') share(user.agency.shared.requests, { id: Made.parse(body).id, by: user.number })
}

/** Decides about another user's request, which others decide too; only one may win. */
export async function decideTimeOff(user: SimulatedUser): Promise<void> {
  const request = drawFrom(user.agency.shared.requests, user.random)
  if (request === undefined || request.by === user.number) return await requestTimeOff(user)
  const read = await user.ask(pto.one, { id: request.id })
  if (read.outcome !== 'acknowledged') return
  const { version, statusId } = pto.one.output.parse(read.body)
  if (statusId !== ptoStatuses.Requested && statusId !== ptoStatuses.Approved) return await requestTimeOff(user)
  const marker = user.marker()
  const to = statusId === ptoStatuses.Requested ? ptoStatuses.Approved : ptoStatuses.Cancelled
  const input = { id: request.id, statusId: to, comment: marker, version }
  await user.write(pto.setStatus, input, { key: marker }, () => ({
    kind: 'status',
    entity: 'pto',
    record: request.id,
    version,
    marker,
  }))
}
