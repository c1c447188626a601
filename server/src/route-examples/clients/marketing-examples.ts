import { randomUUID } from 'node:crypto'
import type { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { optOut } from '@coverdesk/domain/marketing/opt-out-contract.ts'
import { setTestPostalAddress } from '../../agency/test-postal-address.ts'
import { makeOptOutLink } from '../../marketing/opt-out-links.ts'
import { signedByGateway, signedByMailService } from '../../marketing/test-signed-calls.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Actor, common, type Example, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { clientOf, nowhere, unique } from '../example-records.ts'

/** A client of an actor, with a unique address. */
async function withAddress({ db, ...agency }: TestApp, of: Actor): Promise<{ contactId: number; address: string }> {
  await setTestPostalAddress(db)
  const contactId = await clientOf({ db, ...agency }, of)
  const address = unique('client')
  await db.insertInto('contact_emails').values({ contact_id: contactId, email: address }).execute()
  return { contactId, address }
}

/** Input for a client of the caller, of another agent, and of no one. */
function about<Rest extends object>(rest: () => Rest) {
  return {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ ...(await withAddress(agency, me)), ...rest() }),
    others: async ({ agency, other }) => ({ ...(await withAddress(agency, other)), ...rest() }),
    missing: () => ({ contactId: nowhere, address: 'unknown@agency.test', ...rest() }),
  } satisfies Example
}

const ids = {
  answers: ofOneAgent,
  own: async ({ agency, me }) => ({ contactId: await clientOf(agency, me) }),
  others: async ({ agency, other }) => ({ contactId: await clientOf(agency, other) }),
  missing: () => ({ contactId: nowhere }),
} satisfies Example<typeof marketing.one>

const channel = 'email' as const
const leaves = { action: 'create', entity: 'message' }

export const marketingExamples: ExamplesOf<typeof marketing> = {
  conversations: nothing,
  one: ids,
  write: { ...about(() => ({ channel, subject: 'Hello', body: 'How are you?', submissionId: randomUUID() })), leaves },
  setRead: {
    answers: ofOneAgent,
    own: async (scene) => ({ ...(await ids.own(scene)), upTo: 1 }),
    others: async (scene) => ({ ...(await ids.others(scene)), upTo: 1 }),
    missing: () => ({ contactId: nowhere, upTo: 1 }),
  },
  setOptOut: { ...about(() => ({ channel, optedOut: true })), leaves: { action: 'create', entity: 'opt-out' } },
  simulate: { ...about(() => ({ channel, body: 'Thank you' })), leaves },
  textCameIn: {
    answers: { own: 204 },
    own: ({ agency }) => ({
      MessageSid: randomUUID(),
      AccountSid: agency.services.config.sms?.account ?? '',
      From: '+13055550142',
      Body: 'Thank you',
    }),
    signs: ({ services: { config } }, sent) => signedByGateway(config, sent),
    leaves,
  },
  mailCameIn: {
    answers: { own: 204 },
    own: () => ({ from: `Ida Case <${unique('ida')}>`, subject: 'Re: Hello', text: 'Thank you' }),
    signs: ({ services: { config } }, sent) => signedByMailService(config.mailInboundSecret ?? '', sent, randomUUID()),
    leaves,
  },
}

/** The last part of an opt-out link. */
async function linkId({ agency: { db, services } }: Scene): Promise<string> {
  const link = await makeOptOutLink(db, services, {
    address: unique('ida'),
    submissionId: randomUUID(),
    language: 'en',
  })
  return new URL(link).searchParams.get('id') ?? ''
}

export const optOutExamples: ExamplesOf<typeof optOut> = {
  page: { answers: common, own: async (scene) => ({ id: await linkId(scene) }), missing: () => ({ id: 'nothing' }) },
  set: {
    answers: common,
    own: async (scene) => ({ id: await linkId(scene), optedOut: true }),
    missing: () => ({ id: 'nothing', optedOut: true }),
    leaves: { action: 'create', entity: 'opt-out' },
  },
}
