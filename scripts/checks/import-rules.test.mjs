import { expect, test } from 'vitest'
import { importExceptions } from './import-exceptions.mjs'
import { importProblems } from './import-rules.mjs'

const check = (files) => importProblems(new Map(Object.entries(files)))

test.each([
  ['the domain imports Node', 'domain/src/policies/policy-rules.ts', "import { join } from 'node:path'"],
  [
    'the domain imports the server',
    'domain/src/policies/policy-rules.ts',
    "import x from '@coverdesk/server/src/a.ts'",
  ],
  [
    'a package of its own imports the domain',
    'packages/sealed-backup/src/a.ts',
    "import x from '@coverdesk/domain/a.ts'",
  ],
  [
    'a package of its own imports another',
    'packages/sealed-backup/src/a.test.ts',
    "import x from '@coverdesk/embedded-postgres/a.ts'",
  ],
  [
    'a package of its own imports the server by path',
    'packages/sealed-backup/src/a.ts',
    "import x from '../../../server/src/a.ts'",
  ],
  ['the web imports a package of the server', 'web/src/a/b.ts', "import x from '@coverdesk/sealed-backup/a.ts'"],
  ['the domain imports React', 'domain/src/policies/policy-rules.ts', "import type { ReactNode } from 'react'"],
  ['the server imports the web', 'server/src/platform/files.ts', "import { x } from '../../../web/src/x.ts'"],
  ['the web imports the server', 'web/src/policies/list.tsx', "export { x } from '../../../server/src/x.ts'"],
  ['a feature imports the driver', 'server/src/policies/policy-queries.ts', "import pg from 'pg'"],
  ['a feature imports the web framework', 'server/src/policies/policy-routes.ts', "import fastify from 'fastify'"],
  ['a feature calls fetch', 'web/src/policies/policy-list-page.tsx', "const a = await fetch('/api')"],
  ["a feature uses another's page", 'web/src/policies/a.tsx', "import { P } from '../shell/home-page.tsx'"],
  ["a feature uses another's routes", 'server/src/policies/a.ts', "import('../access/access-routes.ts')"],
  ['an import names no extension', 'server/src/policies/a.ts', "import { a } from './b'"],
  [
    "the server's platform imports a feature",
    'server/src/platform/http/web-page.ts',
    "import type { B } from '../../shell/brands.ts'",
  ],
  [
    "the web's platform imports a feature",
    'web/src/platform/api/call.ts',
    "import { S } from '../../policies/list.tsx'",
  ],
  [
    'platform imports test support',
    'server/src/platform/db/pool.ts',
    "import { a } from '../../testing/test-agency.ts'",
  ],
  [
    'a room imports one above it',
    'server/src/platform/db/pool.ts',
    "import type { Config } from '../config/config.ts'",
  ],
  ['a file imports itself', 'server/src/policies/a.ts', "import { a } from './a.ts'"],
  ['a file has an empty name', 'server/src/policies/utils.ts', 'export const a = 1'],
])('rejected: %s', (_, path, source) => {
  expect(check({ [path]: source })).toHaveLength(1)
})

test('an import cycle between features is reported once, with its path', () => {
  const problems = check({
    'server/src/a/x.ts': "import { y } from '../b/y.ts'",
    'server/src/b/of-c.ts': "import { z } from '../c/z.ts'",
    'server/src/c/of-a.ts': "import { x } from '../a/x.ts'",
  })
  expect(problems).toEqual(['server/a → server/b → server/c → server/a: import cycle between features'])
})

test('an import cycle between files is reported once, types included', () => {
  const problems = check({
    'server/src/a/x.ts': "import type { Y } from './y.ts'",
    'server/src/a/y.ts': "import { z } from './z.ts'",
    'server/src/a/z.ts': "import { x } from './x.ts'",
    'server/src/a/leaf.ts': "import { x } from './x.ts'",
  })
  expect(problems).toEqual(['server/src/a/x.ts ↔ server/src/a/y.ts ↔ server/src/a/z.ts: import cycle between files'])
})

test('an accepted exception passes, and is reported once it no longer applies', () => {
  const files = new Map([
    ['server/src/platform/db/pool.ts', "import type { Config } from '../config/config.ts'"],
    ['server/src/a/x.ts', "import type { Y } from './y.ts'"],
    ['server/src/a/y.ts', "import { x } from './x.ts'"],
  ])
  const accepted = {
    upward: ['server/src/platform/db/pool.ts → server/src/platform/config/config.ts'],
    fileCycles: ['x.ts ↔ y.ts'],
  }
  expect(importProblems(files, accepted)).toEqual([])
  expect(importProblems(new Map(), accepted)).toEqual([
    expect.stringContaining('this upward import is gone'),
    expect.stringContaining('this file cycle is gone'),
  ])
})

test('the accepted exceptions do not grow: lower these counts when one is fixed', () => {
  expect(importExceptions.upward).toEqual([])
  expect(importExceptions.fileCycles).toEqual([])
})

test('allowed imports pass', () => {
  const problems = check({
    'domain/src/policies/policy-rules.ts': "import { z } from 'zod'\nimport { day } from '../fields/day.ts'",
    'server/src/app.ts': "import fastify from 'fastify'\nimport { r } from './policies/policy-routes.ts'",
    'server/src/policies/policy-routes.ts': "import { list } from './policy-queries.ts'",
    'server/src/policies/policy-queries.ts':
      "import type { Db } from '../platform/database.ts'\nimport { visibleTo } from '../access/visibility.ts'",
    'server/src/access/visibility.ts': "import { rule } from '@coverdesk/domain/access/claim-rules.ts'",
    'server/src/platform/db/database.ts': "import pg from 'pg'",
    'server/src/platform/http/http.ts':
      "import { db } from '../db/database.ts'\nimport { limit } from './input/limits.ts'",
    'server/src/platform/http/http.test.ts': "import { startTestApp } from '../../testing/test-agency.ts'",
    'server/src/testing/test-agency.ts': "import { buildApp } from '../app.ts'",
    'server/src/commands/migrate-command.ts': "import pg from 'pg'",
    'web/src/platform/api/query.ts': 'await fetch(path)',
    'web/src/policies/policy-list-page.tsx': "// not fetch('/x')\nimport classes from './list.module.css'",
  })
  expect(problems).toEqual([])
})
