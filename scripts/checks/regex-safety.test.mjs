import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('P-48 no regular expression of the source has catastrophic backtracking', () => {
  const found = ['domain/src', 'packages', 'server/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => /\.tsx?$/.test(file.name) && !/\.test\.tsx?$|^test-/.test(file.name))
      .flatMap((file) => literalsOf(join(file.parentPath, file.name))),
  )
  expect(found.length).toBeGreaterThan(30)
  // Checks each distinct pattern once.
  const different = new Map(found.map((regex) => [`/${regex.pattern}/${regex.flags}`, regex])).values()
  const slow = [...different].filter(({ pattern, flags }) =>
    isCatastrophic(checkSync(pattern, flags, { timeout: 5000 })),
  )
  expect(slow).toEqual([])
  // The check of a single expression may take up to 5 s.
}, 120_000)

/** Exponential, or worse than quadratic: all inputs are short (100 characters in a filter, 200 in a path). */
function isCatastrophic({ status, complexity }) {
  return status === 'vulnerable' && (complexity.type === 'exponential' || complexity.degree > 2)
}

/** The regular expression literals of a file, from its syntax tree. */
function literalsOf(path) {
  const literals = []
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ path, ...node.regex })
    },
  })
  visitor.visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return literals
}
