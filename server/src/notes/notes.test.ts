import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { maxAttachmentBytes, notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let agent: Person
let other: Person
beforeEach(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '20417733' })
})
afterEach(() => agency.close())

async function customerOf({ agentId }: Person): Promise<{ entityId: number; entityMetadataId: number }> {
  const { rows } = await sql<{ id: number }>`
    with person as (insert into contacts (first_name, last_name, agent_id) values ('Ida', 'Case', ${agentId}) returning id)
    insert into customers (contact_id) select id from person returning contact_id as id`.execute(agency.db)
  return { entityId: rows[0]?.id ?? 0, entityMetadataId: notedKinds.customer.id }
}

const refusal = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => Promise.reject(new Error('Not refused')),
    (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
  )

const download = (token: string, noteId: number) =>
  agency.app.inject({ url: `/api/Notes/${noteId}`, headers: { authorization: `Bearer ${token}` } })

describe('notes', () => {
  test('NOTE-04 NOTE-05 NOTE-09 a note is added with a form and listed with text, author and date, newest first', async () => {
    const record = await customerOf(agent)
    expect(await agent.call(notes.list, record)).toEqual([])
    const created = await agent.call(notes.add, { ...record, noteBody: '  Called.\r\nAsked for a quote.  ' })
    const second = await agent.call(
      notes.add,
      { ...record, noteBody: 'Señor Álvarez wrote' },
      { text: 'Hello', name: 'letter – é.txt', type: 'text/plain' },
    )
    const listed = await agent.call(notes.list, record)
    expect(listed).toEqual([second, created])
    expect(created).toMatchObject({ noteBody: 'Called.\nAsked for a quote.', ...record, docMIME: null, doc: null })
    expect(created.createdBy).toMatch(/^Pat Example \d+$/)
    expect(Math.abs(Date.now() - Date.parse(created.createdDate))).toBeLessThan(60_000)
    expect(second).toMatchObject({ docMIME: 'text/plain', doc: { name: 'letter – é.txt', bytes: 5 } })
  })

  test('NOTE-04 a note with a follow-up on a past day is rejected at its field; one for today is made', async () => {
    const record = await customerOf(agent)
    const today = todayIn(new Date())
    const refused = await refusal(agent.call(notes.add, { ...record, noteBody: 'Call', followUpOn: '2020-01-02' }))
    expect(refused.details).toMatchObject([{ path: 'followUpOn' }])
    expect(await agent.call(notes.list, record)).toEqual([])
    expect(await agent.call(notes.add, { ...record, noteBody: 'Call', followUpOn: today })).toMatchObject({
      followUpOn: today,
    })
  })

  test('NOTE-06 P-52 the attachment is returned as the same file with its type, as a download that cannot execute', async () => {
    const record = await customerOf(agent)
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const [type, bytes] of [
      ['text/html', page],
      ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['application/pdf', randomBytes(100_000)],
    ] as const) {
      const { id } = await agent.call(notes.add, { ...record, noteBody: 'See' }, { text: bytes, name: 'a.b', type })
      const answer = await download(agent.token, id)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe(type)
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="a\.b"/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*;sandbox$/)
      expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(
        createHash('sha256').update(bytes).digest('hex'),
      )
    }
  })

  test('NOTE-07 P-49 an attachment of 5 MB is accepted, one more byte is refused whatever size the client declares', async () => {
    const record = await customerOf(agent)
    const file = (bytes: number) => ({
      text: Buffer.alloc(bytes, 7),
      name: 'scan.bin',
      type: 'application/octet-stream',
    })
    const whole = await agent.call(notes.add, { ...record, noteBody: 'Whole' }, file(maxAttachmentBytes))
    expect(whole.doc).toEqual({ name: 'scan.bin', bytes: maxAttachmentBytes })
    for (const bytes of [maxAttachmentBytes + 1, maxAttachmentBytes + 900_000])
      expect(await refusal(agent.call(notes.add, { ...record, noteBody: 'Large' }, file(bytes)))).toMatchObject({
        code: 'request.too_large',
        message: 'The file may be at most 5 MB',
      })
    expect(await agent.call(notes.list, record)).toEqual([whole])
  })

  test('NOTE-05 an invalid note is refused: empty, too long, unknown kind, a second file, no form', async () => {
    const record = await customerOf(agent)
    expect((await refusal(agent.call(notes.add, { ...record, noteBody: ' \n ' }))).code).toBe('request.invalid')
    expect((await refusal(agent.call(notes.add, { ...record, noteBody: 'x'.repeat(10_001) }))).code).toBe(
      'request.invalid',
    )
    expect((await refusal(agent.call(notes.add, { ...record, entityMetadataId: 99, noteBody: 'x' }))).code).toBe(
      'record.not_found',
    )
    const headers = { authorization: `Bearer ${agent.token}` }
    const json = await agency.app.inject({
      method: 'POST',
      url: '/api/Notes',
      headers,
      payload: { ...record, noteBody: 'x' },
    })
    expect(json.statusCode).toBe(415)
    const elsewhere = await agency.app.inject({
      method: 'POST',
      url: '/api/Notes',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\na\r\n--x--\r\n',
    })
    expect(elsewhere.statusCode).toBe(400)
    expect(await agent.call(notes.list, record)).toEqual([])
  })

  test('P-26 notes on a record that a user cannot see are missing: to read, to add, and their attachments', async () => {
    const record = await customerOf(agent)
    const file = { text: 'secret', name: 'a.txt', type: 'text/plain' }
    const { id } = await agent.call(notes.add, { ...record, noteBody: 'Mine' }, file)
    expect((await refusal(other.call(notes.list, record))).code).toBe('record.not_found')
    expect((await refusal(other.call(notes.add, { ...record, noteBody: 'x' }))).code).toBe('record.not_found')
    expect((await download(other.token, id)).statusCode).toBe(404)
    expect((await refusal(agent.call(notes.list, { ...record, entityId: 999_999_999 }))).code).toBe('record.not_found')
    expect((await download(agent.token, 999_999_999)).statusCode).toBe(404)
    expect(await agent.call(notes.list, record)).toHaveLength(1)
    const merged = await customerOf(agent)
    await sql`update contacts set merged_into = ${record.entityId} where id = ${merged.entityId}`.execute(agency.db)
    expect((await refusal(agent.call(notes.add, { ...merged, noteBody: 'x' }))).code).toBe('record.not_found')
  })

  test('P-27 access to a note follows its own record, not the record that the request names', async () => {
    const ownRecord = await customerOf(agent)
    const othersRecord = await customerOf(other)
    const file = { text: 'theirs', name: 'a.txt', type: 'text/plain' }
    const { id } = await other.call(notes.add, { ...othersRecord, noteBody: 'Theirs' }, file)
    await agent.call(notes.add, { ...ownRecord, noteBody: 'Mine' })
    expect((await download(agent.token, id)).statusCode).toBe(404)
    const inQuery = await agency.app.inject({
      url: `/api/Notes/${id}?entityId=${ownRecord.entityId}&entityMetadataId=1`,
      headers: { authorization: `Bearer ${agent.token}` },
    })
    expect(inQuery.statusCode).toBe(400)
    expect((await download(other.token, id)).statusCode).toBe(200)
  })

  test('ACCESS-29 notes on a kind of record need the right to that kind', async () => {
    const kind = notedKinds.agent.id
    const record = { entityId: agent.agentId ?? 0, entityMetadataId: kind }
    expect((await refusal(agent.call(notes.list, record))).code).toBe('right.missing')
    expect((await refusal(agent.call(notes.add, { ...record, noteBody: 'x' }))).code).toBe('right.missing')
    const admin = await agency.person({ roles: ['administrator'] })
    const file = { text: 'x', name: 'a.txt', type: 'text/plain' }
    const { id } = await admin.call(notes.add, { ...record, noteBody: 'x' }, file)
    // Users without the right to the kind do not learn that the note exists.
    expect((await download(agent.token, id)).statusCode).toBe(404)
    expect((await refusal(admin.call(notes.list, await customerOf(agent)))).code).toBe('right.missing')
  })
})

test('ACCESS-14 APP-20 users who can read an internal application can read and add its notes, whatever their role', async () => {
  const rights = { roles: ['customer' as const], claims: ['view.Application'] }
  const [ownRecord, othersRecord] = [await agency.person(rights), await agency.person(rights)]
  const applicant = { firstName: 'Ida', lastName: 'Case', email: 'ida@agency.test', phone: '3055550142' }
  const { id } = await ownRecord.call(applications.create, applicant)
  const { rows } = await sql<{ id: number }>`select id from internal_applications where uuid = ${id}`.execute(agency.db)
  const record = { entityId: rows[0]?.id ?? 0, entityMetadataId: notedKinds.application.id }
  const file = { text: 'x', name: 'a.txt', type: 'text/plain' }
  const note = await ownRecord.call(notes.add, { ...record, noteBody: 'Called.' }, file)
  expect(await ownRecord.call(notes.list, record)).toEqual([note])
  expect((await download(ownRecord.token, note.id)).statusCode).toBe(200)
  expect((await refusal(othersRecord.call(notes.list, record))).code).toBe('record.not_found')
  expect((await download(othersRecord.token, note.id)).statusCode).toBe(404)
  // This right does not include notes on records that only agents have.
  const customer = { ...(await customerOf(agent)), noteBody: 'x' }
  expect((await refusal(ownRecord.call(notes.add, customer))).code).toBe('right.missing')
})

describe('attachment uploads', () => {
  test('P-53 a name is stored as its last segment without control characters, and its header parses', async () => {
    const record = await customerOf(agent)
    for (const name of [
      '../../etc/passwd',
      '..\\..\\a.pdf',
      'c\u0000.pdf',
      'e\u202Efdp.exe',
      'a";x=\\".pdf',
      `${'x'.repeat(400)}.pdf`,
    ]) {
      const encoded = name.replaceAll('"', '%22')
      const { payload, type } = raw(record, `filename="${encoded}"`)
      const answer = await agency.app.inject({
        method: 'POST',
        url: '/api/Notes',
        headers: { authorization: `Bearer ${agent.token}`, 'content-type': type },
        payload,
      })
      expect(answer.statusCode, answer.body).toBe(200)
      const note = answer.json()
      expect(note.doc.name).not.toMatch(/[\\/\p{C}]/u)
      expect(note.doc.name.length).toBeLessThanOrEqual(150)
      const { headers } = await download(agent.token, note.id)
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[^"\\\r\n]+"; filename\*=UTF-8''[\w.!~%-]+$/,
      )
    }
  })

  test('P-52 an invalid media type becomes a generic binary file', async () => {
    const record = await customerOf(agent)
    const { payload, type } = raw(record, 'filename="a.bin"', 'text/html\u00e9; x')
    const answer = await agency.app.inject({
      method: 'POST',
      url: '/api/Notes',
      headers: { authorization: `Bearer ${agent.token}`, 'content-type': type },
      payload,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await download(agent.token, answer.json().id)).headers['content-type']).toMatch(
      /^(application\/octet-stream|text\/plain)$/,
    )
  })

  test('P-51 no malformed form crashes the process, answers 5xx, or leaves a note', async () => {
    const record = await customerOf(agent)
    const whole = raw(record, 'filename="a.bin"').payload.toString('latin1')
    const part = fc.oneof(
      fc.constantFrom(
        '--x',
        '--x--',
        '\r\n',
        '\0',
        'Content-Disposition: form-data; name=""',
        'Content-Disposition: form-data; name="noteBody"',
        'Content-Disposition: form-data; name="doc"; filename=""',
        'Content-Disposition: form-data; name="doc"; filename="../../a"',
        'Content-Disposition: form-data; name="__proto__"',
        'Content-Type: application/json',
        ': :',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    // Everything but the closing boundary.
    const cut = fc.nat(whole.length - 8).map((length) => whole.slice(0, length))
    const body = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('\r\n')),
      cut,
    )
    const type = fc.constantFrom(
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'Multipart/Form-Data; Boundary=x',
      'multipart/mixed; boundary=x',
      'text/plain',
    )
    await fc.assert(
      fc.asyncProperty(body, type, async (text, mediaType) => {
        const { statusCode, body: answer } = await agency.app.inject({
          method: 'POST',
          url: '/api/Notes',
          headers: { authorization: `Bearer ${agent.token}`, 'content-type': mediaType },
          payload: text.toWellFormed(),
        })
        expect(statusCode, answer).toBeGreaterThanOrEqual(400)
        expect(statusCode, answer).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
    expect(await agent.call(notes.list, record)).toEqual([])
  })

  test('P-49 an endless form is refused at the limit, long before its sender is done', async () => {
    const record = await customerOf(agent)
    await agency.app.listen({ port: 0, host: '127.0.0.1' })
    const address = agency.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { head } = raw(record, 'filename="a.bin"')
    const answer = await new Promise<{ text: string; sent: number }>((resolve, reject) => {
      let sent = 0
      let text = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/Notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${agent.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`,
        )
        const chunk = (bytes: Buffer) =>
          Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
        socket.write(chunk(Buffer.from(head)))
        const piece = chunk(Buffer.alloc(64 * 1024, 7))
        const more = () => {
          if (text !== '' || sent > 64 * 1024 ** 2) return
          sent += 64 * 1024
          socket.write(piece, () => setImmediate(more))
        }
        more()
      })
      socket.on('data', (bytes) => {
        text += bytes.toString()
        socket.destroy()
        resolve({ text, sent })
      })
      socket.on('error', reject)
    })
    expect(answer.text).toMatch(/^HTTP\/1\.1 413/)
    expect(answer.sent).toBeLessThan(32 * 1024 ** 2)
    expect(await agent.call(notes.list, record)).toEqual([])
  })
})

/** A hand-written form, for input that no browser sends. */
function raw(record: { entityId: number; entityMetadataId: number }, named: string, mediaType = 'application/pdf') {
  const field = (name: string, value: string | number) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('noteBody', 'See')}${field('entityId', record.entityId)}${field('entityMetadataId', record.entityMetadataId)}--x\r\nContent-Disposition: form-data; name="doc"; ${named}\r\nContent-Type: ${mediaType}\r\n\r\n`
  return { head, payload: Buffer.from(`${head}content\r\n--x--\r\n`), type: 'multipart/form-data; boundary=x' }
}
