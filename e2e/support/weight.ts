import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

const countedTypes = new Set(['document', 'script', 'stylesheet', 'font', 'image'])

export interface Weight {
  scriptAndStyle: number
  total: number
  /** Number of responses: each occupies one of six connections. */
  files: number
}

/** Gzipped kilobytes and number of files that a new visitor loads for an address, without data. */
export async function weightOf(page: Page, path: string): Promise<Weight> {
  const sizes: Promise<{ type: string; bytes: number }>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (countedTypes.has(type) && response.status() === 200)
      sizes.push(response.body().then((body) => ({ type, bytes: gzipSync(body, { level: 9 }).length })))
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const all = await Promise.all(sizes)
  const sum = (some: typeof all) => Math.round(some.reduce((bytes, one) => bytes + one.bytes, 0) / 1000)
  return {
    scriptAndStyle: sum(all.filter(({ type }) => type === 'script' || type === 'stylesheet')),
    total: sum(all),
    files: all.length,
  }
}
