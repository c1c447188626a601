import type { FullConfig } from '@playwright/test'
import { canary, renderings } from './canary.ts'
import { mariaVega } from './records/offline-form.ts'
import { password } from './test-fixtures.ts'

/**
 * Submits the canary's application before the first test, so that every test could leak her numbers, and sends one number in
 * files, an exchange document and a draft, as dry runs and rejected files, which change no list.
 */
export default async function seedCanary({ projects }: FullConfig): Promise<void> {
  const url = projects[0]?.use.baseURL ?? ''
  const { ssn, memberSsn, card, cvv } = canary.seeded
  const send = async (path: string, body: object, token = '') => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return text
  }
  const { token } = JSON.parse(await send('/identity/login', { user: 'admin-w0@demo.test', pass: password }))
  const application = mariaVega(canary.lastName)
  await send(
    '/api/OfflineApp',
    {
      ...application,
      firstName: 'Seeded',
      ssn,
      cardNumber: card,
      cardCvv: cvv,
      offlineAppMembers: application.offlineAppMembers.map((member) => ({ ...member, ssn: memberSsn })),
    },
    token,
  )
  await sendUploads(url, token)
  const listed = await fetch(`${url}/api/OfflineApp?applicant=${canary.lastName}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!(await listed.text()).includes(canary.lastName)) throw new Error('The canary is not in the list')
}

const columns = ['exchangeAssignedId', 'userFirstName', 'userPhone', 'dateEffective', 'Member SSN', 'Extra', 'raw']

async function sendUploads(url: string, token: string): Promise<void> {
  const send = async (method: string, path: string, type: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) }
    return await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  }
  for (const number of renderings(canary.uploadedSsn)) {
    const document = JSON.stringify({ ssn: { value: number }, ssns: [number], note: number, tin: number })
    const cell = `"${document.replaceAll('"', '""')}"`
    const fine = `${columns.join()}\nK1,${number},,,${number},${number},${cell}\n`
    const refused = `${columns.join()}\nK1,${number},${number},${number},${number},${number},${cell}\n`
    const headless = `${number} a,${number} b\n${number},${number}\n`
    const uploads = [
      { dryRun: true, text: fine, status: 200 },
      { dryRun: true, text: refused, status: 200 },
      { dryRun: false, text: refused, status: 400 },
      { dryRun: false, text: headless, status: 400 },
    ]
    for (const { dryRun, text, status } of uploads) {
      const query = new URLSearchParams({ dryRun: String(dryRun), fileName: `ssn ${number}.csv` })
      const answer = await send('POST', `/api/MarketplaceApp/upload?${query}`, 'text/csv', text)
      if (answer.status !== status) throw new Error(`The canary's file got ${answer.status}: ${await answer.text()}`)
    }
    const values = JSON.stringify({
      values: { note: `Her SSN is ${number}`, firstName: number, offlineAppMembers: [] },
    })
    for (const [method, body] of [['PUT', values], ['GET'], ['DELETE']] as const) {
      const answer = await send(method, '/api/OfflineApp/draft', 'application/json', body)
      if (!answer.ok) throw new Error(`The canary's draft got ${answer.status}: ${await answer.text()}`)
    }
  }
}
