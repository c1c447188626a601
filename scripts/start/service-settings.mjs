import { readFileSync } from 'node:fs'

/** Where docs/deploy/one-machine.md puts the settings of the service. */
export const settingsFile = '/etc/coverdesk/settings'

/** What deploy/coverdesk.service sets before its settings. */
export const serviceDefaults = { DEMO: 'off', DATA_DIR: '/var/lib/coverdesk' }

/** Settings in the file of the service; null without one. Throws when it cannot be read. */
export function serviceSettings(file) {
  try {
    return parseSettings(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Parses settings as systemd does in an EnvironmentFile (systemd.exec(5)): a `#` in a value belongs to it, as in a password,
 * unlike in Node's `parseEnv`.
 */
export function parseSettings(text) {
  const settings = {}
  let rest = text.replaceAll('\r\n', '\n')
  while (rest) {
    const [line, name] = /^[^\S\n]*(?:([A-Za-z_]\w*)[^\S\n]*=|.*\n?)/.exec(rest)
    rest = rest.slice(line.length)
    if (!name) continue
    const { value, length } = parseValue(rest)
    settings[name] = value
    rest = rest.slice(length)
  }
  return settings
}

/** Quoted parts come first; after the first other character, quotes are ordinary until the line ends. */
function parseValue(text) {
  const parts = /[^\S\n]+|'([^']*)(?:'|$)|"((?:[^"\\]|\\[\s\S])*)(?:"|$)/y
  let value = ''
  let length = 0
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    const [, single, double] = part
    value += single ?? double?.replaceAll(/\\(["\\`$\n])/g, (_, character) => character.trim()) ?? ''
    length = parts.lastIndex
  }
  const [plain] = /^(?:[^\n\\]|\\(?:[\s\S]|$))*/.exec(text.slice(length))
  // A space that is escaped stays at the end.
  const [kept] = /^(?:[^\S\n]*(?:\\(?:[\s\S]|$)|[^\s\\]))*/.exec(plain)
  return {
    value: value + kept.replaceAll(/\\([\s\S]?)/g, (_, character) => character.replace('\n', '')),
    length: length + plain.length,
  }
}
