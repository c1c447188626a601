import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldedForms } from '@coverdesk/domain/access/guessable-password.ts'

let words: ReadonlyMap<string, string> | undefined

/**
 * The words that common passwords are made of, by their folded forms; read once. The file holds a word a line, the most
 * common first; lines that begin with # say where they come from.
 */
export function commonPasswords(): ReadonlyMap<string, string> {
  words ??= new Map(
    commonPasswordLines()
      .toReversed()
      .flatMap((line) => foldedForms(line).map((form): [string, string] => [form, line]))
      .filter(([form]) => form.length >= 4),
  )
  return words
}

/** The lines of the file as they stand there. */
export function commonPasswordLines(): string[] {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
