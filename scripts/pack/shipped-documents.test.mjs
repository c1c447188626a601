import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../start/set-up.mjs'
import { releaseCommands, shippedSources } from './pack.mjs'

const shipped = shippedSources()
const documents = shipped.filter((path) => path.endsWith('.md'))
/** Guides of operators; the others are for work on the source. */
const guides = documents.filter((path) =>
  /^docs\/(deploy\/.+|backup|configuration|operations|security)\.md$/.test(path),
)
const read = (path) => readFileSync(join(root, path), 'utf8')

test('a release has every command that its guides name', () => {
  const named = guides.flatMap((path) =>
    [...read(path).matchAll(/(?:bin\/coverdesk|-- coverdesk|(?:app|`)\s?coverdesk) ([a-z][a-z-]+)/g)].map(
      ([, command]) => command,
    ),
  )
  expect(new Set(named)).toEqual(new Set(releaseCommands))
  // What runs in the source only says so.
  for (const path of guides)
    for (const line of read(path).split('\n'))
      if (/npm (run|start)/.test(line)) expect(line, path).toMatch(/\bsource\b/)
})

test('every link of a shipped document leads to a shipped file', () => {
  const isShipped = (path) => shipped.includes(path) || shipped.some((other) => other.startsWith(`${path}/`))
  // asvs.md names files of the source as evidence, tests among them.
  const broken = documents
    .filter((path) => path !== 'docs/generated/asvs.md')
    .flatMap((path) =>
      [
        ...read(path)
          .replaceAll(/`[^`\n]*`/g, '')
          .matchAll(/\]\((?![a-z]+:)([^)\s#]+)(?:#[^)]*)?\)/g),
      ]
        .map(([, link]) => join(dirname(path), link).replace(/\/$/, ''))
        .filter((target) => !isShipped(target))
        .map((target) => `${path}: ${target}`),
    )
  expect(documents).toContain('README.md')
  expect(broken).toEqual([])
})
