import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evidencePdf } from './evidence-pdf.ts'

async function textFor(client: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-pdf-'))
  try {
    const head = { reference: 'Exchange ID 1', agency: 'Coverdesk', madeBy: 'Ana', madeAt: 'noon' }
    writeFileSync(join(folder, 'a.pdf'), await evidencePdf({ client, ...head }, []))
    return execFileSync('pdftotext', ['-layout', join(folder, 'a.pdf'), '-'], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.skipIf(spawnSync('pdftotext', ['-v']).error)(
  'names are printed as written where the file has their letters, and others as Unicode numbers with a note',
  async () => {
    const covered = await textFor('Nguyễn Ćosić Шевченко Қасым Παπάς')
    expect(covered).toContain('Nguyễn Ćosić Шевченко Қасым Παπάς')
    expect(covered).not.toContain('U+')
    const other = await textFor('王 محمد')
    expect(other).toContain('[U+738B] [U+0645][U+062D][U+0645][U+062F]')
    expect(other).toContain('[U+…] is the Unicode number of a letter')
  },
)
