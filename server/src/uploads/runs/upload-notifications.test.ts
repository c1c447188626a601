import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { openSocket } from '../../testing/test-socket.ts'
import { createUploader, csv, headings, policyRows } from '../policies/upload-samples.ts'

test('P-21 all open pages of the user who checked or imported a file receive the result; pages of another administrator do not', async () => {
  const agency = await startTestApp()
  const [owner, other] = [await createUploader(agency), await createUploader(agency)]
  await agency.app.listen({ port: 0, host: '127.0.0.1' })
  const address = agency.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const open = async (token: string) => {
    const socket = await openSocket(port)
    await socket.signIn(token)
    return socket
  }
  const [first, second, others] = [await open(owner.token), await open(owner.token), await open(other.token)]
  const carrierId = await agency.carrier('Told Health')
  const file = { text: csv([headings, ...policyRows(1, 2)]), name: 'policies.csv' }
  const period = { carrierId, month: 11, year: 2026 }
  const checked = await owner.call(uploads.check, period, file)
  const loaded = await owner.call(uploads.process, period, file)
  const events = [
    { name: 'imports patched', record: { id: checked.id, kind: 'policies', dryRun: true, state: 'checked' } },
    { name: 'imports patched', record: { id: loaded.id, kind: 'policies', dryRun: false, state: 'loaded' } },
  ]
  // An import also creates a notification; a dry run does not.
  const notification = {
    name: 'notifications created',
    record: expect.objectContaining({ kind: 'upload', read: false }),
  }
  await expect
    .poll(() => [first.heard, second.heard])
    .toEqual([
      [...events, notification],
      [...events, notification],
    ])
  expect(others.heard).toEqual([])
  for (const { socket } of [first, second, others]) socket.close()
  await agency.close()
})
