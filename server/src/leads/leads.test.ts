import { contactMerges } from '@coverdesk/domain/contacts/merge-contract.ts'
import { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { home } from '@coverdesk/domain/home/home-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyPreviewed, previewOf } from '../bulk/bulk-test-calls.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { blankLead } from './blank-lead.ts'

/** Do Not Call among the fixed dispositions. */
const doNotCallId = 7

let agency: TestApp
let agent: Person
let other: Person
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims: ['view.Lead'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.Lead'], npn: '20417733' })
  admin = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], fullAccess: true })
})
afterEach(() => agency.close())

interface Wish {
  first_name?: string
  last_name?: string
  phone?: string
  dob?: string
  ffm_application_id?: string
}

async function leadOf(agentId: number | null, wish: Wish = {}): Promise<number> {
  const { id } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Ida', last_name: 'Case', agent_id: agentId, ...wish })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function contactNamed(firstName: string, lastName: string): Promise<number> {
  const { id } = await agency.db
    .insertInto('contacts')
    .values({ first_name: firstName, last_name: lastName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('a typed lead', () => {
  const maria = { ...blankLead, firstName: 'Maria', lastName: 'Álvarez', phone: '(305) 555-0142', state: 'FL' }

  test('An agent adds a lead of their own, which matches a contact by phone and last name and starts a history', async () => {
    const [contact] = await agency.db
      .insertInto('contacts')
      .values({ first_name: 'Maria', last_name: 'Alvarez', agent_id: agent.agentId })
      .returning('id')
      .execute()
    const phone = { contact_id: contact?.id ?? 0, phone: '3055550142' }
    await agency.db.insertInto('contact_phones').values(phone).execute()
    const lead = await agent.call(leads.create, maria)
    expect(lead).toMatchObject({
      version: 1,
      agentId: agent.agentId,
      source: 'typed',
      phone: '3055550142',
      state: 'FL',
    })
    const { rows } = await sql`select contact_id as id from leads where id = ${lead.id}`.execute(agency.db)
    expect(rows).toEqual([contact])
    const { changes } = await agent.call(leads.history, { id: lead.id })
    expect(changes.map(({ action }) => action)).toEqual(['Created'])
    expect((await other.call(leads.list, {})).data).toEqual([])
  })

  test('The office adds one for an agent, who is notified, or for none; an agent cannot add one for another', async () => {
    const lead = await admin.call(leads.create, { ...maria, agentId: agent.agentId ?? 0 })
    expect(lead.agentId).toBe(agent.agentId)
    expect((await admin.call(leads.create, { ...maria, agentId: 0 })).agentId).toBeNull()
    const message = 'You can add leads of your own; for other agents, ask the office'
    expect(await refusal(agent.call(leads.create, { ...maria, agentId: other.agentId ?? 0 }))).toMatchObject({
      message,
    })
    expect(await refusal(admin.call(leads.create, { ...maria, agentId: 987_654 }))).toMatchObject({
      code: 'agent.not_found',
    })
    const { rows } = await sql`select from notifications where user_id = ${agent.userId}`.execute(agency.db)
    expect(rows).toHaveLength(1)
  })

  test('A lead without a name is refused with what to enter', async () => {
    const nameless = { ...maria, firstName: ' ', lastName: '' }
    const details = [{ path: 'lastName', message: 'Enter a first or last name' }]
    expect(await refusal(agent.call(leads.create, nameless))).toMatchObject({ details })
  })
})

describe('the list', () => {
  test('LEAD-15 LEAD-02 a row has name, agent, plan, and disposition with its date', async () => {
    const id = await leadOf(agent.agentId)
    await agent.call(leads.edit, {
      id,
      version: 1,
      firstName: 'Noemí',
      middleName: 'A.',
      lastName: 'Zaldívar',
      dob: '1984-02-29',
      sex: 'F',
      phone: '(305) 555-0142',
      address: '12 Palm St',
      city: 'Miami',
      state: 'Florida',
      zipCode: '33101',
      plan: 'Silver 4000',
    })
    await agent.call(leads.setDisposition, { id, statusId: 3 })
    const { data } = await agent.call(leads.list, { name: 'zaldi' })
    expect(data).toEqual([
      expect.objectContaining({
        id,
        firstName: 'Noemí',
        middleName: 'A.',
        lastName: 'Zaldívar',
        dob: '1984-02-29',
        sex: 'F',
        phone: '3055550142',
        address: '12 Palm St',
        city: 'Miami',
        state: 'FL',
        zipCode: '33101',
        plan: 'Silver 4000',
        agentName: expect.stringMatching(/^Pat Example/),
        contactName: null,
        statusId: 3,
        statusName: 'Call Back',
      }),
    ])
    expect(Math.abs(Date.now() - Date.parse(data[0]?.statusDate ?? ''))).toBeLessThan(60_000)
  })

  test('LEAD-01 each filter reduces the table, and filters can be combined', async () => {
    const marks = [
      await leadOf(agent.agentId, { last_name: 'Filterson', phone: '7865550001' }),
      await leadOf(other.agentId, { last_name: 'Filterson', phone: '7865550002' }),
      await leadOf(null, { last_name: 'Filterson', phone: '9045550003' }),
    ] as const
    await admin.call(leads.setDisposition, { id: marks[1], statusId: 1 })
    const found = async (filters: Record<string, string | number>) =>
      (await admin.call(leads.list, { name: 'Filterson', ...filters })).data.map(({ id }) => id).sort((a, b) => a - b)
    expect(await found({})).toEqual(marks)
    expect(await found({ name: 'ida filt' })).toEqual(marks)
    expect(await found({ name: 'fi' })).toEqual(marks)
    expect(await found({ phone: '(786) 555' })).toEqual(marks.slice(0, 2))
    expect(await found({ agentId: agent.agentId ?? 0 })).toEqual([marks[0]])
    expect(await found({ agentId: 0 })).toEqual([marks[2]])
    expect(await found({ statusId: 1 })).toEqual([marks[1]])
    expect(await found({ statusId: 0 })).toEqual([marks[0], marks[2]])
    const today =
      (await sql<{ day: string }>`select (now() at time zone 'America/New_York')::date as day`.execute(agency.db))
        .rows[0]?.day ?? ''
    expect(await found({ statusFrom: today })).toEqual([marks[1]])
    expect(await found({ statusTo: today })).toEqual([marks[1]])
    expect(await found({ statusFrom: '2100-01-01' })).toEqual([])
    expect(await found({ statusTo: '2000-01-01' })).toEqual([])
    expect(await found({ statusId: 1, agentId: agent.agentId ?? 0 })).toEqual([])
    expect((await refusal(admin.call(leads.list, { statusFrom: '02/03/2026' }))).code).toBe('request.invalid')
  })

  test('P-30 ACCESS-32 a user sees only their own leads, the same in list, export and details', async () => {
    const mine = await leadOf(agent.agentId, { last_name: 'Visible' })
    const theirs = await leadOf(other.agentId, { last_name: 'Visible' })
    const nobodys = await leadOf(null, { last_name: 'Visible' })
    const { data, totalRecords } = await agent.call(leads.list, { name: 'Visible' })
    expect([data.map(({ id }) => id), totalRecords]).toEqual([[mine], 1])
    const answer = await agency.app.inject({
      url: '/api/Lead?name=Visible',
      headers: { authorization: `Bearer ${agent.token}`, accept: 'text/csv' },
    })
    expect(answer.body.trim().split('\r\n')).toHaveLength(2)
    for (const id of [theirs, nobodys]) {
      expect((await refusal(agent.call(leads.one, { id }))).code).toBe('lead.not_found')
      expect((await refusal(agent.call(leads.history, { id }))).code).toBe('lead.not_found')
      expect((await refusal(agent.call(notes.list, { entityId: id, entityMetadataId: notedKinds.lead.id }))).code).toBe(
        'record.not_found',
      )
    }
  })
})

describe('changes', () => {
  test('LEAD-06 LEAD-08 a disposition is set, changed and cleared with its date, and the history has every change', async () => {
    const id = await leadOf(agent.agentId)
    const first = await agent.call(leads.setDisposition, { id, statusId: 1, version: 1 })
    expect(first).toMatchObject({ statusId: 1, statusName: 'No Answer', version: 2 })
    const second = await agent.call(leads.setDisposition, { id, statusId: 4 })
    const cleared = await agent.call(leads.setDisposition, { id, statusId: '' })
    expect(cleared).toMatchObject({ statusId: null, statusName: null, version: 4 })
    expect(Date.parse(cleared.statusDate ?? '')).toBeGreaterThanOrEqual(Date.parse(second.statusDate ?? ''))
    const { statuses, changes } = await agent.call(leads.history, { id })
    expect(statuses.map(({ status }) => status)).toEqual(['No Answer', 'Interested', null])
    expect(statuses.map(({ endDate }) => endDate === null)).toEqual([false, false, true])
    expect(changes.map(({ action, changes: [change] }) => [action, change?.old, change?.new])).toEqual([
      ['Disposition set', null, 'No Answer'],
      ['Disposition set', 'No Answer', 'Interested'],
      ['Disposition cleared', 'Interested', null],
    ])
  })

  test('LEAD-06 a disposition makes a note on the lead, whose follow-up is on the landing page of its author', async () => {
    const id = await leadOf(agent.agentId, { last_name: 'Callback' })
    const today = todayIn(new Date())
    await agent.call(leads.setDisposition, { id, statusId: 3, note: 'After work', followUpOn: today })
    await agent.call(leads.setDisposition, { id, statusId: 1, followUpOn: today })
    const record = { entityId: id, entityMetadataId: notedKinds.lead.id }
    expect((await agent.call(notes.list, record)).map(({ noteBody }) => noteBody)).toEqual(['No Answer', 'After work'])
    const { groups } = await agent.call(home.day, {})
    const due = groups.flatMap((group) => (group.kind === 'note' ? group.data : []))
    expect(due).toMatchObject([
      { recordId: id, text: 'After work', followUpOn: today },
      { recordId: id, text: 'No Answer', followUpOn: today },
    ])
  })

  test('LEAD-06 a follow-up on a past day is rejected at its field, and the lead keeps its disposition', async () => {
    const id = await leadOf(agent.agentId)
    const refused = await refusal(agent.call(leads.setDisposition, { id, statusId: 3, followUpOn: '2020-01-02' }))
    expect(refused.details).toEqual([{ path: 'followUpOn', message: 'This day is past. Choose today or a later day.' }])
    expect((await agent.call(leads.one, { id })).statusId).toBeNull()
  })

  test('LEAD-06 Do Not Call marks each lead with the number and blocks calls to it, until it is taken back with a reason', async () => {
    const phone = '5615550199'
    const id = await leadOf(agent.agentId, { phone })
    const twin = await leadOf(agent.agentId, { phone })
    const whyNot = async () => (await agent.call(telephony.block, { phone })).whyNot
    const marked = async () => (await agent.call(leads.one, { id: twin })).doNotCall
    expect([await whyNot(), await marked()]).toEqual([null, false])
    await agent.call(leads.setDisposition, { id, statusId: doNotCallId })
    const reason = 'This number asked not to be called: a lead with it has the disposition Do Not Call'
    expect([await whyNot(), await marked()]).toEqual([reason, true])
    const refused = await refusal(agent.call(leads.setDisposition, { id, statusId: '' }))
    const message = 'Reason is required: this number asked not to be called'
    expect(refused.details).toEqual([{ path: 'reason', message }])
    expect((await refusal(agent.call(leads.setDisposition, { id, statusId: 4 }))).details).toEqual(refused.details)
    const { version } = await agent.call(leads.one, { id })
    const edit = { ...blankLead, id, version, firstName: 'Ida', lastName: 'Case', phone: '5615550198' }
    expect((await refusal(agent.call(leads.edit, edit))).details).toMatchObject([{ path: 'phone' }])
    await agent.call(leads.setDisposition, { id, statusId: '', reason: 'Called us and asked for a quote' })
    expect([await whyNot(), await marked()]).toEqual([null, false])
    const { statuses } = await agent.call(leads.history, { id })
    expect(statuses.map(({ status, comment }) => [status, comment])).toEqual([
      ['Do Not Call', ''],
      [null, 'Called us and asked for a quote'],
    ])
  })

  test('LEAD-06 many leads at once are set to Do Not Call, and are taken back only one by one', async () => {
    const id = await leadOf(agent.agentId, { phone: '5615550177' })
    const set = { action: 'lead.disposition' as const, value: doNotCallId, ids: [id] }
    await applyPreviewed(agent, set, await previewOf(agent, set))
    expect((await agent.call(leads.one, { id })).doNotCall).toBe(true)
    const [row] = (await previewOf(agent, { ...set, value: 4 })).data
    expect(row).toMatchObject({ outcome: 'refused', why: 'Do Not Call is taken back one by one, with a reason' })
  })

  test('LEAD-06 an unknown disposition is rejected, and the lead does not change', async () => {
    const id = await leadOf(agent.agentId)
    expect((await refusal(agent.call(leads.setDisposition, { id, statusId: 99 }))).code).toBe('status.not_found')
    expect(await agent.call(leads.one, { id })).toMatchObject({ statusId: null, version: 1 })
  })

  test('LEAD-09 an edit records who changed what; an invalid date, phone or state is rejected at its field', async () => {
    const id = await leadOf(agent.agentId)
    const saved = await agent.call(leads.edit, {
      id,
      version: 1,
      ...blankLead,
      firstName: 'Ida',
      lastName: 'Casey',
      state: 'fl',
    })
    expect(saved).toMatchObject({ lastName: 'Casey', state: 'FL', version: 2 })
    const { changes } = await agent.call(leads.history, { id })
    expect(changes).toMatchObject([
      {
        version: 2,
        changes: [
          { field: 'Last name', old: 'Case', new: 'Casey' },
          { field: 'State', old: null, new: 'FL' },
        ],
      },
    ])
    const wrong = {
      ...blankLead,
      firstName: 'I',
      lastName: 'C',
      dob: '2025-02-29',
      phone: '12',
      state: 'Florado',
      zipCode: '1',
    }
    const failure = await refusal(agent.call(leads.edit, { id, version: 2, ...wrong }))
    expect(failure).toMatchObject({ code: 'request.invalid' })
    expect(failure.details).toEqual(
      expect.arrayContaining(['dob', 'phone', 'state', 'zipCode'].map((path) => expect.objectContaining({ path }))),
    )
    expect(failure.details).toContainEqual({ path: 'phone', message: 'Not a Phone' })
  })

  test('LEAD-09 CUST-09 a birth date later than today is refused at its field, in a new lead and in an edit', async () => {
    const dob = plusDays(todayIn(new Date()), 1)
    const refused = { code: 'request.invalid', details: [{ path: 'dob', message: 'Not later than today' }] }
    const fields = { ...blankLead, firstName: 'Ida', lastName: 'Later', dob }
    expect(await refusal(agent.call(leads.create, fields))).toMatchObject(refused)
    const id = await leadOf(agent.agentId)
    expect(await refusal(agent.call(leads.edit, { id, version: 1, ...fields }))).toMatchObject(refused)
  })

  test('P-74 of two edits of the same version one succeeds, and the other is shown who changed what', async () => {
    const id = await leadOf(agent.agentId)
    await agent.call(leads.edit, { id, version: 1, ...blankLead, firstName: 'Ada', lastName: 'Case' })
    const failure = await refusal(
      admin.call(leads.edit, { id, version: 1, ...blankLead, firstName: 'Eda', lastName: 'Case' }),
    )
    expect(failure).toMatchObject({
      code: 'record.changed',
      details: { version: 2, since: [{ changes: [{ field: 'First name', old: 'Ida', new: 'Ada' }] }] },
    })
    expect((await refusal(admin.call(leads.setDisposition, { id, statusId: 1, version: 1 }))).code).toBe(
      'record.changed',
    )
    expect(await agent.call(leads.one, { id })).toMatchObject({ firstName: 'Ada', statusId: null })
  })

  test('ACCESS-29 a user who may only view leads can change their own, and none of others', async () => {
    const viewer = await agency.person({ roles: ['agent'], claims: ['view.Lead'], fullAccess: true })
    const id = await leadOf(other.agentId)
    expect(await viewer.call(leads.one, { id })).toMatchObject({ id })
    expect((await refusal(viewer.call(leads.setDisposition, { id, statusId: 1 }))).code).toBe('right.missing')
    expect(
      (await refusal(viewer.call(leads.edit, { id, version: 1, ...blankLead, firstName: 'X', lastName: 'Y' }))).code,
    ).toBe('right.missing')
    expect((await refusal(agent.call(leads.setDisposition, { id, statusId: 1 }))).code).toBe('lead.not_found')
    expect(await other.call(leads.setDisposition, { id, statusId: 1 })).toMatchObject({ statusId: 1 })
    expect(await admin.call(leads.setDisposition, { id, statusId: 2 })).toMatchObject({ statusId: 2 })
  })

  test('LEAD-15 a lead is linked to the contact with the same phone and last name, or the same name and date of birth', async () => {
    const contact = async (first: string, last: string, more: { dob?: string; phone?: string }) => {
      const { id } = await agency.db
        .insertInto('contacts')
        .values({ first_name: first, last_name: last, ...(more.dob ? { dob: more.dob } : {}) })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (more.phone)
        await sql`insert into contact_phones (contact_id, position, phone) values (${id}, 0, ${more.phone})`.execute(
          agency.db,
        )
      return id
    }
    const byPhone = await contact('Ramón', 'Peña', { phone: '3055550188' })
    const byBirthday = await contact('Lucía', 'Ortiz', { dob: '1991-07-04' })
    const id = await leadOf(agent.agentId)
    // Only a user who may open the contact gets its id.
    const reader = await agency.person({ roles: ['agent'], claims: ['view.Lead', 'view.customer'], fullAccess: true })
    const edit = async (version: number, more: object) => {
      await agent.call(leads.edit, { id, version, ...blankLead, firstName: 'R', lastName: 'X', ...more })
      return await reader.call(leads.one, { id })
    }
    expect(await edit(1, { lastName: 'PENA', phone: '305-555-0188' })).toMatchObject({
      contactId: byPhone,
      contactName: 'Ramón Peña',
    })
    expect(await edit(2, { firstName: 'Lucia', lastName: 'Ortiz', dob: '1991-07-04' })).toMatchObject({
      contactId: byBirthday,
    })
    expect(await edit(3, { lastName: 'Other', phone: '3055550188' })).toMatchObject({ contactId: null })
  })

  test("P-30 a lead doesn't tell the name of a contact that its reader can't open", async () => {
    const { id: contact } = await agency.db
      .insertInto('contacts')
      .values({ first_name: 'Ramón', last_name: 'Peña' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into contact_phones (contact_id, position, phone) values (${contact}, 0, '3055550188')`.execute(
      agency.db,
    )
    const typed = { ...blankLead, firstName: 'R', lastName: 'Pena', phone: '3055550188' }
    const created = await agent.call(leads.create, typed)
    const none = { contactId: null, contactName: null }
    expect([created, await agent.call(leads.one, { id: created.id })]).toMatchObject([none, none])
  })
})

test('LEAD-13 a lead added for no agent is in the list of who added it: without one of those who see them, else their own', async () => {
  const clerk = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], npn: '30417737' })
  const lead = { ...blankLead, firstName: 'Ada', lastName: 'Case', agentId: 0 }
  const { id } = await clerk.call(leads.create, lead)
  expect((await clerk.call(leads.list, {})).data).toMatchObject([{ id, agentId: clerk.agentId }])
  expect(await admin.call(leads.create, lead)).toMatchObject({ agentId: null })
})

describe('files of leads', () => {
  const load = (text: string | Buffer, more: { dryRun?: boolean; loadGoodRows?: boolean } = {}) =>
    admin.call(leads.upload, more, { text, name: 'leads.csv' })

  test('LEAD-11 LEAD-12 LEAD-13 the two columns are required, others are ignored, and the leads are in the table', async () => {
    const run = await load('State,Shoe size,FFMApplicationID\nFL,43,A-1001\nTexas,38,A-1002\n')
    expect(run).toMatchObject({
      state: 'loaded',
      counts: { rows: 2, new: 2, refused: 0 },
      ignoredColumns: ['Shoe size'],
    })
    const { data } = await admin.call(leads.list, { pageSize: 2 })
    expect(data.map(({ ffmApplicationId, state, statusId }) => [ffmApplicationId, state, statusId])).toEqual([
      ['A-1002', 'TX', null],
      ['A-1001', 'FL', null],
    ])
    for (const [text, missing] of [
      ['FFMApplicationID\nA-1\n', 'State'],
      ['State\nFL\n', 'FFMApplicationID'],
      ['Name,Phone\nA,B\n', 'FFMApplicationID, State'],
    ] as const)
      expect(await refusal(load(text)), text).toMatchObject({
        code: 'upload.columns_missing',
        message: `Required columns are missing: ${missing}`,
      })
  })

  test('LEAD-11 a repeated application updates the same lead, also within a file', async () => {
    await load('FFMApplicationID,State\nB-1,FL\nB-2,FL\nB-1,GA\n')
    const of = async () => {
      const { rows } = await sql<{ id: number; number: string; state: string; version: number }>`
        select id, ffm_application_id as number, state, version from leads where ffm_application_id like 'B-%' order by 2`.execute(
        agency.db,
      )
      return rows
    }
    expect((await of()).map(({ number, state, version }) => [number, state, version])).toEqual([
      ['B-1', 'GA', 1],
      ['B-2', 'FL', 1],
    ])
    const again = await load('FFMApplicationID,State\nB-1,AL\nB-2,FL\nB-3,FL\n')
    expect(again.counts).toMatchObject({ new: 1, changed: 1, unchanged: 1 })
    const [lead] = await of()
    expect(lead).toMatchObject({ state: 'AL', version: 2 })
    const { changes } = await admin.call(leads.history, { id: lead?.id ?? 0 })
    expect(changes).toMatchObject([{ action: 'Uploaded again', changes: [{ field: 'State', old: 'GA', new: 'AL' }] }])
    expect((await refusal(load('FFMApplicationID,State\nB-1,AL\nB-2,FL\nB-3,FL\n'))).code).toBe('upload.duplicate')
  })

  test('LEAD-14 P-55 a bad row rejects the whole file with line, column and reason', async () => {
    const text = 'FFMApplicationID,State\nC-1,FL\n,FL\nC-3,Florado\n'
    const failure = await refusal(load(text))
    expect(failure).toMatchObject({
      code: 'upload.rows_refused',
      details: {
        problems: [
          { line: 3, column: 'FFMApplicationID' },
          { line: 4, column: 'State', value: 'Florado' },
        ],
      },
    })
    const dry = await load(text, { dryRun: true })
    expect(dry).toMatchObject({ state: 'checked', counts: { rows: 3, new: 1, refused: 2 }, batchId: null })
    const { rows } = await sql`select from leads where ffm_application_id like 'C-%'`.execute(agency.db)
    expect(rows).toEqual([])
    expect(await load(text, { loadGoodRows: true })).toMatchObject({ state: 'loaded', counts: { new: 1, refused: 2 } })
  })

  test('P-54 the same table in other encodings imports the same leads', async () => {
    const text = 'FFMApplicationID;State\r\n"D-1";FL\r\n'
    const forms = [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ]
    for (const form of forms) expect((await load(form, { dryRun: true })).counts).toMatchObject({ rows: 1, new: 1 })
  })

  test('P-60 a lead file can be undone exactly, unless its leads were changed', async () => {
    await load('FFMApplicationID,State\nE-1,FL\n')
    const run = await load('FFMApplicationID,State\nE-1,GA\nE-2,FL\n')
    await admin.call(leads.undoUpload, { batchId: run.batchId ?? 0 })
    const { rows } =
      await sql`select ffm_application_id as number, state from leads where ffm_application_id like 'E-%'`.execute(
        agency.db,
      )
    expect(rows).toEqual([{ number: 'E-1', state: 'FL' }])
    expect((await refusal(admin.call(leads.undoUpload, { batchId: run.batchId ?? 0 }))).code).toBe('upload.not_newest')

    const next = await load('FFMApplicationID,State\nE-5,FL\n')
    const { data } = await admin.call(leads.list, { pageSize: 1 })
    await admin.call(leads.setDisposition, { id: data[0]?.id ?? 0, statusId: 1 })
    expect((await refusal(admin.call(leads.undoUpload, { batchId: next.batchId ?? 0 }))).code).toBe(
      'upload.changed_since',
    )
  })

  test('P-60 a lead file is not undone once a lead of it became a customer, which stays linked', async () => {
    const clerk = await agency.person({
      roles: ['agent'],
      claims: ['admin.Lead', 'admin.customer'],
      fullAccess: true,
    })
    const becomes = async (number: string) => {
      const { rows } = await sql<{ id: number }>`
        update leads set first_name = 'Ida', last_name = ${`Vega ${number}`} where ffm_application_id = ${number} returning id`.execute(
        agency.db,
      )
      const id = rows[0]?.id ?? 0
      return { id, customerId: (await clerk.call(customerMaking.ofLead, { id })).customerId }
    }
    await load('FFMApplicationID,State\nV-1,FL\n')
    const run = await load('FFMApplicationID,State\nV-1,GA\nV-2,FL\n')
    const made = [await becomes('V-1'), await becomes('V-2')]
    expect(await refusal(admin.call(leads.undoUpload, { batchId: run.batchId ?? 0 }))).toMatchObject({
      message: '2 leads of this file were changed afterwards, so it can’t be undone',
    })
    for (const { id, customerId } of made) {
      expect(await clerk.call(leads.one, { id })).toMatchObject({ customerId })
      const { changes } = await clerk.call(leads.history, { id })
      expect(changes.map(({ action }) => action)).toContain('Made a customer')
    }
  })

  test('P-60 after the undo of a later lead file, the one before can be undone, unless a lead was changed by hand', async () => {
    const undo = ({ batchId }: { batchId: number | null }) => admin.call(leads.undoUpload, { batchId: batchId ?? 0 })
    const files = [
      await load('FFMApplicationID,State\nJ-1,FL\nJ-2,FL\n'),
      await load('FFMApplicationID,State\nJ-1,GA\n'),
      await load('FFMApplicationID,State\nJ-1,TX\nJ-2,TX\n'),
    ]
    const [first, second, third] = files
    if (!first || !second || !third) throw new Error('Not loaded')
    expect(await refusal(undo(second))).toMatchObject({
      message: '1 lead of this file was changed afterwards, so it can’t be undone',
    })
    await undo(third)
    await undo(second)
    const { data } = await admin.call(leads.list, {})
    const changed = data.find(({ ffmApplicationId }) => ffmApplicationId === 'J-2')
    await admin.call(leads.setDisposition, { id: changed?.id ?? 0, statusId: 1 })
    expect((await refusal(undo(first))).code).toBe('upload.changed_since')

    const again = [
      await load('FFMApplicationID,State\nK-1,FL\n'),
      await load('FFMApplicationID,State\nK-1,GA\n'),
      await load('FFMApplicationID,State\nK-1,TX\n'),
    ]
    for (const file of again.toReversed()) await undo(file)
    expect((await admin.call(leads.list, {})).data.map(({ ffmApplicationId }) => ffmApplicationId)).not.toContain('K-1')
  })

  /** Waits until a request waits for a lock. */
  const untilHeld = () =>
    expect
      .poll(
        async () =>
          (
            await sql<{ waiting: number }>`
              select count(*)::int as waiting from pg_locks l join pg_stat_activity a using (pid)
              where not l.granted and a.datname = current_database()`.execute(agency.db)
          ).rows[0]?.waiting,
        { timeout: 10_000 },
      )
      .toBe(1)

  /** Saves another phone of a lead, as an edit does, while `send` is under way. */
  async function whileEdited<T>(number: string, phone: string, send: () => Promise<T>): Promise<T> {
    const { sent } = await agency.db.transaction().execute(async (editing) => {
      await sql`
        update leads set phone = ${phone}, version = version + 1 where ffm_application_id = ${number}`.execute(editing)
      const sent = send()
      sent.catch(() => undefined)
      await untilHeld()
      return { sent }
    })
    return await sent
  }

  const leadOfNumber = async (number: string) =>
    (await admin.call(leads.list, {})).data.find(({ ffmApplicationId }) => ffmApplicationId === number)

  test('P-74 an edit of a lead while a file with it is loaded is not lost', async () => {
    await load('FFMApplicationID,State\nL-1,FL\n')
    await whileEdited('L-1', '3055550111', () => load('FFMApplicationID,State\nL-1,GA\n'))
    expect(await leadOfNumber('L-1')).toMatchObject({ phone: '3055550111', state: 'GA', version: 3 })
  })

  test('P-60 the undo of a file keeps a lead that is edited at the same time', async () => {
    const { batchId } = await load('FFMApplicationID,State\nM-1,FL\n')
    const undone = whileEdited('M-1', '3055550112', () => admin.call(leads.undoUpload, { batchId: batchId ?? 0 }))
    expect((await refusal(undone)).code).toBe('upload.changed_since')
    expect(await leadOfNumber('M-1')).toMatchObject({ phone: '3055550112' })
  })

  test('P-60 after the undo of a file a lead has the contact into which its own was merged', async () => {
    const [own, kept] = [await contactNamed('Nadia', 'Undone'), await contactNamed('Nadia', 'Undonne')]
    await load('FFMApplicationID,State\nN-1,FL\n')
    await sql`update leads set contact_id = ${own} where ffm_application_id = 'N-1'`.execute(agency.db)
    const { batchId } = await load('FFMApplicationID,State\nN-1,GA\n')
    const merger = await agency.person({ roles: ['agent'], claims: ['admin.customer'], fullAccess: true })
    const { version, otherVersion } = await merger.call(contactMerges.preview, { id: kept, otherId: own })
    await merger.call(contactMerges.merge, { id: kept, otherId: own, version, otherVersion, choices: {} })
    await admin.call(leads.undoUpload, { batchId: batchId ?? 0 })
    const { rows } = await sql`
      select state, contact_id as "contactId" from leads where ffm_application_id = 'N-1'`.execute(agency.db)
    expect(rows).toEqual([{ state: 'FL', contactId: kept }])
  })

  test("P-30 a file changes and undoes no lead that its user can't see", async () => {
    const first = await load('FFMApplicationID,State\nG-1,FL\n')
    const clerk = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], npn: '30417735' })
    const file = { text: 'FFMApplicationID,State\nG-1,GA\nG-2,GA\n', name: 'leads.csv' }
    expect((await clerk.call(leads.upload, { loadGoodRows: true }, file)).counts).toMatchObject({
      new: 1,
      changed: 0,
      refused: 1,
    })
    const { data } = await admin.call(leads.list, {})
    expect(data.find(({ ffmApplicationId }) => ffmApplicationId === 'G-1')).toMatchObject({ state: 'FL', version: 1 })
    const undone = clerk.call(leads.undoUpload, { batchId: first.batchId ?? 0 })
    expect((await refusal(undone)).code).toBe('record.not_found')
  })

  test("P-30 a file takes nothing from applications of agents whose leads its user can't see", async () => {
    const clerk = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], npn: '30417739' })
    const application = (id: string, agentId: number | null) => ({
      exchange_assigned_id: id,
      snapshot_at: new Date(),
      agent_id: agentId,
      user_zip_code: '33165',
      user_first_name: 'Ida',
      user_last_name: `Case ${id}`,
      user_phone: '3055550119',
    })
    await agency.db
      .insertInto('marketplace_applications')
      .values([application('S-1', other.agentId), application('S-2', clerk.agentId), application('S-3', null)])
      .execute()
    const text = 'FFMApplicationID,State\nS-1,FL\nS-2,FL\nS-3,FL\n'
    const { batchId } = await clerk.call(leads.upload, {}, { text, name: 'leads.csv' })
    const taken = async (person: Person) =>
      (await person.call(leads.list, {})).data
        .map(({ ffmApplicationId, lastName, phone }) => [ffmApplicationId, lastName, phone])
        .sort()
    expect(await taken(clerk)).toEqual([
      ['S-1', '', null],
      ['S-2', 'Case S-2', '3055550119'],
      ['S-3', '', null],
    ])
    await clerk.call(leads.undoUpload, { batchId: batchId ?? 0 })
    await admin.call(leads.upload, {}, { text, name: 'leads.csv' })
    expect(await taken(admin)).toEqual(['S-1', 'S-2', 'S-3'].map((id) => [id, `Case ${id}`, '3055550119']))
  })

  test('LEAD-13 new leads of a file are in the table of who uploaded it: unassigned ones of those who see them, else their own', async () => {
    const clerk = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], npn: '30417736' })
    const { batchId } = await clerk.call(
      leads.upload,
      {},
      { text: 'FFMApplicationID,State\nH-1,FL\n', name: 'leads.csv' },
    )
    const { data } = await clerk.call(leads.list, {})
    expect(data).toMatchObject([{ ffmApplicationId: 'H-1', agentId: clerk.agentId, version: 1 }])
    await clerk.call(leads.undoUpload, { batchId: batchId ?? 0 })
    expect((await clerk.call(leads.list, {})).totalRecords).toBe(0)
    await load('FFMApplicationID,State\nH-2,FL\n')
    expect((await admin.call(leads.list, {})).data).toMatchObject([{ ffmApplicationId: 'H-2', agentId: null }])
  })

  test('all refused rows of a file are read by who uploaded it', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `R-${at},Nowhere\n`).join('')
    const { id, problems } = await load(`FFMApplicationID,State\n${rows}`, { dryRun: true })
    expect(problems).toHaveLength(100)
    const { totalRecords, data } = await admin.call(leads.refusals, { runId: id, pageSize: 1 })
    expect(totalRecords).toBe(120)
    expect(data).toMatchObject([{ line: 2, column: 'State', value: 'Nowhere' }])
    const file = await agency.app.inject({
      url: `/api/Lead/upload/${id}/refusals`,
      headers: { authorization: `Bearer ${admin.token}`, accept: 'text/csv' },
    })
    const lines = file.body.replace('\ufeff', '').split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      'Line,Column,Value,Reason,FFMApplicationID',
      '2,State,Nowhere,Must be a state,R-0',
    ])
    expect(lines.filter(Boolean)).toHaveLength(121)
    const other = await agency.person({ roles: ['agent'], claims: ['admin.Lead'] })
    expect((await refusal(other.call(leads.refusals, { runId: id }))).code).toBe('record.not_found')
  })

  test('LEAD-11 importing files requires admin.Lead', async () => {
    const file = { text: 'FFMApplicationID,State\nF-1,FL\n', name: 'leads.csv' }
    expect((await refusal(agent.call(leads.upload, {}, file))).code).toBe('right.missing')
    expect((await refusal(admin.call(leads.upload, {}, { ...file, name: 'leads.xlsx' }))).code).toBe('upload.not_csv')
  })
})
