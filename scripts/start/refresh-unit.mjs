import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Replaces the installed unit of the service when it is that of release `from` and `to` has another. Returns whether systemd
 * must read it again, and whether it was edited on this machine and therefore stays.
 */
export function refreshUnit(installed, from, to) {
  const [before, after] = [from, to].map((release) => join(release, 'deploy/coverdesk.service'))
  const unchanged = { isChanged: false, isEdited: false }
  if (![installed, before, after].every((file) => existsSync(file))) return unchanged
  const [current, earlier, next] = [installed, before, after].map((file) => readFileSync(file, 'utf8'))
  if (earlier === next) return unchanged
  // A link into the release leads to the next one already.
  if (current === next) return { isChanged: true, isEdited: false }
  if (current !== earlier) return { isChanged: false, isEdited: true }
  copyFileSync(after, installed)
  return { isChanged: true, isEdited: false }
}
