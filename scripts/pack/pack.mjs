import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { trackedFiles } from '../checks/tracked-files.mjs'
import { buildWeb } from '../start/build-web.mjs'
import { Refusal, run, runMain, say } from '../start/say.mjs'
import { pinnedNode, root, setUp } from '../start/set-up.mjs'
import { shippedPackages } from './shipped-packages.mjs'

/** Commands of a release; the others build or test the source. */
export const releaseCommands = [
  'start',
  'upgrade',
  'migrate',
  'backup',
  'base-backup',
  'upload-backups',
  'prove-backup',
  'prove-archive',
  'restore',
  'create-admin',
  'verify-audit',
  'verify-audit-copy',
  'reseal',
  'retention',
]
const shippedFolders = /^(server\/(src|migrations)|domain\/src|packages\/[^/]+\/src|scripts\/start|bin|deploy|docs)\//
/** Files that the documents name, beside the license. */
const shippedFiles = ['LICENSE', 'README.md', 'CONTRIBUTING.md', 'bench/results.md']
/** Includes the host name and the secrets of docs/deploy/container.md, which are on disk where an image is built. */
const unshipped = /\.test\.m?[jt]sx?$|^server\/src\/testing\/|^deploy\/(secrets\/|\.env$)/
/** Link to the Node of the platform, so that the deploy files are the same for each processor. */
const runtimeLink = 'bin/node'
/** For what root unpacks and runs: only root may write it, whatever the uid and umask of the builder. GNU tar alone has it. */
const ownership = process.platform === 'linux' ? ['--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX,go-w'] : []
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * `npm run pack`: packs the built web, the server, its libraries and the pinned Node into a tarball of this platform, which
 * starts without npm or a registry. With `--folder FOLDER` writes the files there instead, for an image.
 */
export async function pack({ folder, into = join(root, 'dist') }) {
  await buildWeb(await setUp())
  const name = `coverdesk-${product.version}-${process.platform}-${process.arch}`
  const target = folder ? resolve(folder) : join(into, name)
  if (folder && existsSync(target)) throw new Refusal(`${target} exists already. Name a new folder.`)
  rmSync(target, { recursive: true, force: true })
  writeRelease(target)
  if (folder) return target
  return await makeTarball(target)
}

/** Replaces a folder by a tarball of it. */
export async function makeTarball(folder) {
  const tarball = `${folder}.tar.gz`
  const args = ['-czf', tarball, ...ownership, '-C', dirname(folder), basename(folder)]
  if ((await run('tar', args)) !== 0) throw new Refusal('tar failed; see above.')
  rmSync(folder, { recursive: true })
  return tarball
}

/** Source files of a release. */
export function shippedSources() {
  return trackedFiles().filter(
    (path) => shippedFiles.includes(path) || (shippedFolders.test(path) && !unshipped.test(path)),
  )
}

function writeRelease(target) {
  for (const path of [...shippedSources(), 'web/dist']) copy(path, target)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const shipped = shippedPackages(packages, 'server', (path) => existsSync(join(root, path)))
  for (const path of shipped)
    if (path.includes('node_modules/')) copy(path, target)
    else linkWorkspace(path, target)
  const runtime = relative(root, dirname(dirname(pinnedNode)))
  copy(runtime, target)
  if (process.platform !== 'win32') linkRuntime(target)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(releasePackage(), null, 2)}\n`)
  const node = packages[runtime].version
  const release = { version: product.version, commit: commit(), platform: `${process.platform}-${process.arch}`, node }
  writeFileSync(join(target, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
}

/** Copies without the packages inside a package, which have their own entry in the lock file. */
function copy(path, target) {
  const inner = join(root, path, 'node_modules')
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source !== inner,
  })
}

function linkWorkspace(path, target) {
  copy(join(path, 'package.json'), target)
  const link = join(target, 'node_modules/@coverdesk', basename(path))
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join('../..', path), link)
}

function linkRuntime(target) {
  const link = join(target, runtimeLink)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join('..', relative(root, pinnedNode)), link)
}

function releasePackage() {
  const { name, version, description, license, type, engines } = product
  const scripts = Object.fromEntries(releaseCommands.map((command) => [command, product.scripts[command]]))
  return { name, version, private: true, description, license, type, engines, scripts }
}

function commit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

if (process.argv[1] === import.meta.filename)
  await runMain(async () => {
    const { values } = parseArgs({ options: { folder: { type: 'string' } } })
    say(`Packed ${await pack(values)}`)
  })
