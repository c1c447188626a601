import { createReadStream, existsSync } from 'node:fs'
import { appendFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/**
 * A person whose numbers nobody else has: they go through a journey, and after the whole run are looked for in all that
 * the run wrote. Social security numbers beginning with 9 are given to nobody; the card number is made up.
 */
export const canary = {
  lastName: 'Zebrafinkova',
  ssn: '987651423',
  memberSsn: '986541327',
  /** Amex by its beginning, right by its check digit. */
  card: '379104628357918',
  cvv: '8397',
} as const

const folder = () => join(process.env.E2E_DATA_DIR ?? '', 'canary')

/** Keeps what the browser was answered and stores while the canary goes through a page, to be searched afterwards. */
export function keepForTheSearch(page: Page): { whole: () => Promise<void> } {
  const answers: Promise<void>[] = []
  const keep = async (name: string, text: string) => {
    await mkdir(folder(), { recursive: true })
    await appendFile(join(folder(), name), `${text}\n`)
  }
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    const body = response.text().catch(() => '')
    answers.push(
      body.then((text) => keep('answers.txt', `${response.url()} ${JSON.stringify(response.headers())} ${text}`)),
    )
  })
  return {
    whole: async () => {
      await Promise.all(answers)
      await keep('storage.txt', JSON.stringify(await page.context().storageState({ indexedDB: true })))
      await keep('session-storage.txt', await page.evaluate(() => JSON.stringify(sessionStorage)))
      await keep('address.txt', page.url())
    },
  }
}

/** How a number may be written: bare, in the notation of people, and either as PostgreSQL writes bytes. */
export function spellings(number: string): string[] {
  const shown =
    number.length === 9
      ? `${number.slice(0, 3)}-${number.slice(3, 5)}-${number.slice(5)}`
      : `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
  return [number, shown].flatMap((text) => [text, Buffer.from(text).toString('hex')])
}

/** Files below a folder that hold one of the texts, byte by byte: 'texts.txt holds 987…'. Nothing is skipped. */
export async function filesWith(root: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.map((text) => Buffer.from(text))
  const longest = Math.max(...needles.map(({ length }) => length))
  const found: string[] = []
  if (!existsSync(root)) return found
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    let rest = Buffer.alloc(0)
    try {
      for await (const part of createReadStream(path, { highWaterMark: 4 << 20 })) {
        const bytes = Buffer.concat([rest, part])
        for (const [index, needle] of needles.entries()) {
          const name = `${path} holds ${texts[index]}`
          if (!found.includes(name) && bytes.includes(needle)) found.push(name)
        }
        // What stands across two parts is seen too.
        rest = bytes.subarray(Math.max(0, bytes.length - longest + 1))
      }
    } catch (error) {
      // PostgreSQL takes files away while it runs; one that is gone holds nothing.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return found
}
