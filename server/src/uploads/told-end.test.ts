import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { openSocket } from '../testing/test-socket.ts'
import { csv, headings, loader, policyRows } from './upload-samples.ts'

test('P-21 whoever had a file checked or loaded hears on every open page how it ended, and another administrator nothing', async () => {
  const agency = await startTestApp()
  const [owner, other] = [await loader(agency), await loader(agency)]
  await agency.app.listen({ port: 0, host: '127.0.0.1' })
  const address = agency.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const open = async (token: string) => {
    const made = await openSocket(port)
    await made.signIn(token)
    return made
  }
  const [first, second, others] = [await open(owner.token), await open(owner.token), await open(other.token)]
  const carrierId = await agency.carrier('Told Health')
  const file = { text: csv([headings, ...policyRows(1, 2)]), name: 'book.csv' }
  const period = { carrierId, month: 11, year: 2026 }
  const checked = await owner.call(uploads.check, period, file)
  const loaded = await owner.call(uploads.process, period, file)
  const heard = [
    { name: 'imports patched', record: { id: checked.id, kind: 'policies', dryRun: true, state: 'checked' } },
    { name: 'imports patched', record: { id: loaded.id, kind: 'policies', dryRun: false, state: 'loaded' } },
  ]
  // What was loaded is also a notification, what was only looked through is none.
  const told = { name: 'notifications created', record: expect.objectContaining({ kind: 'upload', read: false }) }
  await expect
    .poll(() => [first.heard, second.heard])
    .toEqual([
      [...heard, told],
      [...heard, told],
    ])
  expect(others.heard).toEqual([])
  for (const { socket } of [first, second, others]) socket.close()
  await agency.close()
})
