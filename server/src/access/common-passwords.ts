import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldedForms } from '@coverdesk/domain/access/guessable-password.ts'

let words: ReadonlySet<string> | undefined

/**
 * The words that common passwords are made of, in their folded forms; read once. The file holds a word a line, the most
 * common first; lines that begin with # say where they come from.
 */
export function commonPasswords(): ReadonlySet<string> {
  words ??= new Set(
    commonPasswordLines()
      .flatMap(foldedForms)
      .filter((word) => word.length >= 4),
  )
  return words
}

/** The lines of the file as they stand there. */
export function commonPasswordLines(): string[] {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
