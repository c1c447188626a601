import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { packAssets } from './pack-assets.mjs'
import { Refusal, runQuietly, say } from './say.mjs'
import { isRelease, npmCommand, refuseFullDisk, refuseUnlessWritable, root } from './set-up.mjs'

const stamp = join(root, 'node_modules/.cache/coverdesk/web-build')

/**
 * Builds the web for production into web/dist, unless the sources are unchanged since the last build. Throws a Refusal with
 * the output of a failed build.
 */
export async function buildWeb(env) {
  if (isRelease) return
  const sources = sourceHash()
  if (existsSync(join(root, 'web/dist/index.html')) && lastBuild() === sources) return
  refuseUnlessWritable(join(root, 'web'), 'build its screens')
  say('Building the screens …')
  const started = Date.now()
  const [command, first] = npmCommand()
  const { code, output } = await runQuietly(command, [...first, 'run', 'build', '-w', 'web'], { cwd: root, env })
  if (code !== 0) refuseFullDisk(root)
  if (code !== 0) throw new Refusal(`${output}\nThe screens could not be built; see above.`)
  await compress()
  writeStamp(sources)
  say(`Built the screens in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

async function compress() {
  try {
    await packAssets(join(root, 'web/dist/assets'))
  } catch (error) {
    refuseFullDisk(root)
    throw error
  }
}

/** Without a stamp the next start builds again; this start continues. */
function writeStamp(sources) {
  try {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, sources)
  } catch (error) {
    say(`Could not write the build stamp; the next start builds again (${error.message}).`)
  }
}

function lastBuild() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

/** A hash of the names and contents of all build inputs. */
function sourceHash() {
  const hash = createHash('sha256')
  for (const file of [
    ...filesIn(join(root, 'web')),
    ...filesIn(join(root, 'docs/guide')),
    ...filesIn(join(root, 'domain')),
    join(root, 'package-lock.json'),
    join(root, 'scripts/start/pack-assets.mjs'),
  ]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (['node_modules', 'dist'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
}
