import { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { account, asOwner, codeSentTo, loginUpToFactor } from './factor-test-person.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
})
afterAll(() => agency.close())

const send = (code: string, method = 'email') => callAs(agency.app, null, secondFactor.sendCode, { code, method })
const verify = (code: string, loginCode: string) =>
  callAs(agency.app, null, secondFactor.verifyCode, { code, loginCode })
const goBack = (userId: number, seconds: number) =>
  asOwner(
    agency,
    `update sign_in_codes set sent_at = sent_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
     where attempt_id in (select id from sign_in_attempts where user_id = $1)`,
    [userId, seconds],
  )
const wrongCode = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')

describe('sending a code', () => {
  test('AUTH-25 a login with a code by email sends six digits to the mailbox, and returns a token for them', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code, methods } = await loginUpToFactor(agency, name)
    expect(methods).toEqual(['email'])
    expect(await send(code)).toEqual({ ok: true })
    const digits = await codeSentTo(agency, id)
    expect(digits).toMatch(/^\d{6}$/)
    expect(await verify(code, ` ${digits.slice(0, 3)} ${digits.slice(3)} `)).toHaveProperty('token')
  })

  test('AUTH-25 AUTH-27 the specification’s GET routes send and validate with query parameters, callable by our own pages', async () => {
    const { id, name } = await account(agency, { codesBy: ['sms'], phone: '5550100200' })
    const { code, methods } = await loginUpToFactor(agency, name)
    expect(methods).toEqual(['sms'])
    await callAs(agency.app, null, secondFactor.sendCodeByGet, { code, method: 'sms' })
    const loginCode = await codeSentTo(agency, id)
    const answer = await agency.app.inject({
      method: 'GET',
      url: '/identity/2fa/validate',
      query: { code, loginCode },
      headers: { 'sec-fetch-site': 'none' },
    })
    expect(answer.statusCode).toBe(403)
    expect(await callAs(agency.app, null, secondFactor.verifyCodeByGet, { code, loginCode })).toHaveProperty('token')
  })

  test('AUTH-24 the login shows masked addresses of the methods that it offers, and none after it ended', async () => {
    const { name } = await account(agency, {
      codesBy: ['email', 'sms'],
      phone: '5550100199',
      email: 'maria@agency.test',
    })
    const { code } = await loginUpToFactor(agency, name)
    const recipients = () => callAs(agency.app, null, secondFactor.recipients, { code })
    expect(await recipients()).toEqual({
      recipients: [
        { method: 'email', recipient: 'm•••@agency.test' },
        { method: 'sms', recipient: '(•••) •••-0199' },
      ],
    })
    const onlyText = await account(agency, { codesBy: ['sms'], phone: '5550100199' })
    const second = await loginUpToFactor(agency, onlyText.name)
    expect(await callAs(agency.app, null, secondFactor.recipients, { code: second.code })).toEqual({
      recipients: [{ method: 'sms', recipient: '(•••) •••-0199' }],
    })
    await asOwner(agency, 'update sign_in_attempts set ended_at = now()')
    await expect(recipients()).rejects.toMatchObject({ code: 'sign_in.attempt_ended', status: 401 })
  })

  test('the two codes are accepted in either order', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    await send(code)
    expect(await verify(await codeSentTo(agency, id), code)).toHaveProperty('token')
  })

  test('AUTH-26 P-08 a second code 29 s after the first is refused, 31 s after it is sent', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    await send(code)
    await goBack(id, 29)
    const refused = await agency.app.inject({
      method: 'POST',
      url: '/identity/2fa/send',
      payload: { code, method: 'email' },
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json()).toMatchObject({
      code: 'second_factor.wait',
      message: 'Please wait before requesting a new code.',
      details: [{ path: '', message: 'try again in 1 second' }],
    })
    await goBack(id, 2)
    expect(await send(code)).toEqual({ ok: true })
  })

  test('P-08 of several concurrent requests one sends', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    const sent = await Promise.allSettled([send(code), send(code), send(code), send(code)])
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const messages = await agency.db.selectFrom('outbox').select('id').where('user_id', '=', id).execute()
    expect(messages).toHaveLength(1)
  })

  test('a login gets at most five codes, an account ten per hour', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const sendFive = async (code: string) => {
      for (let sent = 0; sent < 5; sent++) {
        await send(code)
        await goBack(id, 31)
      }
    }
    const first = await loginUpToFactor(agency, name)
    await sendFive(first.code)
    await expect(send(first.code)).rejects.toMatchObject({ code: 'second_factor.too_many_sent', status: 429 })
    await sendFive((await loginUpToFactor(agency, name)).code)
    const third = await loginUpToFactor(agency, name)
    const refused = await agency.app.inject({
      method: 'POST',
      url: '/identity/2fa/send',
      payload: { code: third.code, method: 'email' },
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({
      code: 'second_factor.too_many_sent',
      message: expect.stringMatching(
        /^Too many codes were requested\. Log in again later or choose another method \(try again in 5\d minutes\)$/,
      ),
    })
    await goBack(id, Number(refused.headers['retry-after']))
    expect(await send(third.code)).toEqual({ ok: true })
  })

  test('AUTH-25 a method that this login does not offer, or that sends nothing, is refused', async () => {
    const { name } = await account(agency, { codesBy: ['email'], phone: '5550100200' })
    const { code } = await loginUpToFactor(agency, name)
    for (const method of ['sms', 'authenticator', 'pigeon'])
      await expect(send(code, method)).rejects.toMatchObject({ code: 'second_factor.method', status: 400 })
    await expect(send(code, '')).rejects.toMatchObject({ status: 400 })
  })

  test('AUTH-29 an unknown or expired login, and a code of a password reset, are refused with 401', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    await asOwner(agency, "update sign_in_attempts set expires_at = now() - interval '1 s' where user_id = $1", [id])
    for (const ended of [code, 'nobody-knows-this-code-of-32-char'])
      await expect(send(ended)).rejects.toMatchObject({ code: 'sign_in.attempt_ended', status: 401 })
    const wrongCode = await loginUpToFactor(agency, name)
    await asOwner(agency, "update sign_in_attempts set purpose = 'reset' where user_id = $1 and ended_at is null", [id])
    await expect(send(wrongCode.code)).rejects.toMatchObject({ code: 'sign_in.attempt_ended' })
  })

  test('P-06 the code is never stored in the clear', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    await send(code)
    const digits = await codeSentTo(agency, id)
    const [stored] = await agency.db
      .selectFrom('sign_in_codes')
      .innerJoin('sign_in_attempts', 'sign_in_attempts.id', 'sign_in_codes.attempt_id')
      .where('user_id', '=', id)
      .select(['sign_in_codes.code_hash', 'sign_in_attempts.code_hash as login_hash'])
      .execute()
    expect(stored?.code_hash).toHaveLength(32)
    const outbox = await agency.db.selectFrom('outbox').selectAll().where('user_id', '=', id).execute()
    const audit = await agency.db.selectFrom('audit_events').selectAll().where('user_id', '=', id).execute()
    const seen = JSON.stringify([stored, outbox, audit]) + outbox.map((row) => row.content_sealed?.toString('latin1'))
    expect(seen).not.toContain(digits)
    expect(seen).not.toContain(code)
  })
})

describe('guessing a code', () => {
  test('P-06 a code works for ten minutes, once, in its own login, and only the newest one', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const first = await loginUpToFactor(agency, name)
    const second = await loginUpToFactor(agency, name)
    await send(first.code)
    const digits = await codeSentTo(agency, id)
    await send(second.code)
    const ofSecond = await codeSentTo(agency, id)
    if (digits !== ofSecond)
      await expect(verify(second.code, digits)).rejects.toMatchObject({ code: 'second_factor.wrong', status: 400 })
    await goBack(id, 31)
    await send(second.code)
    const newest = await codeSentTo(agency, id)
    if (newest !== ofSecond)
      await expect(verify(second.code, ofSecond)).rejects.toMatchObject({ code: 'second_factor.wrong' })
    await goBack(id, 601)
    await expect(verify(second.code, newest)).rejects.toMatchObject({ code: 'second_factor.wrong' })
    await send(second.code)
    const last = await codeSentTo(agency, id)
    await goBack(id, 595)
    expect(await verify(second.code, last)).toHaveProperty('token')
    await expect(verify(second.code, last)).rejects.toMatchObject({ code: 'sign_in.attempt_ended', status: 401 })
  })

  test('P-07 a sixth guess of one code is refused, even the right one; a new code works again', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    await send(code)
    const digits = await codeSentTo(agency, id)
    for (let guess = 0; guess < 5; guess++)
      await expect(verify(code, wrongCode(digits))).rejects.toMatchObject({ code: 'second_factor.wrong', status: 400 })
    await expect(verify(code, digits)).rejects.toMatchObject({ code: 'second_factor.too_many', status: 400 })
    await goBack(id, 31)
    await send(code)
    expect(await verify(code, await codeSentTo(agency, id))).toHaveProperty('token')
  })

  test('P-07 the tenth wrong guess ends the login, however many codes were sent', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    for (let guess = 1; guess < 10; guess++)
      await expect(verify(code, `guess ${guess}`)).rejects.toMatchObject({ code: 'second_factor.wrong' })
    await expect(verify(code, 'guess 10')).rejects.toMatchObject({ code: 'sign_in.attempt_ended', status: 401 })
    await expect(send(code)).rejects.toMatchObject({ code: 'sign_in.attempt_ended' })
    const refused = await agency.db
      .selectFrom('audit_events')
      .select('outcome')
      .where('entity_id', '=', String(id))
      .where('outcome', '=', 'refused')
      .execute()
    expect(refused.length).toBe(10)
  })

  test('P-07 of many concurrent guesses at most five are checked', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    await send(code)
    const digits = await codeSentTo(agency, id)
    const wrong = Array.from({ length: 7 }, () => verify(code, wrongCode(digits)).catch((error) => error.code))
    expect((await Promise.all(wrong)).filter((answer) => answer === 'second_factor.wrong')).toHaveLength(5)
    await expect(verify(code, digits)).rejects.toMatchObject({ code: 'second_factor.too_many' })
  })

  test('P-06 when the right code is sent twice concurrently, one request creates a session', async () => {
    const { id, name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    await send(code)
    const digits = await codeSentTo(agency, id)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => verify(code, digits)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const sessions = await agency.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
    expect(sessions.map((session) => session.second_factor)).toEqual(['email'])
  })

  test('AUTH-28 invalid input instead of a code is refused with a message', async () => {
    const { name } = await account(agency, { codesBy: ['email'] })
    const { code } = await loginUpToFactor(agency, name)
    for (const typed of ['000000', '12345', 'abcdef', '٠٠٠٠٠٠', "' or 1=1"])
      await expect(verify(code, typed)).rejects.toMatchObject({ status: 400, message: 'This code is not valid' })
    await expect(verify(code, ' ')).rejects.toMatchObject({ status: 400 })
  })
})
