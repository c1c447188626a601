import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IssuerId } from '@coverdesk/domain/carriers/carrier-contract.ts'

export interface KnownCarrierEntry {
  key: string
  name: string
  parent: string
  code: string
  aliases: string[]
  states: string[]
  issuerIds: IssuerId[]
  note: string
}

/** Known carriers of US individual health insurance; see known-carriers.tsv for sources and confidence. */
export async function readKnownCarriers(): Promise<KnownCarrierEntry[]> {
  const text = await readFile(join(import.meta.dirname, 'known-carriers.tsv'), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const [, ...rows] = lines
  return rows.map((line) => {
    const [key = '', name = '', parent = '', code = '', aliases = '', states = '', ids = '', , note = ''] =
      line.split('\t')
    return {
      key,
      name,
      parent,
      code,
      note,
      aliases: words(aliases, ';'),
      states: words(states, ' '),
      issuerIds: words(ids, ' ').map((id) => ({ issuerId: id.slice(0, 5), state: id.slice(5) })),
    }
  })
}

const words = (text: string, separator: string) =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
