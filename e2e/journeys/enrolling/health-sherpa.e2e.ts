import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { completeAnswers } from '@coverdesk/server/src/testing/complete-answers.ts'
import { inDatabase } from '../../support/database.ts'
import { makeApplications, uniqueId, uniqueName } from '../../support/records/marketplace-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('an update of HealthSherpa that matches no application is connected, and its status shows on the application', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  const number = `HSA${uniqueId()}`
  const [appId = ''] = await makeApplications(name, [{ firstName: 'Ana' }])
  const send = async (status: string, day: string) => {
    const answer = await page.request.post('/api/HealthSherpa/updates/webhook', {
      headers: { authorization: 'Bearer healthsherpa-of-the-browser-tests-0123456789' },
      data: {
        transaction_id: randomUUID(),
        application_id: number,
        policy_status: status,
        event_type: 'sync',
        event_timestamp: day,
        members: [{ first_name: 'Ana', last_name: name }],
        policies: [{ plan_hios_id: '16842FL0070073', effective_date: '12/01/2026', gross_premium: 512.4 }],
      },
    })
    expect(answer.status()).toBe(204)
  }
  await send('pending_effectuation', '11/20/2026')
  await signIn('admin')

  await test.step('it is counted above Applications and listed', async () => {
    await page.goto('/portal/mk/applications')
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'HealthSherpa Updates' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Pending')
    await expectAccessible(page, 'healthsherpa-updates')
  })

  await test.step('a user connects it by the exchange ID', async () => {
    await page.getByRole('row').filter({ hasText: name }).getByText('Pending').click()
    await page.getByRole('button', { name: 'Connect', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Connect with an application' })
    await expect(dialog).toContainText(`${number} of Ana ${name}: 16842FL0070073, from 12/01/2026, $512.40`)
    await dialog.getByRole('textbox', { name: 'Exchange ID of your application' }).fill(appId)
    await expectAccessible(page, 'connect a healthsherpa update')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the application shows it, and the next one by itself', async () => {
    await send('cancelled', '11/27/2026')
    await navigate(page, `/portal/mk/applications/${appId}`)
    const section = page.getByRole('region', { name: /^HealthSherpa/ })
    await expect(section.getByRole('listitem').first()).toContainText('Canceled before the start')
    await expect(section).toContainText('since 11/27/2026')
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'an application with updates of healthsherpa')
  })
})

test('an agent enrolls a client at HealthSherpa from the wizard, once the client consented', async ({
  page,
  context,
  signIn,
  baseURL,
}) => {
  const sessions: { external_id?: string }[] = []
  const server = createServer(async (request, response) => {
    const session = JSON.parse((await request.setEncoding('utf8').toArray()).join(''))
    sessions.push(session)
    const url = 'https://healthsherpa.com/public/shop?state=FL'
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ external_id: null, links: { shopping_url: url, client_apply_url: url } }))
  })
  server.listen(Number(new URL(baseURL ?? '').port) + 1, '127.0.0.1')
  await once(server, 'listening')
  await context.route('https://healthsherpa.com/**', (route) => route.fulfill({ body: 'The shop of HealthSherpa' }))
  await signIn('admin')
  const { id, number } = await makeWizardApplication()
  await page.goto(`/ede/app/${id}?step=review`)
  await expect(page.getByRole('button', { name: 'Send for review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enroll at HealthSherpa' })).toBeHidden()
  await signConsent(number)
  await page.reload()
  const enroll = page.getByRole('button', { name: 'Enroll at HealthSherpa' })
  await expect(enroll).toBeVisible()
  await expectAccessible(page, 'review with healthsherpa')
  const opened = context.waitForEvent('page')
  await enroll.click()
  await expect((await opened).getByText('The shop of HealthSherpa')).toBeVisible()
  expect(sessions.map((session) => session.external_id)).toEqual([id])
  await expect(page.getByText(/^An enrollment was started at HealthSherpa on /)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'I checked: the enrollment was not finished' })).not.toBeChecked()
  server.close()
})

/** An internal application with complete answers in the wizard. */
async function makeWizardApplication(): Promise<{ id: string; number: number }> {
  return await inDatabase(async (connection) => {
    const { rows } = await connection.query<{ id: string; number: number }>(
      `with internal as (
         insert into internal_applications (first_name, last_name, email, phone, created_by)
         select 'Ida', 'Case', 'ida@agency.test', '3055550142', id from users where user_name = 'admin@demo.test'
         returning id, created_by)
       insert into ede_applications (application_id, plan_year, answers, created_by)
       select id, 2027, $1::jsonb, created_by from internal returning uuid as id, application_id as number`,
      [JSON.stringify(completeAnswers)],
    )
    return rows[0] ?? { id: '', number: 0 }
  })
}

async function signConsent(number: number): Promise<void> {
  await inDatabase((connection) =>
    connection.query(
      `with asked as (
         insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
           agency_email, applicant, expires_at)
         values ($1, $2, 'email', 'ida@agency.test', 'en', 'Coverdesk', '', '', 'Ida Case', now() + interval '1 day')
         returning id, application_id)
       insert into consents (request_id, application_id, signed_name, address, user_agent, language, text_version,
         text_signed, text_sha256, ends_on)
       select id, application_id, 'Ida Case', '192.0.2.7', 'test', 'en', 'test', 'I agree.', sha256('I agree.'),
         current_date + 365 from asked`,
      [number, randomBytes(32)],
    ),
  )
}
