import { connect } from 'node:net'
import { claimAreas } from '@coverdesk/domain/access/rights.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let admin: Person
let port: number
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({
    roles: ['administrator', 'agent'],
    claims: claimAreas.map((area) => `admin.${area}`),
  })
  await agency.app.listen({ port: 0, host: '127.0.0.1' })
  const address = agency.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => agency.close())

// The carrier does not exist, so a file that passes parsing is rejected right after.
const url = '/api/UploadPolicies/check?carrierId=999999&month=1&year=2026'

const whole =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="book.csv"\r\nContent-Type: text/csv\r\n\r\nPolicyNumber,FirstName,LastName\r\nU1,A,B\r\n--x--\r\n'

test('P-51 the server keeps responding after a client disconnects in the middle of a form', async () => {
  const begun = `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n`
  for (let length = 0; length < whole.length; length += 7)
    await new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(begun + whole.slice(0, length), () => socket.destroy()),
      )
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })
  expect((await agency.app.inject({ url: '/health/ready' })).statusCode).toBe(200)
})

test('P-52 other files named .csv are rejected by their content', async () => {
  const carrierId = await agency.carrier('Ambetter')
  const disguised: Record<string, Buffer> = {
    xlsx: Buffer.from('504b0304140000000800', 'hex'),
    pdf: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'),
    png: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    gzip: Buffer.from('1f8b0800000000000003', 'hex'),
    binary: Buffer.from([0, 1, 2, 3, 255, 254, 0, 0, 10, 0, 0]),
    html: Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>'),
  }
  for (const [kind, payload] of Object.entries(disguised)) {
    const answer = await agency.app.inject({
      method: 'POST',
      url: `/api/UploadPolicies/UploadPolicyCSV?carrierId=${carrierId}&month=1&year=2026&fileName=book.csv`,
      payload,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
    })
    expect(answer.statusCode, `${kind} ${answer.body}`).toBe(400)
    expect(answer.json().code, kind).toMatch(/^upload\./)
  }
  expect(await agency.db.selectFrom('policies').select('id').execute()).toEqual([])
})

test('P-53 a file name never reaches a path; its last part is stored without control characters', async () => {
  const carrierId = await agency.carrier('Molina')
  const names = [
    '../../etc/passwd.csv',
    '..\\..\\windows\\a.csv',
    '/root/.ssh/b.csv',
    'c\u0000\r\nSet-Cookie: d.csv',
    'e\u202Evsc.csv',
    '%2e%2e%2ff.csv',
  ]
  for (const fileName of names) {
    const answer = await agency.app.inject({
      method: 'POST',
      url: '/api/UploadPolicies/check',
      query: { carrierId: String(carrierId), month: '1', year: '2026', fileName },
      payload: 'PolicyNumber,FirstName,LastName\nU1,A,B\n',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().fileName).not.toMatch(/[\\/\p{C}]/u)
  }
})
