import { failures } from '@coverdesk/domain/failures.ts'
import { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxDelivery } from '../messages/outbox-delivery.ts'
import { testMailServer } from '../messages/test-mail-server.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { account, asOwner, loginUpToFactor } from './factor-test-person.ts'

let mail: Awaited<ReturnType<typeof testMailServer>>
let agency: TestApp
beforeAll(async () => {
  mail = await testMailServer()
  agency = await startTestApp({ mail: { url: mail.url, from: 'Coverdesk <no-reply@agency.test>' } })
})
afterAll(async () => {
  await agency.close()
  await mail.stop()
})

for (const trouble of ['down', 'silent', 'busy'] as const)
  test(`P-83 with a mail server that is ${trouble} the login reports within 5 s that the code is delayed, and the code still arrives`, async () => {
    const { name } = await account(agency, { codesBy: ['email'] })
    await mail.become(trouble)
    const { code } = await loginUpToFactor(agency, name)
    const began = performance.now()
    await expect(callAs(agency.app, null, secondFactor.sendCode, { code, method: 'email' })).rejects.toMatchObject({
      code: 'message.delayed',
      status: 400,
      message: failures['message.delayed'].message,
    })
    expect(performance.now() - began).toBeLessThan(5_000)
    await mail.become('up')
    const arrived = () => mail.taken.filter(({ to }) => to.includes(name))
    const node = outboxDelivery({ db: agency.db, config: agency.services.config, sealer: agency.services.sealer })
    // The attempt may still be running after the caller's timeout.
    await expect
      .poll(
        async () => {
          await asOwner(agency, 'update outbox set next_try_at = now()', [])
          await node.deliverDue()
          return arrived().length
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    const loginCode = /\b\d{6}\b/.exec(arrived()[0]?.body ?? '')?.[0] ?? ''
    expect(await callAs(agency.app, null, secondFactor.verifyCode, { code, loginCode })).toHaveProperty('token')
  })
