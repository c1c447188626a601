import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { contactMerges } from '@coverdesk/domain/contacts/merge-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { draftOf, OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beginAttempt } from '../access/sign-in-attempts.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { addNote } from '../notes/note-queries.ts'
import { mariaVega, submittedBy } from '../offline/offline-test-people.ts'
import { auditKey } from '../platform/audit-mac.ts'
import { type Agency, callAs, type Person } from '../platform/test-agency.ts'
import { codeSentTo, password, setUpApp, shownByApp } from '../second-factor/factor-test-person.ts'
import { csv, headings, policyRows } from '../uploads/upload-samples.ts'
import { nameOf } from './route-outcomes.ts'

/** Somebody in the matrix: a person with an agent, a contact, a password and a mailbox. */
export interface Actor extends Person {
  userId: number
  contactId: number
  userName: string
}

/** For whom an example is made: `me` makes the call, with a session of its own. */
export interface Scene {
  agency: Agency
  me: Actor
  other: Actor
}

type Made<R extends Route> = (scene: Scene) => InputOf<R> | Promise<InputOf<R>>

/** Inputs of a route that would be answered, by whose object they name; made anew for each call, as calls use things up. */
export interface Example<R extends Route = Route> {
  own: Made<R>
  others?: Made<R>
  missing?: Made<R>
  file?: () => Promise<{ bytes: Buffer; type: string; name: string }>
  /** What the audit record holds afterwards, for routes that write it themselves. */
  leaves?: { action: string; entity: string }
}

const nowhere = 999_999_999
const examples = new Map<string, Example>()

function example<R extends Route>(route: R, given: Example<R>): void {
  // The map forgets which route an input is for; it is only ever sent to the route of its key.
  examples.set(nameOf(route), given as unknown as Example)
}

/** The example of a route; throws and says what to do when there is none. */
export function exampleOf(route: Route): Example {
  const found = examples.get(nameOf(route))
  if (!found)
    throw new Error(
      `Add an example input for ${nameOf(route)} to server/src/access-matrix/route-examples.ts, so that it stands in the access matrix.`,
    )
  return found
}

const nothing = { own: () => ({}) }
const login = { action: 'login', entity: 'user' }
const logout = { action: 'logout', entity: 'session' }
const userUpdate = { action: 'update', entity: 'user' }

example(shell.configuration, nothing)
example(shell.preferences, nothing)
example(shell.savePreference, { own: () => ({ screen: 'policies', chosen: { density: 'compact' as const } }) })

example(access.login, {
  own: ({ me }) => ({ user: me.userName, pass: password }),
  missing: () => ({ user: unique('nobody'), pass: password }),
  leaves: login,
})
example(access.logout, { ...nothing, leaves: logout })
example(access.logoutByGet, { ...nothing, leaves: logout })
example(access.currentUser, nothing)

const forgot = {
  own: ({ me }: Scene) => ({ user: me.userName }),
  missing: () => ({ user: unique('nobody') }),
  leaves: { action: 'reset-link', entity: 'user' },
}
example(passwords.forgot, forgot)
example(passwords.forgotByGet, forgot)
const newPassword = () => {
  const pass = `Kz-${randomBytes(6).toString('hex')}-Qv`
  return { pass, pass_confirm: pass }
}
example(passwords.reset, {
  own: async ({ agency, me }) => ({
    user: me.userName,
    code: await beginAttempt(agency.db, { userId: me.userId, purpose: 'reset', minutes: 5, ...from }),
    ...newPassword(),
  }),
  missing: ({ me }) => ({ user: me.userName, code: randomBytes(24).toString('base64url'), ...newPassword() }),
  leaves: userUpdate,
})
example(passwords.register, {
  own: () => {
    const user = unique('new')
    return { user, email: user, ...newPassword() }
  },
  leaves: { action: 'create', entity: 'user' },
})
example(passwords.resetByAdmin, {
  own: ({ me }) => ({ id: me.userId, ...newPassword() }),
  others: ({ other }) => ({ id: other.userId, ...newPassword() }),
  missing: () => ({ id: nowhere, ...newPassword() }),
  leaves: userUpdate,
})

example(lookups.carriers, nothing)
example(lookups.countries, nothing)
example(lookups.states, { ...nothing, missing: () => ({ countryId: nowhere }) })
example(lookups.counties, { own: () => ({ limit: 5 }), missing: () => ({ stateId: nowhere }) })
example(lookups.cities, { own: () => ({ limit: 5 }), missing: () => ({ stateId: nowhere }) })
example(lookups.zipCode, { own: () => ({ zip: '33101' }), missing: () => ({ zip: '00000' }) })
example(lookups.statuses, nothing)
example(lookups.purposes, nothing)
example(lookups.generic, { own: () => ({ typeId: 1 }), missing: () => ({ typeId: nowhere }) })
example(lookups.agents, nothing)

example(agents.list, nothing)
example(agents.one, { own: ({ me }) => ({ id: me.agentId ?? 0 }), missing: () => ({ id: nowhere }) })
example(agents.history, { own: ({ me }) => ({ id: me.agentId ?? 0 }), missing: () => ({ id: nowhere }) })
example(agents.save, {
  own: async ({ agency, me }) => await agentOf(agency, me),
  missing: async ({ agency, me }) => ({ ...(await agentOf(agency, me)), id: nowhere }),
  leaves: { action: 'update', entity: 'agent' },
})
example(agents.authority, {
  own: ({ me }) => ({ id: me.agentId ?? 0 }),
  others: ({ other }) => ({ id: other.agentId ?? 0 }),
  missing: () => ({ id: nowhere }),
})
const rate = { rate1: '18.00', startDate: '2035-01-01', endDate: null }
example(rates.list, nothing)
example(rates.create, {
  own: async ({ agency, me }) => ({
    ...rate,
    agentId: me.agentId ?? 0,
    carrierId: await agency.carrier(unique('carrier')),
  }),
  missing: async ({ agency }) => ({ ...rate, agentId: nowhere, carrierId: await agency.carrier(unique('carrier')) }),
  leaves: { action: 'create', entity: 'rate' },
})
example(rates.history, { own: async (scene) => ({ id: await rateOf(scene) }), missing: () => ({ id: nowhere }) })
example(rates.edit, {
  own: async (scene) => ({ ...rate, id: await rateOf(scene), version: 1 }),
  missing: () => ({ ...rate, id: nowhere, version: 1 }),
  leaves: { action: 'update', entity: 'rate' },
})

example(policies.list, nothing)
example(policies.detail, {
  own: async ({ agency, me }) => ({ id: await policyOf(agency, me) }),
  others: async ({ agency, other }) => ({ id: await policyOf(agency, other) }),
  missing: () => ({ id: nowhere }),
})
example(policies.summaries, nothing)

const eachCustomer = <More extends object>(more: More) => ({
  own: async ({ agency, me }: Scene) => ({ id: await customerOf(agency, me.agentId), ...more }),
  others: async ({ agency, other }: Scene) => ({ id: await customerOf(agency, other.agentId), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})
const customerFields = { firstName: 'Ida', lastName: 'Case', email: 'ida.case@example.com', sex: 'F' as const }
const customerUpdate = { action: 'update', entity: 'customer' }
example(customers.list, nothing)
example(customers.view, nothing)
example(customers.agents, nothing)
example(customers.one, eachCustomer({}))
example(customers.create, { own: () => customerFields, leaves: { action: 'create', entity: 'customer' } })
example(customers.update, {
  ...eachCustomer({ ...customerFields, version: 1 }),
  leaves: customerUpdate,
})
example(customers.statuses, eachCustomer({}))
example(customers.setStatus, { ...eachCustomer({ statusId: 2, comment: 'Called' }), leaves: customerUpdate })
example(customers.history, eachCustomer({}))
example(customers.everything, eachCustomer({}))

const month = { month: 3, year: 2026 }
const file = async () => ({
  bytes: Buffer.from(csv([headings, ...policyRows(1, 2)])),
  type: 'text/csv',
  name: 'book.csv',
})
const upload = {
  own: async ({ agency }: Scene) => ({ carrierId: await agency.carrier(unique('carrier')), ...month }),
  missing: () => ({ carrierId: nowhere, ...month }),
  file,
}
example(uploads.carriers, nothing)
example(uploads.process, { ...upload, leaves: { action: 'import', entity: 'policies' } })
example(uploads.check, upload)
const missingRun = () => ({ runId: randomUUID() })
example(uploads.run, { own: async (scene) => ({ runId: await runOf(scene, 'loaded') }), missing: missingRun })
example(uploads.running, nothing)
example(uploads.stop, {
  own: async (scene) => ({ runId: await runOf(scene, 'running') }),
  missing: missingRun,
  leaves: { action: 'update', entity: 'import run' },
})
example(uploads.checkedRows, {
  own: async (scene) => ({ runId: await checkedRun(scene), outcome: 'new' as const }),
  missing: () => ({ ...missingRun(), outcome: 'new' as const }),
})
example(uploads.refusals, { own: async (scene) => ({ runId: await runOf(scene, 'refused') }), missing: missingRun })
example(uploads.batches, nothing)
const batch = {
  own: async (scene: Scene) => ({ batchId: await batchOf(scene) }),
  missing: () => ({ batchId: nowhere }),
}
example(uploads.batchRefusals, batch)
example(uploads.undo, { ...batch, leaves: { action: 'undo', entity: 'policies' } })
const profileOfCarrier = {
  headings: {},
  values: {},
  dateOrder: 'MDY' as const,
  openEndDates: [],
  stripSuffixes: [],
}
example(uploads.profile, {
  own: async ({ agency }) => ({ carrierId: await agency.carrier(unique('carrier')) }),
  missing: () => ({ carrierId: nowhere }),
})
example(uploads.saveProfile, {
  own: async ({ agency }) => ({
    carrierId: await agency.carrier(unique('carrier')),
    version: 0,
    profile: profileOfCarrier,
  }),
  missing: () => ({ carrierId: nowhere, version: 0, profile: profileOfCarrier }),
  leaves: { action: 'update', entity: 'carrier profile' },
})

const eachUser = <More extends object>(more: (scene: Scene) => More) => ({
  own: (scene: Scene) => ({ id: scene.me.userId, ...more(scene) }),
  others: (scene: Scene) => ({ id: scene.other.userId, ...more(scene) }),
  missing: (scene: Scene) => ({ id: nowhere, ...more(scene) }),
})
const noMore = () => ({})
example(users.list, nothing)
example(users.roles, nothing)
example(users.one, eachUser(noMore))
example(users.edit, {
  own: async ({ agency, me }) => await editOf(agency, me.userId),
  others: async ({ agency, other }) => await editOf(agency, other.userId),
  missing: async ({ agency, other }) => ({ ...(await editOf(agency, other.userId)), id: nowhere }),
  leaves: userUpdate,
})
example(users.link, {
  own: ({ me }) => ({ id: me.userId, contactId: me.contactId }),
  others: async ({ agency, other }) => ({ id: other.userId, contactId: await contactOf(agency) }),
  missing: async ({ agency }) => ({ id: nowhere, contactId: await contactOf(agency) }),
  leaves: userUpdate,
})
example(users.contacts, { own: () => ({ q: 'Example' }) })
example(users.agents, { own: () => ({ q: 'Example' }) })
example(users.visibility, eachUser(noMore))
example(users.setVisibility, {
  ...eachUser(() => ({ rules: [] })),
  leaves: { action: 'update', entity: 'user visibility' },
})
example(
  users.previewVisibility,
  eachUser(() => ({ rules: [] })),
)
example(users.removeSecondFactor, { ...eachUser(noMore), leaves: userUpdate })

example(profile.one, {
  own: ({ me }) => ({ id: me.contactId }),
  others: ({ other }) => ({ id: other.contactId }),
  missing: () => ({ id: nowhere }),
})
const profileInput = async ({ agency, me }: Scene) => {
  const { version } = await agency.db
    .selectFrom('contacts')
    .select('version')
    .where('id', '=', me.contactId)
    .executeTakeFirstOrThrow()
  return { id: me.contactId, version, firstName: 'Pat', emails: [], phones: [], addresses: [] }
}
example(profile.save, {
  own: profileInput,
  others: async (scene) => ({ ...(await profileInput(scene)), id: scene.other.contactId }),
  missing: async (scene) => ({ ...(await profileInput(scene)), id: nowhere }),
  leaves: { action: 'update', entity: 'contact' },
})
example(search.everywhere, { own: () => ({ q: 'example' }) })
example(contacts.list, nothing)
example(contacts.simplified, { own: () => ({ q: 'Example' }) })
const eachClient = {
  own: async ({ agency, me }: Scene) => ({ id: await clientOf(agency, me) }),
  others: async ({ agency, other }: Scene) => ({ id: await clientOf(agency, other) }),
  missing: () => ({ id: nowhere }),
}
example(contacts.details, eachClient)
example(contactMerges.pairs, nothing)
example(contactMerges.duplicates, eachClient)
example(contactMerges.merges, eachClient)
const twoClients = async (agency: Agency, whose: Actor) => ({
  id: await clientOf(agency, whose),
  otherId: await clientOf(agency, whose),
})
const eachPair = {
  own: ({ agency, me }: Scene) => twoClients(agency, me),
  others: async ({ agency, me, other }: Scene) => ({
    ...(await twoClients(agency, me)),
    otherId: await clientOf(agency, other),
  }),
  missing: async ({ agency, me }: Scene) => ({ id: await clientOf(agency, me), otherId: nowhere }),
}
const contactUpdate = { action: 'update', entity: 'contact' }
example(contactMerges.preview, eachPair)
example(contactMerges.tellApart, { ...eachPair, leaves: contactUpdate })
const fresh = { version: 1, otherVersion: 1 }
example(contactMerges.merge, {
  own: async (scene) => ({ ...(await eachPair.own(scene)), ...fresh }),
  others: async (scene) => ({ ...(await eachPair.others(scene)), ...fresh }),
  missing: async (scene) => ({ ...(await eachPair.missing(scene)), ...fresh }),
  leaves: contactUpdate,
})
const mergeOf = async (agency: Agency, whose: Actor) => {
  const merger = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.customer'] })
  return await merger.call(contactMerges.merge, { ...(await twoClients(agency, whose)), ...fresh })
}
example(contactMerges.undo, {
  own: async ({ agency, me }) => ({ mergeId: (await mergeOf(agency, me)).id }),
  others: async ({ agency, other }) => ({ mergeId: (await mergeOf(agency, other)).id }),
  missing: () => ({ mergeId: nowhere }),
  leaves: { action: 'undo', entity: 'contact' },
})
example(profile.photo, nothing)
example(profile.setPhoto, {
  ...nothing,
  file: async () => ({
    bytes: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4c4fc9' } })
      .png()
      .toBuffer(),
    type: 'image/png',
    name: 'me.png',
  }),
  leaves: { action: 'update', entity: 'photo' },
})
example(profile.removePhoto, { ...nothing, leaves: { action: 'update', entity: 'photo' } })
example(profile.sessions, nothing)
example(profile.endSession, {
  own: async ({ agency, me }) => ({ id: await sessionOf(agency, me) }),
  others: async ({ agency, other }) => ({ id: await sessionOf(agency, other) }),
  missing: () => ({ id: randomUUID() }),
  leaves: logout,
})
example(profile.endOtherSessions, { ...nothing, leaves: { action: 'logout', entity: 'user' } })

example(ownSignIn.read, nothing)
example(ownSignIn.save, {
  own: async ({ agency, me }) => {
    const { version } = await userOf(agency, me.userId)
    return { email: unique('moved'), phone: null, language: 'es' as const, current: password, version }
  },
  leaves: userUpdate,
})
example(ownSignIn.changePassword, { own: () => ({ current: password, ...newPassword() }), leaves: userUpdate })

example(messages.list, nothing)
example(messages.one, {
  own: async ({ agency, me }) => ({
    id: await queueMessage(agency.db, agency.services, {
      kind: 'password-changed',
      channel: 'email',
      userId: me.userId,
      recipient: me.userName,
      language: 'en',
      facts: {},
    }),
  }),
  missing: () => ({ id: randomUUID() }),
})

const sendCode = {
  own: async (scene: Scene) => ({ code: await loginOf(scene), method: 'email' }),
  missing: () => ({ code: randomUUID(), method: 'email' }),
  leaves: login,
}
example(secondFactor.sendCode, sendCode)
example(secondFactor.sendCodeByGet, sendCode)
const verifyCode = {
  own: async (scene: Scene) => {
    const code = await loginOf(scene)
    await callAs(scene.agency.app, null, secondFactor.sendCode, { code, method: 'email' })
    return { code, loginCode: await codeSentTo(scene.agency, scene.me.userId) }
  },
  missing: () => ({ code: randomUUID(), loginCode: '123456' }),
  leaves: login,
}
example(secondFactor.verifyCode, verifyCode)
example(secondFactor.verifyCodeByGet, verifyCode)

example(ownSecondFactor.status, nothing)
example(ownSecondFactor.beginApp, { own: () => ({ password }) })
example(ownSecondFactor.confirmApp, {
  own: async ({ agency, me }) => {
    const { secret } = await callAs(agency.app, me.token, ownSecondFactor.beginApp, { password })
    return { code: shownByApp(secret), password }
  },
  leaves: userUpdate,
})
const withApp = async ({ agency, me }: Scene) => {
  await setUpApp(agency, me.token)
  return { password }
}
example(ownSecondFactor.turnOffApp, { own: withApp, leaves: userUpdate })
example(ownSecondFactor.newRecoveryCodes, { own: withApp, leaves: userUpdate })
example(ownSecondFactor.chooseCodes, { own: () => ({ channels: [], password }), leaves: userUpdate })

const eachLead = <More extends object>(more: More) => ({
  own: async ({ agency, me }: Scene) => ({ id: await leadOf(agency, me), ...more }),
  others: async ({ agency, other }: Scene) => ({ id: await leadOf(agency, other), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})
const leadUpdate = { action: 'update', entity: 'lead' }
example(leads.list, nothing)
example(leads.one, eachLead({}))
example(leads.edit, {
  ...eachLead({
    ...{ version: 1, firstName: 'Ida', middleName: '', lastName: 'Case', dob: '1980-02-29', sex: null, phone: '' },
    ...{ address: '', city: '', state: 'FL', zipCode: '33101', plan: '' },
  }),
  leaves: leadUpdate,
})
example(leads.setDisposition, { ...eachLead({ statusId: 3 }), leaves: leadUpdate })
example(leads.history, eachLead({}))
example(leads.upload, {
  ...nothing,
  file: async () => ({ bytes: leadRows(unique('lead')), type: 'text/csv', name: 'leads.csv' }),
  leaves: { action: 'import', entity: 'leads' },
})
example(leads.undoUpload, {
  own: async (scene) => ({ batchId: await leadBatch(scene) }),
  missing: () => ({ batchId: nowhere }),
  leaves: { action: 'undo', entity: 'leads' },
})
const leadRows = (number: string) => Buffer.from(`FFMApplicationID,State\n${number.slice(0, 40)},FL\n`)

const manyLeads = (of: (scene: Scene) => Promise<{ id: number }> | { id: number }) => async (scene: Scene) => ({
  action: 'lead.disposition' as const,
  value: 3,
  records: [{ ...(await of(scene)), version: 1 }],
})
const many = {
  own: manyLeads(eachLead({}).own),
  others: manyLeads(eachLead({}).others),
  missing: manyLeads(eachLead({}).missing),
}
example(bulk.preview, many)
example(bulk.apply, { ...many, leaves: leadUpdate })
example(bulk.recent, { own: () => ({ kind: 'lead' as const }) })
example(bulk.undo, {
  own: async (scene) => ({ id: await bulkChangeOf(scene) }),
  missing: () => ({ id: nowhere }),
  leaves: { action: 'undo', entity: 'lead' },
})

const noted = {
  own: (scene: Scene) => notedRecord(scene, scene.me),
  others: (scene: Scene) => notedRecord(scene, scene.other),
  missing: async (scene: Scene) => ({ ...(await notedRecord(scene, scene.me)), entityId: nowhere }),
}
const noteOn = (of: Made<typeof notes.list>) => async (scene: Scene) => ({ ...(await of(scene)), noteBody: 'Called.' })
example(notes.list, noted)
example(notes.add, {
  own: noteOn(noted.own),
  others: noteOn(noted.others),
  missing: noteOn(noted.missing),
  leaves: { action: 'create', entity: 'note' },
})
example(notes.attachment, {
  own: async (scene) => ({ noteId: await attachedNote(scene, await noted.own(scene)) }),
  others: async (scene) => ({ noteId: await attachedNote(scene, await noted.others(scene)) }),
  missing: () => ({ noteId: nowhere }),
})

const offlineUpdate = { action: 'update', entity: 'offline-application' }
const anyApplication = <More extends object>(more: (scene: Scene) => More | Promise<More>) => ({
  own: async (scene: Scene) => ({ id: await submittedBy(scene.agency, scene.me), ...(await more(scene)) }),
  others: async (scene: Scene) => ({ id: await submittedBy(scene.agency, scene.other), ...(await more(scene)) }),
  missing: async (scene: Scene) => ({ id: nowhere, ...(await more(scene)) }),
})
example(offline.list, nothing)
example(offline.submit, { own: () => mariaVega({}), leaves: { action: 'create', entity: 'offline-application' } })
example(offline.draft, nothing)
example(offline.keepDraft, { own: () => ({ values: draftOf(OfflineTyped.parse(mariaVega({}))) }) })
example(offline.dropDraft, nothing)
example(offline.findBySsn, {
  own: async ({ agency, me }) => {
    await submittedBy(agency, me)
    return { ssn: '900-12-3456' }
  },
  missing: () => ({ ssn: '900-99-9999' }),
})
example(offline.one, anyApplication(noMore))
example(offline.process, { ...anyApplication(() => ({ version: 1, processed: true })), leaves: offlineUpdate })
example(offline.hold, {
  ...anyApplication(() => ({ version: 1, held: true, reason: 'Complaint' })),
  leaves: offlineUpdate,
})
example(offline.reveal, {
  ...anyApplication(async ({ agency, me }) => {
    // Other calls of the matrix may have set up an app, whose code would be asked for.
    await sql`delete from user_authenticators where user_id = ${me.userId}`.execute(agency.db)
    return { field: 'ssn' as const, reason: 'The exchange asks for it', password }
  }),
  leaves: { action: 'reveal', entity: 'offline-application' },
})

/** Where made-up sign-ins come from. */
const from = { address: '192.0.2.9', userAgent: 'test' }

function unique(what: string): string {
  return `${what}-${randomBytes(6).toString('hex')}@agency.test`
}

const salt = randomBytes(16)
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
/** The hash of `password` at a cost that a matrix can bear. */
const cheapHash = `$argon2id$v=19$m=8,t=1,p=1$${unpadded(salt)}$${unpadded(
  argon2Sync('argon2id', { message: password, nonce: salt, tagLength: 32, memory: 8, passes: 1, parallelism: 1 }),
)}`
let npns = 5_000_000

/** Somebody of any rights, with all that examples need. */
export async function actor(agency: Agency, wish: Parameters<Agency['person']>[0]): Promise<Actor> {
  const made = await agency.person({ npn: String(++npns), ...wish })
  const { contactId, userName } = await userOf(agency, made.userId)
  await sql`update users set password_hash = ${cheapHash}, email = user_name where id = ${made.userId}`.execute(
    agency.db,
  )
  return { ...made, contactId: contactId ?? 0, userName }
}

/** The same person with a session that nothing has ended, and the password and second factor as at first. */
export async function refreshed(agency: Agency, me: Actor): Promise<Actor> {
  await sql`update users set password_hash = ${cheapHash}, temporary_until = null, codes_by = '{}' where id = ${me.userId}`.execute(
    agency.db,
  )
  await sql`delete from user_authenticators where user_id = ${me.userId}`.execute(agency.db)
  return { ...me, token: await agency.services.sessions.begin(agency.db, me.userId, from) }
}

async function userOf(agency: Agency, id: number) {
  return await agency.db
    .selectFrom('users')
    .select(['version', 'contact_id as contactId', 'user_name as userName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The user as Edit would send it back with another language. */
async function editOf(agency: Agency, id: number): Promise<InputOf<typeof users.edit>> {
  const { rows } = await sql<InputOf<typeof users.edit>>`
    select id, version, email, phone, type_id as "typeId", case language when 'en' then 'es' else 'en' end as language,
      enabled as enable, org, roles, claims, has_full_agent_access as "hasFullAgentAccess", application_id as "applicationId"
    from users where id = ${id}`.execute(agency.db)
  if (!rows[0]) throw new Error('No such user')
  return rows[0]
}

/** The person's agent as the modal would send it back with another location. */
async function agentOf(agency: Agency, { agentId }: Actor): Promise<InputOf<typeof agents.save>> {
  const { rows } = await sql<{ version: number; loginEmail: string; npn: string }>`
    select version, login_email as "loginEmail", npn from agents where id = ${agentId}`.execute(agency.db)
  if (!rows[0]) throw new Error('No such agent')
  const chosen = { phone: '3055550100', locationId: 2, agentTypeId: 1, statusId: 1 }
  return { ...rows[0], ...chosen, id: agentId ?? 0, contact: { firstName: 'Pat', lastName: 'Example' } }
}

async function rateOf({ agency, me }: Scene): Promise<number> {
  const carrierId = await agency.carrier(unique('carrier'))
  const { rows } = await sql<{ id: number }>`
    insert into agent_rates (agent_id, carrier_id, rate, start_date) values (${me.agentId}, ${carrierId}, 15, '2026-01-01')
    returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

async function policyOf(agency: Agency, { agentId }: Actor): Promise<number> {
  const carrierId = await agency.carrier(unique('carrier'))
  const { id } = await agency.db
    .insertInto('policies')
    .values({
      carrier_id: carrierId,
      policy_number: unique('U').slice(0, 14),
      first_name: 'Ida',
      last_name: 'Case',
      status: 'Active',
      agent_id: agentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A contact of an agent's own. */
async function clientOf(agency: Agency, { agentId }: Actor): Promise<number> {
  const { id } = await agency.db
    .insertInto('contacts')
    .values({ first_name: 'Ida', last_name: 'Client', agent_id: agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A record of somebody, of a kind whose notes the caller may read at all. */
async function notedRecord({ agency, me }: Scene, of: Actor): Promise<InputOf<typeof notes.list>> {
  const { agentId } = of
  const { roles, claims } = await agency.db
    .selectFrom('users')
    .select(['roles', 'claims'])
    .where('id', '=', me.userId)
    .executeTakeFirstOrThrow()
  if (roles.includes('administrator')) return { entityMetadataId: notedKinds.agent.id, entityId: agentId ?? 0 }
  // Whoever sees all offline applications is asked about one, which is what the table of outcomes says of such people.
  if (claims.includes('admin.OfflineApp') || !claims.some((claim) => /\.(customer|Lead)$/.test(claim)))
    return { entityMetadataId: notedKinds.offline.id, entityId: await submittedBy(agency, of) }
  if (mayPass(notedKinds.lead.allow, { roles, claims }))
    return { entityMetadataId: notedKinds.lead.id, entityId: await leadOf(agency, { agentId }) }
  return { entityMetadataId: notedKinds.customer.id, entityId: await customerOf(agency, agentId) }
}

async function customerOf(agency: Agency, agentId: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with person as (insert into contacts (first_name, last_name, agent_id) values ('Ida', 'Case', ${agentId}) returning id)
    insert into customers (contact_id) select id from person returning contact_id as id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

/** A disposition of one lead that was set in bulk. */
async function bulkChangeOf({ agency, me }: Scene): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into bulk_changes (kind, action, value, applied_by) values ('lead', 'lead.disposition', 3, ${me.userId}) returning id),
    lead as (insert into leads (source, agent_id, status_id) values ('csv', ${me.agentId}, 3) returning id)
    insert into bulk_change_entries (bulk_id, record_id, version_before, version_after)
    select made.id, lead.id, 0, 1 from made, lead returning bulk_id as id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

async function leadOf(agency: Agency, { agentId }: { agentId: number | null }): Promise<number> {
  const { id } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Ida', last_name: 'Case', agent_id: agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A load of leads by the real door, as somebody who may load them. */
async function leadBatch({ agency }: Scene): Promise<number> {
  const clerk = await agency.person({ roles: ['agent'], claims: ['admin.Lead'] })
  return (await clerk.call(leads.upload, {}, { text: leadRows(unique('lead')), name: 'leads.csv' })).batchId ?? 0
}

async function attachedNote({ agency, me }: Scene, record: InputOf<typeof notes.list>): Promise<number> {
  const file = { name: 'letter.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7') }
  const audit = {
    userId: me.userId,
    sessionId: null,
    address: null,
    requestId: null,
    key: auditKey(agency.services.config.auditSecret),
  }
  const { entityId, entityMetadataId } = {
    entityId: Number(record.entityId),
    entityMetadataId: Number(record.entityMetadataId),
  }
  return (
    await addNote(agency.db, { userId: me.userId, audit }, { entityId, entityMetadataId, noteBody: 'Called.', file })
  ).id
}

async function runOf({ agency, me }: Scene, state: string): Promise<string> {
  const carrierId = await agency.carrier(unique('carrier'))
  const id = randomUUID()
  await sql`
    insert into import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, started_by)
    values (${id}, 'policies', false, ${state}, 'receiving', ${carrierId}, '2026-03-01', 'book.csv', ${me.userId})`.execute(
    agency.db,
  )
  return id
}

async function batchOf(scene: Scene): Promise<number> {
  const runId = await runOf(scene, 'loaded')
  const { rows } = await sql<{ id: number }>`
    insert into import_batches (run_id, kind, carrier_id, month, file_name, file_hash, bytes, rows_read, rows_new,
      rows_changed, rows_unchanged, rows_missing, rows_refused, loaded_by)
    select id, kind, carrier_id, month, file_name, ${randomBytes(32)}, 0, 0, 0, 0, 0, 0, 0, started_by from import_runs
    where id = ${runId} returning id`.execute(scene.agency.db)
  return rows[0]?.id ?? 0
}

/** A dry run by the real door, as somebody who may load files. */
async function checkedRun({ agency }: Scene): Promise<string> {
  const clerk = await agency.person({ roles: ['administrator'], claims: ['admin.UploadFile'] })
  const carrierId = await agency.carrier(unique('carrier'))
  const { bytes, ...rest } = await file()
  return (await clerk.call(uploads.check, { carrierId, ...month }, { text: bytes, ...rest })).id
}

async function contactOf(agency: Agency): Promise<number> {
  const { id } = await agency.db
    .insertInto('contacts')
    .values({ first_name: 'Una', last_name: 'Linked' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function sessionOf(agency: Agency, { userId }: Actor): Promise<string> {
  await agency.services.sessions.begin(agency.db, userId, from)
  const { id } = await agency.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** A login that waits for a code by e-mail. */
async function loginOf({ agency, me }: Scene): Promise<string> {
  await sql`update users set codes_by = '{email}' where id = ${me.userId}`.execute(agency.db)
  await sql`update sign_in_codes set sent_at = sent_at - interval '1 day' where attempt_id in
    (select id from sign_in_attempts where user_id = ${me.userId})`.execute(agency.db)
  return await beginAttempt(agency.db, { userId: me.userId, purpose: 'second_factor', minutes: 5, ...from })
}
