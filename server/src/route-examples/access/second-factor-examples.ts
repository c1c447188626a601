import { randomUUID } from 'node:crypto'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { sql } from 'kysely'
import { beginAttempt } from '../../access/sign-in/sign-in-attempts.ts'
import { codeSentTo, password, setUpApp, shownByApp } from '../../second-factor/factor-test-person.ts'
import { callAs } from '../../testing/test-app.ts'
import { from } from '../actor.ts'
import { done, type ExamplesOf, login, nothing, type Scene, userUpdate } from '../example.ts'

const sendCode = {
  own: async (scene: Scene) => ({ code: await loginOf(scene), method: 'email' }),
  missing: () => ({ code: randomUUID(), method: 'email' }),
  leaves: login,
}
const verifyCode = {
  own: async (scene: Scene) => {
    const code = await loginOf(scene)
    await callAs(scene.agency.app, null, secondFactor.sendCode, { code, method: 'email' })
    return { code, loginCode: await codeSentTo(scene.agency, scene.me.userId) }
  },
  missing: () => ({ code: randomUUID(), loginCode: '123456' }),
  leaves: login,
}
const withApp = async ({ agency, me }: Scene) => {
  await setUpApp(agency, me.token)
  return { password }
}

export const secondFactorExamples: ExamplesOf<typeof secondFactor> = {
  recipients: {
    answers: { own: 200, missing: 401 },
    own: async (scene) => ({ code: await loginOf(scene) }),
    missing: () => ({ code: randomUUID() }),
  },
  sendCode: { answers: { own: 200, missing: 401 }, ...sendCode },
  sendCodeByGet: { answers: { own: 200, missing: 401 }, ...sendCode },
  verifyCode: { answers: { own: 200, missing: 401 }, ...verifyCode },
  verifyCodeByGet: { answers: { own: 200, missing: 401 }, ...verifyCode },
}

export const ownSecondFactorExamples: ExamplesOf<typeof ownSecondFactor> = {
  status: nothing,
  beginApp: { answers: done, own: () => ({ password }) },
  confirmApp: {
    answers: done,
    own: async ({ agency, me }) => {
      const { secret } = await callAs(agency.app, me.token, ownSecondFactor.beginApp, { password })
      return { code: shownByApp(secret), password }
    },
    leaves: userUpdate,
  },
  turnOffApp: { answers: done, own: withApp, leaves: userUpdate },
  newRecoveryCodes: { answers: done, own: withApp, leaves: userUpdate },
  chooseCodes: { answers: done, own: () => ({ channels: [], password }), leaves: userUpdate },
}

/** A login that waits for a code by email. */
async function loginOf({ agency, me }: Scene): Promise<string> {
  await sql`update users set codes_by = '{email}' where id = ${me.userId}`.execute(agency.db)
  await sql`update sign_in_codes set sent_at = sent_at - interval '1 day' where attempt_id in
    (select id from sign_in_attempts where user_id = ${me.userId})`.execute(agency.db)
  return await beginAttempt(agency.db, { userId: me.userId, purpose: 'second_factor', minutes: 5, ...from })
}
