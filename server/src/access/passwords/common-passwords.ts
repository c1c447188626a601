import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldedForms } from '@coverdesk/domain/access/passwords/guessable-password.ts'

let words: ReadonlyMap<string, string> | undefined

/** Words that common passwords are built from, by their folded forms. The file lists one word per line, most common first. */
export function commonPasswords(): ReadonlyMap<string, string> {
  words ??= new Map(
    commonPasswordLines()
      .toReversed()
      .flatMap((line) => foldedForms(line).map((form): [string, string] => [form, line]))
      .filter(([form]) => form.length >= 4),
  )
  return words
}

/** Words of the file, without comment lines. */
export function commonPasswordLines(): string[] {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
