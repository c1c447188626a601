import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import type { TestInfo } from '@playwright/test'
import {
  addFile,
  expectChecked,
  loadPolicies,
  notices,
  openLoadPolicies,
  processFile,
} from '../../support/load-dialog.ts'
import { makeCarrier } from '../../support/records/make-carrier.ts'
import { plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Ends a request in place of the server. */
type Lose = (answer: ServerResponse) => void

/**
 * A proxy before the server that lets it load files, and gives the answer about a loaded file, and the next ones about its run,
 * to `lose`. The browser itself would not say of an answer that a test makes up that the file was sent.
 */
async function startProxy(server: string, lose: Lose) {
  let left = 0
  const proxy = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    const { method, headers } = asked
    const passedOn = request(new URL(path, server), { method, headers }, (given) => {
      if (path.startsWith('/api/UploadPolicies/UploadPolicyCSV')) left = 7
      if (left > 0 && /UploadPolicyCSV|runs\//.test(path)) {
        left -= 1
        given.on('end', () => lose(answer)).resume()
        return
      }
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    asked.pipe(passedOn)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return { origin: `http://127.0.0.1:${address.port}`, stop: () => proxy.close() }
}

for (const { how, lose } of [
  { how: 'the connection breaks', lose: (answer) => answer.destroy() },
  {
    how: 'a proxy gives up waiting',
    lose: (answer) => answer.writeHead(504, { 'content-type': 'text/html' }).end('<h1>504 Gateway Time-out</h1>'),
  },
] satisfies { how: string; lose: Lose }[]) {
  test(`UPLOAD-09 a file that was loaded while ${how} is reported as loaded`, async ({ page, signIn, baseURL }) => {
    const token = await signIn('admin')
    const prefix = uniquePrefix('LST')
    const { name: carrier } = await makeCarrier(page, token, prefix)
    const proxy = await startProxy(baseURL ?? '', lose)
    await page.goto(`${proxy.origin}/portal/manage/upload`)
    const dialog = await loadPolicies(page)
    await addFile(dialog, carrier, plainFile('lost.csv', prefix, 4))
    await expectChecked(dialog, { New: 4 })
    await processFile(dialog)
    await expect(notices(page).getByText('File submitted')).toBeVisible()
    await expect(notices(page).getByText('File submission error')).toBeHidden()
    proxy.stop()
  })
}

test('UPLOAD-10 a file that was saved again after it was chosen is to be chosen again, and then goes in', async ({
  page,
  signIn,
}, testInfo: TestInfo) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('SVD')
  const { name: carrier } = await makeCarrier(page, token, prefix)
  const path = testInfo.outputPath('saved.csv')
  const bad = plainFile('saved.csv', prefix, 4, (at) => (at === 2 ? { DOB: 'unknown' } : {}))
  await writeFile(path, bad.buffer)
  const dialog = await openLoadPolicies(page)
  await dialog.getByRole('button', { name: `ADD ${carrier}`, exact: true }).click()
  const input = dialog.getByLabel('File', { exact: true })
  await input.setInputFiles(path)
  await expectChecked(dialog, { New: 3, Refused: 1 })
  await writeFile(path, plainFile('saved.csv', prefix, 5).buffer)
  await dialog.getByRole('checkbox', { name: /^Load the good rows/ }).check()
  await processFile(dialog)
  await expect(
    notices(page).getByText('File submission error: The file was changed after you chose it. Choose it again.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to the file' }).click()
  await input.setInputFiles(path)
  await expectChecked(dialog, { New: 5 })
  await processFile(dialog)
  await expect(notices(page).getByText('File submitted')).toBeVisible()
})
