import { access } from '@coverdesk/domain/access/access-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let pat: Person & { contactId: number }
let other: Person & { contactId: number }

beforeEach(async () => {
  agency = await startTestApp()
  await sql`insert into cities (state_id, name) values (12, 'Miami'), (48, 'Houston')`.execute(agency.db)
  pat = await withContact(await agency.person({ roles: ['agent'], npn: '7654321' }))
  other = await withContact(await agency.person({ roles: ['customer'] }))
})
afterEach(() => agency.close())

async function withContact(person: Person): Promise<Person & { contactId: number }> {
  const { contactId } = await person.call(access.currentUser, {})
  return { ...person, contactId: contactId ?? 0 }
}
const ownOf = ({ call, contactId }: typeof pat) => call(profile.one, { id: contactId })
const cityOf = async (state: string) =>
  await agency.db
    .selectFrom('cities as c')
    .innerJoin('states as s', 's.id', 'c.state_id')
    .select(['c.id', 'c.state_id'])
    .where('s.code', '=', state)
    .orderBy('c.name')
    .limit(1)
    .executeTakeFirstOrThrow()

describe('own contact', () => {
  test('PROFILE-01 PROFILE-15 returned in full, with the agency’s NPN until the user enters one', async () => {
    const own = await ownOf(pat)
    expect(own).toMatchObject({ id: pat.contactId, version: 1, firstName: 'Pat', middleName: '', FFEID: '' })
    expect(own.NPN).toBe('7654321')
    expect(own).toMatchObject({ emails: [], phones: [], addresses: [] })
  })

  test('PROFILE-05 PROFILE-15 saved values are returned afterwards, in their order', async () => {
    const { id: cityId, state_id: stateId } = await cityOf('FL')
    const before = await ownOf(pat)
    const input = {
      ...before,
      firstName: ' María José ',
      middleName: 'O’Neil',
      lastName: 'Núñez-Ávila',
      FFEID: 'mjnunez.ffe',
      NPN: '19283746',
      emails: [
        { email: 'maria@agency.test', purposes: [{ purposeId: 2 }, { purposeId: 1 }, { purposeId: 2 }] },
        { email: 'home@agency.test', purposes: [] },
      ],
      phones: [{ phone: '(305) 555-0142', purposes: [{ purposeId: 3 }] }],
      addresses: [
        {
          address: '12 Ocean Drive',
          countryId: 1,
          stateId,
          cityId,
          zipCode: '33139-1234',
          purposes: [{ purposeId: 4 }],
        },
        { address: 'PO Box 9', countryId: null, stateId: null, cityId: null, zipCode: '', purposes: [] },
      ],
    }
    const saved = await pat.call(profile.save, input)
    expect(saved).toEqual({
      ...input,
      version: before.version + 1,
      firstName: 'María José',
      emails: [
        { email: 'maria@agency.test', purposes: [{ purposeId: 1 }, { purposeId: 2 }] },
        { email: 'home@agency.test', purposes: [] },
      ],
      phones: [{ phone: '3055550142', purposes: [{ purposeId: 3 }] }],
      addresses: [{ ...input.addresses[0], zipCode: '331391234' }, input.addresses[1]],
    })
    expect(await ownOf(pat)).toEqual(saved)
    expect(await pat.call(profile.save, saved)).toEqual({ ...saved, version: saved.version + 1 })
  })

  test('AUTH-41 the current user shows the saved names in the next request', async () => {
    const own = await ownOf(other)
    await other.call(profile.save, { ...own, firstName: 'Rosa', middleName: 'de', lastName: 'León' })
    expect(await other.call(access.currentUser, {})).toMatchObject({
      firstName: 'Rosa',
      middleName: 'de',
      lastName: 'León',
      name: 'Rosa de León',
      roles: ['customer'],
      applicationId: null,
      contactId: other.contactId,
    })
  })

  test('PROFILE-05 unchanged rows stay the same rows, removed ones are deleted', async () => {
    const own = await ownOf(other)
    const emails = ['a@x.test', 'b@x.test', 'c@x.test'].map((email) => ({ email, purposes: [] }))
    const first = await other.call(profile.save, { ...own, emails })
    const rows = () =>
      agency.db
        .selectFrom('contact_emails')
        .select(['id', 'email'])
        .where('contact_id', '=', other.contactId)
        .orderBy('position')
        .execute()
    const [a, , c] = await rows()
    const added = { email: 'd@x.test', purposes: [{ purposeId: 1 }] }
    await other.call(profile.save, { ...first, emails: [emails[2], added, emails[0]].flatMap((one) => one ?? []) })
    const after = await rows()
    expect(after.map(({ email }) => email)).toEqual(['c@x.test', 'd@x.test', 'a@x.test'])
    expect([after[0]?.id, after[2]?.id]).toEqual([c?.id, a?.id])
  })

  test('P-74 a save on an older version is refused and changes nothing', async () => {
    const own = await ownOf(other)
    const saved = await other.call(profile.save, { ...own, lastName: 'First' })
    await expect(other.call(profile.save, { ...own, lastName: 'Second' })).rejects.toMatchObject({
      code: 'record.changed',
      status: 409,
    })
    expect(await ownOf(other)).toEqual(saved)
    const racers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => other.call(profile.save, { ...saved, lastName: `Racer ${n}` })),
    )
    expect(racers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('the NPN of the profile never becomes the agent’s own, and the agency’s is not copied', async () => {
    const agent = await withContact(await agency.person({ roles: ['agent'], npn: '5550001' }))
    const own = await ownOf(agent)
    const stored = () =>
      agency.db
        .selectFrom('contacts as c')
        .innerJoin('agents as a', 'a.contact_id', 'c.id')
        .select(['c.npn as said', 'a.npn as agency', 'a.name'])
        .where('c.id', '=', agent.contactId)
        .executeTakeFirstOrThrow()
    const { name } = await stored()
    const same = await agent.call(profile.save, { ...own, firstName: 'Renamed' })
    expect(await stored()).toEqual({ said: null, agency: '5550001', name })
    await agent.call(profile.save, { ...same, NPN: '7654321' })
    expect(await stored()).toEqual({ said: '7654321', agency: '5550001', name })
    expect((await ownOf(agent)).NPN).toBe('7654321')
  })

  test('a save leaves an audit event with counts and no values', async () => {
    const own = await ownOf(other)
    await other.call(profile.save, { ...own, emails: [], phones: [{ phone: '7865550199', purposes: [] }] })
    const event = await agency.db
      .selectFrom('audit_events')
      .selectAll()
      .where('entity', '=', 'contact')
      .where('entity_id', '=', String(other.contactId))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      action: 'update',
      user_id: other.userId,
      facts: { emailsAdded: 0, emailsRemoved: own.emails.length, phonesAdded: 1 },
    })
    expect(JSON.stringify(event)).not.toContain('7865550199')
  })
})

describe('refused input', () => {
  const refusedWith = async (change: object) => {
    const own = await ownOf(pat)
    try {
      await pat.call(profile.save, { ...own, ...change })
    } catch (error) {
      if (error instanceof Failure) return error
    }
    throw new Error('was accepted')
  }
  const entry = { purposes: [] }
  const place = { countryId: null, stateId: null, cityId: null, zipCode: '', purposes: [] }

  test('PROFILE-07 names of 50 characters are accepted, of 51 not; the first name is required, the others are not', async () => {
    const own = await ownOf(pat)
    const long = 'N'.repeat(50)
    await pat.call(profile.save, { ...own, firstName: long, middleName: long, lastName: long })
    for (const name of ['firstName', 'middleName', 'lastName'])
      expect(await refusedWith({ [name]: 'N'.repeat(51) })).toMatchObject({
        status: 400,
        details: [{ path: name, message: 'At most 50 characters' }],
      })
    expect((await refusedWith({ firstName: '  ' })).details).toEqual([
      { path: 'firstName', message: 'First name is required' },
    ])
    expect(await pat.call(profile.save, { ...(await ownOf(pat)), middleName: '', lastName: '' })).toMatchObject({
      middleName: '',
      lastName: '',
    })
  })

  test('PROFILE-08 an address line is required and at most 95 characters', async () => {
    const own = await ownOf(pat)
    await pat.call(profile.save, { ...own, addresses: [{ ...place, address: 'A'.repeat(95) }] })
    for (const [address, message] of [
      ['', 'Address is required'],
      ['A'.repeat(96), 'At most 95 characters'],
    ])
      expect((await refusedWith({ addresses: [{ ...place, address }] })).details).toEqual([
        { path: 'addresses.0.address', message },
      ])
  })

  test('PROFILE-09 a phone follows the phone rule; an email is required, valid and at most 62 characters', async () => {
    const own = await ownOf(pat)
    const longest = `${'e'.repeat(50)}@agency.test`
    expect(longest).toHaveLength(62)
    await pat.call(profile.save, { ...own, emails: [{ ...entry, email: longest }] })
    for (const [email, message] of [
      ['', 'Email is required'],
      ['nonsense', 'Must be valid email'],
      ['a@b@c.test', 'Must be valid email'],
      [`e${longest}`, 'At most 62 characters'],
    ])
      expect((await refusedWith({ emails: [{ ...entry, email }] })).details).toEqual([
        { path: 'emails.0.email', message },
      ])
    for (const phone of ['', '12345', '55512345678', 'call me', '305-555-01x2'])
      expect((await refusedWith({ phones: [{ ...entry, phone }] })).details).toEqual([
        { path: 'phones.0.phone', message: 'Not a Phone' },
      ])
    const twice = [
      { ...entry, email: 'twice@x.test' },
      { ...entry, email: 'TWICE@x.test' },
    ]
    expect((await refusedWith({ emails: twice })).details).toEqual([
      { path: 'emails.1.email', message: 'Listed twice' },
    ])
  })

  test('PROFILE-10 a zip code keeps only its digits', async () => {
    const own = await ownOf(pat)
    const addresses = [{ ...place, address: '1 Main', zipCode: ' 33-1x39 ' }]
    expect((await pat.call(profile.save, { ...own, addresses })).addresses[0]?.zipCode).toBe('33139')
  })

  test('PROFILE-03 a state of another country, a city of another state and an unknown purpose are refused', async () => {
    const florida = await cityOf('FL')
    const texas = await cityOf('TX')
    const at = (where: object) => ({ addresses: [{ ...place, address: '1 Main', ...where }] })
    for (const [where, path] of [
      [{ countryId: 99 }, 'countryId'],
      [{ countryId: null, stateId: florida.state_id }, 'stateId'],
      [{ countryId: 1, stateId: 99 }, 'stateId'],
      [{ countryId: 1, stateId: florida.state_id, cityId: texas.id }, 'cityId'],
      [{ countryId: 1, stateId: null, cityId: florida.id }, 'cityId'],
      [{ purposes: [{ purposeId: 77 }] }, 'purposes'],
    ] as const)
      expect((await refusedWith(at(where))).details).toMatchObject([{ path: `addresses.0.${path}` }])
  })

  test('P-47 line breaks and control characters in names, user name and address are refused', async () => {
    for (const bad of ['A\r\nBcc: x@evil.test', 'A\nB', 'A\0B', 'A\u2028B', 'A\u001bB'])
      for (const name of ['firstName', 'middleName', 'lastName', 'FFEID'])
        expect((await refusedWith({ [name]: bad })).details).toEqual([{ path: name, message: 'Not valid' }])
    expect(await refusedWith({ addresses: [{ ...place, address: 'A\r\nB' }] })).toMatchObject({ status: 400 })
    expect(await refusedWith({ emails: [{ ...entry, email: 'a@b.test\r\nBcc: c@d.test' }] })).toMatchObject({
      status: 400,
    })
  })

  test('PROFILE-05 P-26 P-27 another contact is neither read nor changed, wherever its id is sent', async () => {
    const before = await ownOf(other)
    const own = await ownOf(pat)
    for (const id of [other.contactId, 999_999_999]) {
      await expect(pat.call(profile.one, { id })).rejects.toMatchObject({ code: 'contact.not_found', status: 404 })
      await expect(pat.call(profile.save, { ...own, id })).rejects.toMatchObject({
        code: 'contact.not_own',
        status: 403,
      })
    }
    // The id in the path counts, not one in the body.
    const answer = await agency.app.inject({
      method: 'PUT',
      url: `/api/Contacts/${pat.contactId}`,
      headers: { authorization: `Bearer ${pat.token}` },
      payload: { ...own, id: other.contactId, firstName: 'Intruder' },
    })
    expect(answer.statusCode).toBe(200)
    expect(await ownOf(other)).toEqual(before)
  })

  test('P-33 unknown properties are refused at every level', async () => {
    for (const extra of [
      'contactId',
      'roles',
      'claims',
      'hasFullAgentAccess',
      'agentId',
      'userId',
      'enabled',
      'dob',
      'npn',
    ])
      expect(await refusedWith({ [extra]: 1 }), extra).toMatchObject({ status: 400 })
    expect(await refusedWith({ emails: [{ email: 'a@b.test', purposes: [], contactId: 1 }] })).toMatchObject({
      status: 400,
    })
    expect(await refusedWith({ emails: [{ email: 'a@b.test', purposes: [{ purposeId: 1, id: 4 }] }] })).toMatchObject({
      status: 400,
    })
    const { version, ...rest } = await ownOf(pat)
    const without = await agency.app.inject({
      method: 'PUT',
      url: `/api/Contacts/${pat.contactId}`,
      headers: { authorization: `Bearer ${pat.token}` },
      payload: rest,
    })
    expect(without.statusCode, `version ${version} left out`).toBe(400)
  })

  test('without a session nothing can be read or changed', async () => {
    await expect(callAs(agency.app, null, profile.one, { id: pat.contactId })).rejects.toMatchObject({ status: 401 })
    await expect(callAs(agency.app, null, ownPhoto.photo, {})).rejects.toMatchObject({ status: 401 })
  })

  test('P-36 invalid input never answers 5xx', async () => {
    const own = await ownOf(pat)
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.constantFrom('', '\0', '\ud800', '__proto__', -1, 0, 2 ** 31, 2 ** 53, 1e308, null, true, [], {}),
      fc.jsonValue(),
    )
    const list = (field: string) =>
      fc.oneof(
        hostile,
        fc.array(fc.record({ [field]: hostile, purposes: fc.oneof(hostile, fc.constant([])) }), { maxLength: 3 }),
      )
    const address = fc.record({
      address: hostile,
      countryId: fc.oneof(hostile, fc.constant(1)),
      stateId: fc.oneof(hostile, fc.constant(12)),
      cityId: hostile,
      zipCode: fc.oneof(hostile, fc.constant('33139')),
      purposes: fc.oneof(hostile, fc.array(fc.record({ purposeId: hostile }), { maxLength: 2 })),
    })
    const changes = fc.record(
      {
        version: hostile,
        firstName: hostile,
        middleName: hostile,
        lastName: hostile,
        FFEID: hostile,
        NPN: hostile,
        emails: list('email'),
        phones: list('phone'),
        addresses: fc.array(address, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const answer = await agency.app.inject({
          method: 'PUT',
          url: `/api/Contacts/${pat.contactId}`,
          headers: { authorization: `Bearer ${pat.token}` },
          payload: { ...own, ...change },
        })
        expect(answer.statusCode).toBeLessThan(500)
      }),
      { numRuns: 150 },
    )
  })
})
