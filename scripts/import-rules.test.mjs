import { expect, test } from 'vitest'
import { importProblems } from './import-rules.mjs'

const check = (files) => importProblems(new Map(Object.entries(files)))

test.each([
  ['the domain imports Node', 'domain/src/policies/policy-rules.ts', "import { join } from 'node:path'"],
  [
    'the domain imports the server',
    'domain/src/policies/policy-rules.ts',
    "import x from '@coverdesk/server/src/a.ts'",
  ],
  ['the domain imports React', 'domain/src/policies/policy-rules.ts', "import type { ReactNode } from 'react'"],
  ['the server imports the web', 'server/src/platform/files.ts', "import { x } from '../../../web/src/x.ts'"],
  ['the web imports the server', 'web/src/policies/list.tsx', "export { x } from '../../../server/src/x.ts'"],
  ['a feature imports the driver', 'server/src/policies/policy-queries.ts', "import pg from 'pg'"],
  ['a feature imports the web framework', 'server/src/policies/policy-routes.ts', "import fastify from 'fastify'"],
  ['a feature calls fetch', 'web/src/policies/policy-list-page.tsx', "const a = await fetch('/api')"],
  ["a feature uses another's page", 'web/src/policies/a.tsx', "import { P } from '../shell/home-page.tsx'"],
  ["a feature uses another's routes", 'server/src/policies/a.ts', "import('../access/access-routes.ts')"],
  ['an import names no extension', 'server/src/policies/a.ts', "import { a } from './b'"],
  ['a file has an empty name', 'server/src/policies/utils.ts', 'export const a = 1'],
])('it is refused that %s', (_, path, source) => {
  expect(check({ [path]: source })).toHaveLength(1)
})

test('features in a circle are refused once, with the way', () => {
  const problems = check({
    'server/src/a/x.ts': "import { y } from '../b/y.ts'",
    'server/src/b/y.ts': "import { z } from '../c/z.ts'",
    'server/src/c/z.ts': "import { x } from '../a/x.ts'",
  })
  expect(problems).toEqual(['server/a → server/b → server/c → server/a: features go in a circle'])
})

test('what the house allows passes', () => {
  const problems = check({
    'domain/src/policies/policy-rules.ts': "import { z } from 'zod'\nimport { day } from '../fields/day.ts'",
    'server/src/app.ts': "import fastify from 'fastify'\nimport { r } from './policies/policy-routes.ts'",
    'server/src/policies/policy-routes.ts': "import { list } from './policy-queries.ts'",
    'server/src/policies/policy-queries.ts':
      "import type { Db } from '../platform/database.ts'\nimport { sees } from '../access/visibility.ts'",
    'server/src/access/visibility.ts': "import { rule } from '@coverdesk/domain/access/claim-rules.ts'",
    'server/src/platform/database.ts': "import pg from 'pg'",
    'web/src/platform/query.ts': 'await fetch(path)',
    'web/src/policies/policy-list-page.tsx': "// not fetch('/x')\nimport classes from './list.module.css'",
  })
  expect(problems).toEqual([])
})
