import { readFileSync } from 'node:fs'
import { BootFailure } from '../runtime/boot-failure.ts'
import { Settings } from './settings.ts'

/**
 * Settings with the contents of the files that `NAME_FILE` names, as containers and systemd pass secrets. Throws a
 * BootFailure for a file that cannot be read, and for a setting that is given both ways.
 */
export function withSettingFiles(env: Record<string, string>): Record<string, string> {
  const read = { ...env }
  for (const name of Object.keys(Settings.shape)) {
    const file = env[`${name}_FILE`]
    if (file === undefined) continue
    if (env[name] !== undefined)
      throw new BootFailure(
        `${name} and ${name}_FILE are both set. Unset one of them, so that it is clear which counts.`,
      )
    read[name] = contentsOf(file, name)
  }
  return read
}

function contentsOf(file: string, name: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch {
    throw new BootFailure(`${name}_FILE names ${file}, which this user cannot read.`)
  }
  if (text === '') throw new BootFailure(`${name}_FILE names ${file}, which is empty.`)
  return text
}
