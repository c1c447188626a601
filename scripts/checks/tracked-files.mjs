import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../start/set-up.mjs'

/** Paths of the project's files: from git, or without git all files except build results. */
export function trackedFiles() {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 24 })
  const tracked = status === 0 ? stdout.split('\0').filter((path) => path && existsSync(join(root, path))) : []
  return tracked.length > 0 ? tracked : filesIn(root)
}

const buildFolders = new Set([
  'node_modules',
  'dist',
  '.data',
  '.git',
  'test-results',
  'playwright-report',
  '.cache',
  '.stryker-tmp',
])

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return buildFolders.has(entry.name) ? [] : filesIn(path)
    return entry.isFile() ? [relative(root, path).replaceAll('\\', '/')] : []
  })
}
