import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, runMain, say } from './say.mjs'
import { serviceDefaults, serviceSettings, settingsFile } from './service-settings.mjs'
import { isRelease, root } from './set-up.mjs'

/**
 * `coverdesk COMMAND [ARGUMENTS]`: runs a command of package.json without npm, which a release does not bring. On a machine
 * with the service it has the settings and the user of the service; variables of the caller take precedence.
 */
await runMain(async () => {
  const [name, ...rest] = process.argv.slice(2)
  const commands = commandsOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
  const line = commands.get(name)
  if (!line) {
    const list = `Usage: coverdesk COMMAND [ARGUMENTS]\nCommands: ${[...commands.keys()].join(', ')}`
    if (name && !['help', '--help'].includes(name)) throw new Refusal(`There is no command ${name}.\n${list}`)
    return say(list)
  }
  Object.assign(process.env, environment(), { INIT_CWD: process.cwd() })
  if (isRelease && name !== 'upgrade') becomeOwner(process.env.DATA_DIR)
  process.chdir(root)
  const [script, ...args] = line
  // As after `npm run NAME --`.
  const given = rest[0] === '--' ? rest.slice(1) : rest
  process.argv = [process.execPath, join(root, script), ...args, ...given]
  await import(`../../${script}`)
  return process.exitCode
})

/** Commands that run on the Node alone, as a script and its arguments. */
function commandsOf(scripts) {
  const own = Object.entries(scripts).filter(([, line]) => line.startsWith('node scripts/start/'))
  return new Map(own.map(([name, line]) => [name, line.split(' ').slice(1)]))
}

function environment() {
  const { env } = process
  if (!isRelease) return env
  try {
    const settings = serviceSettings(env.COVERDESK_SETTINGS || settingsFile)
    return settings ? { ...serviceDefaults, ...settings, ...env } : env
  } catch (error) {
    // With settings of the caller's own, such as those that systemd passed on.
    if (error.code === 'EACCES' && env.DATA_DIR) return env
    throw new Refusal(`The settings of the service cannot be read (${error.message}). Run this as root.`)
  }
}

/** From root to the owner of the data folder, because the service must be able to read what a command writes. */
function becomeOwner(dataDir) {
  const owner = process.getuid?.() === 0 && dataDir ? statSync(dataDir, { throwIfNoEntry: false }) : undefined
  if (!owner || owner.uid === 0) return
  process.setgroups([owner.gid])
  process.setgid(owner.gid)
  process.setuid(owner.uid)
}
