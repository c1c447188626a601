import type { FullConfig } from '@playwright/test'
import { canary } from './canary.ts'
import { mariaVega } from './offline-form.ts'
import { password } from './people.ts'

/** Submits the canary's application before the first journey, so that every journey could meet her numbers. */
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
  const listed = await fetch(`${url}/api/OfflineApp?applicant=${canary.lastName}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!(await listed.text()).includes(canary.lastName)) throw new Error('The canary is not in the list')
}
