import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import type { StartInput } from '@coverdesk/domain/ede/ede-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type LeadRow, leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../platform/api/call.ts'

type StartValues = Partial<z.input<typeof StartInput>>

/** Record that an application starts at, in the address: a contact or customer, a lead, or an internal application. */
const Source = z.union([z.object({ contact: Id }), z.object({ lead: Id }), z.object({ application: z.uuid() })])
type Source = z.output<typeof Source>

/** Values of the client from the record in the address; disabled without one. */
export function sourceQuery(search: Record<string, unknown>) {
  const source = Source.safeParse(search).data
  return queryOptions<StartValues>({
    queryKey: ['start of an application', source ?? null],
    queryFn: ({ signal }) => (source ? valuesOf(source, signal) : {}),
    enabled: source !== undefined,
  })
}

async function valuesOf(source: Source, signal: AbortSignal): Promise<StartValues> {
  if ('application' in source) {
    const found = await call(applications.one, { id: source.application }, signal)
    const { firstName, middleName, lastName, dob, email, phone, address, state } = found
    return {
      firstName,
      middleName,
      lastName,
      dob: dob ?? '',
      email,
      phone: showPhone(phone),
      address,
      state: state ?? '',
      applicationId: found.id,
    }
  }
  if ('lead' in source) {
    const lead = await call(leads.one, { id: source.lead }, signal)
    const { firstName, middleName, lastName, dob, phone, address, state, zipCode } = lead
    return {
      email: await emailOfLead(lead, signal),
      firstName,
      middleName,
      lastName,
      dob: dob ?? '',
      phone: showPhone(phone),
      address: address ?? '',
      state: state ?? '',
      zipCode: (zipCode ?? '').slice(0, 5),
    }
  }
  const { contacts: person, dob } = await call(contacts.details, { id: source.contact }, signal)
  const { firstName, middleName, lastName, emails, phones, addresses } = person
  const [home] = addresses
  return {
    contactId: source.contact,
    firstName,
    middleName,
    lastName,
    dob: dob ?? '',
    email: emails[0]?.email ?? '',
    phone: showPhone(phones[0]?.phone),
    address: home?.address ?? '',
    state: home?.stateCode ?? '',
    zipCode: (home?.zipCode ?? '').slice(0, 5),
  }
}

/** A lead has no email of its own: the one of its contact, or of the marketplace application that it comes from. */
async function emailOfLead({ contactId, ffmApplicationId }: LeadRow, signal: AbortSignal): Promise<string> {
  const ofContact = contactId && (await known(call(contacts.details, { id: contactId }, signal)))
  const own = ofContact ? ofContact.contacts.emails[0]?.email : null
  if (own || !ffmApplicationId) return own ?? ''
  return (await known(call(marketplace.one, { appId: ffmApplicationId }, signal)))?.userEmail ?? ''
}

/** Null where the user may not see the record, or it is not stored here. */
async function known<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 403)) return null
    throw error
  }
}
