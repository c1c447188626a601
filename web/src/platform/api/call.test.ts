import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wasShown } from '../failures/failure-message.ts'
import { currentToken, endRevokedSession, endSession, startSession } from '../session/session.ts'
import { call, fileNameOf } from './call.ts'
import { sendFile } from './send-file.ts'

/** Mocks the network: records requests and provides responses. */
const wire = { sent: [] as { address: string; init: RequestInit }[], answer: () => Response.json({}) }

beforeEach(() => {
  localStorage.clear()
  wire.sent = []
  wire.answer = () => Response.json({})
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    wire.sent.push({ address, init })
    return wire.answer()
  })
})
afterEach(() => {
  endSession('logout')
  vi.unstubAllGlobals()
})

test('a call puts path, query and body where the contract says, with the bearer token', async () => {
  startSession('t1')
  await call(policies.detail, { id: 7 })
  await call(policies.list, { policyNumber: 'A&1', state: 'FL', name: undefined, city: '' })
  await call(uploads.saveProfile, {
    carrierId: 3,
    version: 1,
    profile: { headings: {}, values: {}, dateOrder: 'MDY', openEndDates: [], stripSuffixes: [] },
  })
  expect(wire.sent.map(({ address }) => address)).toEqual([
    '/api/Policies/detail/7',
    '/api/Policies?policyNumber=A%261&state=FL',
    '/api/CarrierProfiles/3',
  ])
  expect(wire.sent[0]?.init.headers).toEqual({ Authorization: 'Bearer t1' })
  expect(wire.sent[2]?.init).toMatchObject({
    method: 'PUT',
    body: '{"version":1,"profile":{"headings":{},"values":{},"dateOrder":"MDY","openEndDates":[],"stripSuffixes":[]}}',
  })
})

test('AUTH-17 a 401 ends the session that asked, and a late one of an older session does not end the present', async () => {
  const refuse = () => Response.json({ code: 'session.ended', message: 'Your session has expired.' }, { status: 401 })
  startSession('t1')
  wire.answer = () => {
    startSession('t2')
    return refuse()
  }
  await expect(call(policies.detail, { id: 7 })).rejects.toThrow('Your session has expired.')
  expect(currentToken()).toBe('t2')
  wire.answer = refuse
  await expect(call(policies.detail, { id: 7 })).rejects.toMatchObject({ code: 'session.ended' })
  expect(currentToken()).toBeNull()
})

test('AUTH-17 a late response does not announce the end of the session a second time', async () => {
  startSession('t1')
  wire.answer = () => {
    endRevokedSession('t1', 'expired')
    return Response.json({ code: 'session.ended', message: 'Your session has expired.' }, { status: 401 })
  }
  const late = await call(policies.detail, { id: 7 }).catch((failure) => failure)
  expect([late.code, wasShown(late)]).toEqual(['session.ended', true])
  // A newer session continues; the caller still has to learn that the request failed.
  startSession('t2')
  wire.answer = () => {
    startSession('t3')
    return Response.json({ code: 'session.ended', message: 'Your session has expired.' }, { status: 401 })
  }
  expect(wasShown(await call(policies.detail, { id: 7 }).catch((failure) => failure))).toBe(false)
  endSession('logout')
})

test('MSG-05 a page of a proxy is no message for people', async () => {
  wire.answer = () =>
    new Response('<html>nginx</html>', {
      status: 502,
      statusText: 'Bad Gateway',
      headers: { 'Content-Type': 'text/html' },
    })
  await expect(call(policies.detail, { id: 7 })).rejects.toThrow('Error: 502 - Bad Gateway')
})

test('a download has the name that the server gives it', () => {
  expect(fileNameOf('attachment; filename="policies.xlsx"')).toBe('policies.xlsx')
  expect(fileNameOf("attachment; filename=x.pdf; filename*=UTF-8''p%C3%B3lizas.pdf")).toBe('pólizas.pdf')
  expect(fileNameOf(null)).toBeNull()
})

/** A network that answers each upload with the page of its login, as in a hotel. */
class LoginPageRequest {
  status = 200
  statusText = 'OK'
  responseText = '<html>Welcome to our Wi-Fi</html>'
  upload = {}
  onload = () => undefined
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => 'text/html'
  send() {
    setTimeout(() => this.onload())
  }
}

test('MSG-04 MSG-05 a page in place of an answer, as of a network with a login, says that the server was not reached, and an upload does not wait forever', async () => {
  wire.answer = () => new Response('<html>Welcome to our Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })
  await expect(call(policies.detail, { id: 7 })).rejects.toThrow("Couldn't reach Coverdesk. Check the connection")
  vi.stubGlobal('XMLHttpRequest', LoginPageRequest)
  const upload = sendFile(ownPhoto.setPhoto, {}, new File(['x'], 'me.png'), { asForm: true })
  await expect(upload).rejects.toThrow("Couldn't reach Coverdesk. Your entries are still here.")
})
