import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

const weighed = new Set(['document', 'script', 'stylesheet', 'font', 'image'])

export interface Weight {
  scriptAndStyle: number
  everything: number
  /** How many answers that was: each is a turn on one of six connections, and work for browser, page and server. */
  files: number
}

/** Kilobytes by gzip of what a fresh visitor loads to see an address, without the data, and in how many files. */
export async function weightOf(page: Page, path: string): Promise<Weight> {
  const sizes: Promise<{ type: string; bytes: number }>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (weighed.has(type) && response.status() === 200)
      sizes.push(response.body().then((body) => ({ type, bytes: gzipSync(body, { level: 9 }).length })))
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const all = await Promise.all(sizes)
  const sum = (some: typeof all) => Math.round(some.reduce((total, { bytes }) => total + bytes, 0) / 1000)
  return {
    scriptAndStyle: sum(all.filter(({ type }) => type === 'script' || type === 'stylesheet')),
    everything: sum(all),
    files: all.length,
  }
}
