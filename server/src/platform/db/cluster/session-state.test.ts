import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../runtime/project-root.ts'

/** Settings, locks and other state that outlive a transaction: a pooler in transaction mode hands them to other clients. */
const sessionState = [
  /['"`;]\s*set (?!local |transaction |constraints )(?:session )?[a-z_.]+ *(?:=|to\b)/i,
  /set_config\([^)]*false\s*\)/i,
  /pg_(?:try_)?advisory_lock(?:_shared)?\(/i,
  /\b(?:listen|unlisten) [a-z_]+['"`;]/,
  /with hold\b/i,
]

/** These work on the embedded database, where nothing is between us and the server. */
const direct = [/^server\/src\/backup\/continuous\//, /^server\/src\/testing\//, /^packages\/embedded-postgres\//]

test('P-89 no statement leaves a setting or a lock on its session, which a pooler gives to others', async () => {
  const files = globSync('{server,packages/*}/{src,migrations}/**/*.{ts,sql}', { cwd: projectRoot })
  const used = files.filter((file) => !/\.test\.ts$/.test(file) && !direct.some((folder) => folder.test(file)))
  expect(used.length).toBeGreaterThan(500)
  const found: string[] = []
  for (const file of used) {
    const text = await readFile(join(projectRoot, file), 'utf8')
    for (const state of sessionState) {
      const [match] = state.exec(text) ?? []
      if (match) found.push(`${file}: ${match.trim()}`)
    }
  }
  expect(found).toEqual([])
})
