import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { customerAgent, editOf, failureOf, type NewCustomer, someone } from './test-customers.ts'

let agency: TestApp
let agent: Person
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-22T02:30:00Z')) // evening of November 21 in the agency's time zone
  agent = await customerAgent(agency)
  admin = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.customer'] })
})
afterEach(() => agency.close())

/** Everything stored about a customer, to prove that nothing changed. */
async function storedOf(id: number): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(c) as contact, to_jsonb(cu) as customer,
      (select jsonb_agg(e order by e.id) from contact_emails e where e.contact_id = c.id) as emails,
      (select jsonb_agg(p order by p.id) from contact_phones p where p.contact_id = c.id) as phones,
      (select count(*) from record_changes where entity = 'customer' and record_id = c.id) as changes,
      (select count(*) from status_changes where kind = 'customer' and record_id = c.id) as statuses
    from contacts c join customers cu on cu.contact_id = c.id where c.id = ${id}`.execute(agency.db)
  return rows[0]
}

async function countCustomers(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from customers`.execute(agency.db)
  return rows[0]?.n ?? 0
}

describe('creating, reading and changing customers', () => {
  test('CUST-12 CUST-18 CUST-21 CUST-23 all fields of a customer are saved and read back', async () => {
    const fields = someone()
    const made = await agent.call(customers.create, fields)
    const read = await agent.call(customers.one, { id: made.id })
    expect(read).toEqual(made)
    expect(read).toMatchObject({
      ...fields,
      phone: '3055550142',
      fullName: `Ana Lucía ${fields.lastName}`,
      status: 'New',
      languageSpk: 'Spanish',
      languageMail: 'English',
      agentId: agent.agentId,
      version: 1,
    })
    const { data } = await agent.call(customers.list, { fullName: fields.lastName })
    expect(data.map(({ id }) => id)).toEqual([made.id])
  })

  test('CUST-13 CUST-18 CUST-23 an update is saved, read back and recorded in the history', async () => {
    const { id } = await agent.call(customers.create, someone())
    const changed: NewCustomer = someone({
      firstName: 'Luis',
      middleName: '',
      phone: '786-555-0123',
      dob: '1990-02-28',
      sex: 'M',
      usCitizen: false,
      tglanguageSpkid: 1,
      tglanguageMailId: null,
    })
    const saved = await agent.call(customers.update, { ...changed, id, version: 1 })
    expect(await agent.call(customers.one, { id })).toEqual(saved)
    expect(saved).toMatchObject({ ...changed, phone: '7865550123', version: 2 })
    const history = await agent.call(customers.history, { id })
    expect(history.map(({ action, version }) => [version, action])).toEqual([
      [1, 'Created'],
      [2, 'Changed'],
    ])
    expect(history[1]?.changes).toContainEqual({
      field: 'Preferred language, speaking',
      old: 'Spanish',
      new: 'English',
    })
    expect(history[1]?.changes).toContainEqual({ field: 'Date of birth', old: '04/17/1986', new: '02/28/1990' })
    expect(history[1]?.changes.some(({ field }) => field === 'Agent')).toBe(false)
  })

  test('CUST-23 saving unchanged data creates no version and no history', async () => {
    const { id } = await agent.call(customers.create, someone())
    const before = await storedOf(id)
    await agent.call(customers.update, await editOf(agent, id))
    expect(await storedOf(id)).toEqual(before)
  })

  test('CUST-23 a phone can be removed, and additional emails stay after the main one', async () => {
    const { id } = await agent.call(customers.create, someone())
    await sql`insert into contact_emails (contact_id, email, position) values (${id}, 'second@example.com', 1)`.execute(
      agency.db,
    )
    const edit = await editOf(agent, id)
    await agent.call(customers.update, { ...edit, email: 'Second@example.com', phone: '' })
    expect(await agent.call(customers.one, { id })).toMatchObject({ email: 'Second@example.com', phone: null })
    const page = await agent.call(customers.everything, { id })
    expect(page.emails.map(({ email }) => email)).toEqual(['Second@example.com'])
    expect(page.phones).toEqual([])
  })

  test('CUST-05 CUST-06 CUST-07 CUST-08 CUST-09 CUST-24 invalid data returns 400 with its message and changes nothing', async () => {
    const { id } = await agent.call(customers.create, someone())
    const [before, count] = [await storedOf(id), await countCustomers()]
    const nonsense: [string, string, Record<string, unknown>][] = [
      ['firstName', 'At most 150 characters', { firstName: 'x'.repeat(151) }],
      ['middleName', 'At most 150 characters', { middleName: 'x'.repeat(151) }],
      ['lastName', 'At most 150 characters', { lastName: 'x'.repeat(151) }],
      ['firstName', 'First name is required', { firstName: ' ' }],
      ['lastName', 'Not valid', { lastName: 'Ve\u0000ga' }],
      ['email', 'Email is required', { email: '' }],
      ['email', 'Must be valid email', { email: 'nobody' }],
      ['email', 'At most 62 characters', { email: `${'x'.repeat(51)}@example.com` }],
      ['phone', 'Not a Phone', { phone: '555-0142' }],
      ['phone', 'Not a Phone', { phone: 'call me' }],
      ['sex', 'Sex is required', { sex: 'X' }],
      ['sex', 'Sex is required', { sex: null }],
      ['dob', 'Not later than today', { dob: '2026-11-22' }],
      ['dob', 'Must be valid date', { dob: '2026-02-30' }],
      ['tglanguageSpkid', 'Not a language', { tglanguageSpkid: 99 }],
      ['tglanguageMailId', 'Not a language', { tglanguageMailId: 99 }],
    ]
    for (const [path, message, part] of nonsense) {
      const wrong = { ...someone(), ...part } as NewCustomer
      for (const answer of [
        () => agent.call(customers.create, wrong),
        () => agent.call(customers.update, { ...wrong, id, version: 1 }),
      ]) {
        const failure = await failureOf(answer())
        expect(failure?.status, `${path} ${JSON.stringify(part)}`).toBe(400)
        expect(failure?.details).toContainEqual({ path, message })
        expect(failure?.message).toContain(message)
      }
    }
    expect(await storedOf(id)).toEqual(before)
    expect(await countCustomers()).toBe(count)
  })

  test('CUST-05 CUST-06 CUST-09 names and email of maximum length and today’s date of birth are accepted', async () => {
    const long = 'x'.repeat(150)
    const email = `${'x'.repeat(50)}@example.com`
    expect(email).toHaveLength(62)
    const made = await agent.call(
      customers.create,
      someone({ firstName: long, middleName: long, lastName: long, email, dob: '2026-11-21', phone: null }),
    )
    expect(made).toMatchObject({ firstName: long, email, dob: '2026-11-21', phone: null })
  })
})

describe('the list of customers', () => {
  test('CUST-01 CUST-18 CUST-20 each filter matches part of its field, ignoring case and accents', async () => {
    const made = await agent.call(
      customers.create,
      someone({
        firstName: 'Zoë',
        middleName: '',
        lastName: 'Quintánez',
        email: 'Quint.Z@example.org',
        phone: '4075550177',
      }),
    )
    await agent.call(customers.setStatus, { id: made.id, statusId: 3, comment: 'Bought' })
    const found = async (filters: Parameters<typeof listOf>[1]) => await listOf(agent, filters)
    for (const filters of [
      { fullName: 'QUINTAN' },
      { fullName: 'zoe quintanez' },
      { fullName: 'Quintanez, Zoe' },
      { fullName: 'quint, z' },
      { fullName: 'qu' },
      { email: 'quint.z@' },
      { phone: '(407) 555-0177' },
      { phone: '407555' },
      { fullName: 'quint', email: 'QUINT', phone: '407', statusId: 3 },
    ])
      expect(await found(filters), JSON.stringify(filters)).toEqual([made.id])
    for (const filters of [{ fullName: 'quint', statusId: 1 }, { email: 'nobody' }, { phone: '999' }])
      expect(await found(filters), JSON.stringify(filters)).not.toContain(made.id)
  })

  test('CUST-01 CUST-22 P-30 filters by agent, creation and birth date give the same customers in list, view and files', async () => {
    const [one, two] = [await customerAgent(agency), await customerAgent(agency)]
    const dated = async (person: Person, dob: string, createdAt: string) => {
      const { id } = await person.call(customers.create, someone({ lastName: 'Datefilter', dob }))
      await sql`update customers set created_at = ${createdAt}::timestamptz where contact_id = ${id}`.execute(agency.db)
      return id
    }
    // 03:00 UTC is the evening before in the agency's time zone.
    const old = await dated(one, '1950-06-30', '2024-03-02T03:00:00Z')
    const young = await dated(one, '2001-01-01', '2024-03-02T15:00:00Z')
    const others = await dated(two, '1950-07-01', '2024-03-05T15:00:00Z')
    const { id: unassigned } = await admin.call(customers.create, someone({ lastName: 'Datefilter', agentId: null }))
    for (const [query, wanted] of [
      [{ agentId: one.agentId ?? 0 }, [old, young]],
      [{ agentId: 0 }, [unassigned]],
      [{ createdTo: '2024-03-01' }, [old]],
      [{ createdFrom: '2024-03-02', createdTo: '2024-03-05' }, [young, others]],
      [{ bornTo: '1950-06-30' }, [old]],
      [{ bornFrom: '1950-07-01', bornTo: '2001-01-01', createdTo: '2024-12-31' }, [young, others]],
      [{ agentId: two.agentId ?? 0, bornTo: '1950-06-30' }, []],
    ] as const) {
      const asked = { fullName: 'datefilter', pageSize: 500, ...query }
      const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
      const page = await admin.call(customers.list, asked)
      expect(ids(page.data), JSON.stringify(query)).toEqual([...wanted].sort((a, b) => a - b))
      expect(page.totalRecords).toBe(wanted.length)
      expect(ids((await admin.call(customers.view, asked)).data)).toEqual(ids(page.data))
      const csv = await agency.app.inject({
        method: 'GET',
        url: `/api/Customer?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`,
        headers: { authorization: `Bearer ${admin.token}`, accept: 'text/csv' },
      })
      expect(csv.body.match(/Datefilter/g) ?? []).toHaveLength(wanted.length)
    }
    expect((await one.call(customers.list, { agentId: two.agentId ?? 0 })).totalRecords).toBe(0)
  })

  test('CUST-04 CUST-20 a row has the columns of the table, at the lower-case path too', async () => {
    const fields = someone()
    const { id } = await agent.call(customers.create, fields)
    const answer = await agency.app.inject({
      method: 'GET',
      url: `/api/customer?fullName=${fields.lastName.split(' ')[0]}&pageSize=10`,
      headers: { authorization: `Bearer ${agent.token}` },
    })
    expect(answer.json()).toMatchObject({
      totalRecords: 1,
      data: [
        {
          id,
          fullName: `Ana Lucía ${fields.lastName}`,
          email: fields.email,
          phone: '3055550142',
          dob: '1986-04-17',
          sex: 'F',
          status: 'New',
          languageSpk: 'Spanish',
          languageMail: 'English',
          usCitizen: true,
        },
      ],
    })
  })

  test('CUST-22 CustomerView returns the same page as flat rows with names instead of ids', async () => {
    const fields = someone({ usCitizen: false })
    const { id } = await agent.call(customers.create, fields)
    const { data } = await agent.call(customers.view, { fullName: fields.lastName })
    expect(data).toEqual([
      {
        id,
        fullName: `Ana Lucía ${fields.lastName}`,
        email: fields.email,
        phone: '(305) 555-0142',
        dob: '04/17/1986',
        sex: 'F',
        status: 'New',
        languageSpk: 'Spanish',
        languageMail: 'English',
        usCitizen: 'NO',
        agent: expect.stringContaining('Pat Example'),
      },
    ])
  })
})

async function listOf(person: Person, filters: object): Promise<number[]> {
  return (await person.call(customers.list, { pageSize: 500, ...filters })).data.map(({ id }) => id)
}

describe('the status of a customer', () => {
  test('CUST-16 CUST-17 CUST-19 the last entry is the current status, and the history has no gaps', async () => {
    const { id } = await agent.call(customers.create, someone())
    await agent.call(customers.setStatus, { id, statusId: 2, comment: 'Called, will think about it' })
    await admin.call(customers.setStatus, { id, statusId: 5, comment: 'Asked not to be called' })
    const history = await agent.call(customers.statuses, { id })
    expect(history.map(({ status, comment }) => [status, comment])).toEqual([
      ['New', ''],
      ['Contacted', 'Called, will think about it'],
      ['Do Not Contact', 'Asked not to be called'],
    ])
    expect(history.map(({ endDate }) => endDate)).toEqual([history[1]?.createdDate, history[2]?.createdDate, null])
    expect(await agent.call(customers.one, { id })).toMatchObject({ statusId: 5, status: 'Do Not Contact' })
    expect((await agent.call(customers.list, { statusId: 5 })).data.map((row) => row.id)).toContain(id)
  })

  test('CUST-15 CUST-24 without a new status or a comment nothing changes', async () => {
    const { id } = await agent.call(customers.create, someone())
    const before = await storedOf(id)
    const wrong: [string, object][] = [
      ['statusId', { comment: 'Why' }],
      ['statusId', { statusId: 99, comment: 'Why' }],
      ['comment', { statusId: 2 }],
      ['comment', { statusId: 2, comment: '  ' }],
      ['comment', { statusId: 2, comment: 'half a character \ud83d' }],
    ]
    for (const [path, given] of wrong) {
      const failure = await failureOf(agent.call(customers.setStatus, { id, ...given } as never))
      expect(failure?.details).toContainEqual(expect.objectContaining({ path }))
    }
    expect(await storedOf(id)).toEqual(before)
  })

  test('CUST-17 two concurrent changes leave one current entry and a history without gaps', async () => {
    const { id } = await agent.call(customers.create, someone())
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        agent.call(customers.setStatus, { id, statusId: 1 + (n % 5), comment: `Change ${n}` }),
      ),
    )
    const history = await agent.call(customers.statuses, { id })
    expect(history).toHaveLength(13)
    expect(history.filter(({ endDate }) => endDate === null)).toEqual([history.at(-1)])
    for (const [index, entry] of history.slice(0, -1).entries())
      expect(entry.endDate).toBe(history[index + 1]?.createdDate)
    expect((await agent.call(customers.one, { id })).statusId).toBe(history.at(-1)?.statusId)
  })
})

describe('visibility of customers', () => {
  test('P-26 CUST-21 a customer of another agent is not found by any request, and nothing changes', async () => {
    const other = await customerAgent(agency)
    const { id } = await agent.call(customers.create, someone())
    const before = await storedOf(id)
    const nowhere = 999_999_999
    for (const target of [id, nowhere]) {
      for (const answer of [
        () => other.call(customers.one, { id: target }),
        () => other.call(customers.update, { ...someone(), id: target, version: 1 }),
        () => other.call(customers.statuses, { id: target }),
        () => other.call(customers.setStatus, { id: target, statusId: 2, comment: 'Mine now' }),
        () => other.call(customers.history, { id: target }),
        () => other.call(customers.everything, { id: target }),
      ])
        expect(await failureOf(answer())).toMatchObject({ code: 'customer.not_found', status: 404 })
    }
    expect(await storedOf(id)).toEqual(before)
    expect(await listOf(other, {})).not.toContain(id)
  })

  test('P-30 list, view, count and export return the same customers for every user', async () => {
    const [one, two] = [await customerAgent(agency), await customerAgent(agency)]
    for (const person of [one, one, two]) await person.call(customers.create, someone({ lastName: 'Sameview' }))
    await admin.call(customers.create, someone({ lastName: 'Sameview', agentId: null }))
    const both = await agency.person({
      roles: ['agent'],
      claims: ['view.customer'],
      visibility: [one, two].map(({ agentId }): [string, string] => [String(agentId), 'Customer']),
    })
    const none = await agency.person({
      roles: ['agent'],
      claims: ['view.customer'],
      visibility: [['__all__', 'Policy']],
    })
    for (const [person, wanted] of [
      [one, 2],
      [two, 1],
      [both, 3],
      [admin, 4],
      [none, 0],
    ] as const) {
      const query = { fullName: 'sameview', pageSize: 500 }
      const page = await person.call(customers.list, query)
      const view = await person.call(customers.view, query)
      const csv = await agency.app.inject({
        method: 'GET',
        url: '/api/Customer?fullName=sameview',
        headers: { authorization: `Bearer ${person.token}`, accept: 'text/csv' },
      })
      expect(page.totalRecords).toBe(wanted)
      expect(view.totalRecords).toBe(wanted)
      expect(page.data.map(({ id }) => id)).toEqual(view.data.map(({ id }) => id))
      expect(csv.body.match(/Sameview/g) ?? []).toHaveLength(wanted)
    }
  })

  test('P-33 a customer can only be assigned to an agent whose customers the caller can see', async () => {
    const other = await customerAgent(agency)
    const foreign = await failureOf(agent.call(customers.create, someone({ agentId: other.agentId })))
    expect(foreign?.details).toEqual([{ path: 'agentId', message: 'Not an agent whose customers you can see' }])
    const unassigned = await failureOf(agent.call(customers.create, someone({ agentId: null })))
    expect(unassigned?.details).toEqual([{ path: 'agentId', message: 'Agent is required' }])
    const { id } = await agent.call(customers.create, someone())
    const edit = await editOf(agent, id)
    expect((await failureOf(agent.call(customers.update, { ...edit, agentId: other.agentId })))?.status).toBe(400)
    for (const more of [{ statusId: 3 }, { createdBy: 1 }, { merged: true }, { contactId: 1 }])
      expect((await failureOf(agent.call(customers.update, { ...edit, ...more })))?.code).toBe('request.invalid')
    expect(await agent.call(customers.one, { id })).toMatchObject({ agentId: agent.agentId, statusId: 1, version: 1 })
    const given = await admin.call(customers.update, { ...edit, agentId: other.agentId })
    expect(given.agentId).toBe(other.agentId)
    expect((await failureOf(agent.call(customers.one, { id })))?.status).toBe(404)
    expect(await other.call(customers.one, { id })).toMatchObject({ id })
  })

  test('P-33 a user who can see no agent or several agents must choose one', async () => {
    const [one, two] = [await customerAgent(agency), await customerAgent(agency)]
    const several = await agency.person({
      roles: ['agent'],
      claims: ['view.customer'],
      visibility: [one, two].map(({ agentId }): [string, string] => [String(agentId), '__all__']),
    })
    expect((await failureOf(several.call(customers.create, someone())))?.code).toBe('customer.agent_needed')
    const made = await several.call(customers.create, someone({ agentId: two.agentId }))
    expect(made.agentId).toBe(two.agentId)
    const offered = await several.call(customers.agents, {})
    expect(offered.map(({ id }) => id).sort()).toEqual([one.agentId, two.agentId].sort())
  })

  test('P-25 without the claim or the role every request of the section is rejected', async () => {
    for (const stranger of [
      await agency.person({ roles: ['agent'], claims: ['view.Policy'] }),
      await agency.person({ roles: ['customer'], claims: ['view.customer'] }),
    ]) {
      expect((await failureOf(stranger.call(customers.list, {})))?.code).toBe('right.missing')
      expect((await failureOf(stranger.call(customers.create, someone())))?.code).toBe('right.missing')
    }
  })

  test('CUST-18 a merged contact is not a customer until the merge is undone', async () => {
    const [kept, merged] = [
      await agent.call(customers.create, someone({ lastName: 'Mergeable' })),
      await agent.call(customers.create, someone({ lastName: 'Mergeable' })),
    ]
    await sql`update contacts set merged_into = ${kept.id} where id = ${merged.id}`.execute(agency.db)
    expect(await listOf(agent, { fullName: 'mergeable' })).toEqual([kept.id])
    expect((await failureOf(agent.call(customers.one, { id: merged.id })))?.status).toBe(404)
    expect(
      (await failureOf(agent.call(customers.setStatus, { id: merged.id, statusId: 2, comment: 'x' })))?.status,
    ).toBe(404)
    await sql`update contacts set merged_into = null where id = ${merged.id}`.execute(agency.db)
    expect(await listOf(agent, { fullName: 'mergeable' })).toEqual([kept.id, merged.id])
  })
})
