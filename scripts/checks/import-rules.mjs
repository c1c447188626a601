import { dirname, join, normalize } from 'node:path/posix'

/** Folders of packages; those in `packages/` know nothing of the product. */
export const packages = [
  'domain',
  'packages/embedded-postgres',
  'packages/sealed-backup',
  'server',
  'web',
  'e2e',
  'bench',
  'chaos',
]
const importPattern =
  /(?:^|[\n;])\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g

/** Forbidden imports per package, by pattern, with the reason to print. Tests are exempt where `test` is false. */
const forbidden = [
  { in: 'domain', test: false, what: /^node:/, why: 'the domain runs in the browser too: no Node' },
  {
    in: 'domain',
    test: true,
    what: /^(react|@mantine|@tanstack|fastify|@fastify|pg|kysely)\b/,
    why: 'the domain knows no framework',
  },
  { in: 'domain', test: true, what: /^@coverdesk\/(?!domain\/)/, why: 'the domain imports no other package' },
  { in: 'server', test: true, what: /^(@coverdesk\/web|react|@mantine)\b/, why: 'the server does not import the web' },
  {
    in: 'web',
    test: true,
    what: /^(@coverdesk\/(?!domain\/)|(fastify|@fastify|pg|kysely)\b)/,
    why: 'the web does not import the server',
  },
  ...['packages/embedded-postgres', 'packages/sealed-backup'].map((name) => ({
    in: name,
    test: true,
    what: /^@coverdesk\//,
    why: 'a package of its own knows nothing of the product',
  })),
  { in: 'web', test: false, what: /^node:/, why: 'the web runs in the browser: no Node' },
]

/** The rooms of `server/src/platform` from bottom to top: a room imports only itself and the rooms before it. */
const serverRooms = [
  'runtime',
  'db',
  'config',
  'secrets',
  'audit',
  'auth',
  'jobs',
  'integrations',
  'http',
  'metrics',
  'lists',
  'exports',
  'imports',
  'search',
  'realtime',
  'installation',
]
/** Folders of `src` that are not features; `commands` and `testing` are above all features. */
const notFeatures = ['platform', 'ui', 'app', 'commands', 'testing']

const infrastructure = /^(fastify|@fastify\/.*|pg|pg-copy-streams)$/
const emptyNames = /^(index|utils?|helpers?|common|types)\.(tsx?|mjs)$/

/**
 * Checks the import rules. `files` maps paths (`server/src/policies/policy-routes.ts`) to sources. `exceptions` lists accepted
 * violations; an exception that no longer applies is a problem itself. Returns the violations as lines `path: reason`.
 */
export function importProblems(files, exceptions = { upward: [], fileCycles: [] }) {
  const modules = modulesOf(files)
  return [
    ...modules.flatMap(problemsOf),
    ...featureCycles(modules),
    ...withoutAccepted(upwardImports(modules), exceptions.upward, 'upward import'),
    ...withoutAccepted(fileCycles(modules), exceptions.fileCycles, 'file cycle'),
  ]
}

/** Parses the imports of each file; `files` maps paths to sources. */
export function modulesOf(files) {
  return [...files].map(([path, source]) => moduleOf(path, source))
}

/** Removes accepted keys from `found` (pairs `[key, problem]`) and reports accepted keys that were not found. */
function withoutAccepted(found, accepted, what) {
  const keys = new Set(found.map(([key]) => key))
  return [
    ...found.filter(([key]) => !accepted.includes(key)).map(([, problem]) => problem),
    ...accepted
      .filter((key) => !keys.has(key))
      .map((key) => `${key}: this ${what} is gone; remove it from import-exceptions.mjs`),
  ]
}

function moduleOf(path, source) {
  const name = packageOf(path)
  const [, folder, feature, file] = path.split('/')
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')
  return {
    path,
    package: name,
    // The rooms of the benchmarks, of chaos and of the packages of their own are not features.
    feature:
      folder === 'src' && file && !['bench', 'chaos'].includes(name) && !name.includes('/') ? feature : undefined,
    isTest: /\.(test|e2e)\.(tsx?|mjs)$/.test(path) || /^test-/.test(path.split('/').at(-1)),
    imports: [...code.matchAll(importPattern)].map((match) => match[1] ?? match[2]),
    callsFetch: /(?<![.\w])fetch\(/.test(code) || /\b(globalThis|window)\.fetch\(/.test(code),
  }
}

function problemsOf(module) {
  const problems = module.imports.flatMap((target) => problemsOfImport(module, target))
  if (module.callsFetch && isFeature(module) && !module.isTest) problems.push('only platform calls fetch')
  if (emptyNames.test(module.path.split('/').at(-1))) problems.push('the name does not say what the file contains')
  return [...new Set(problems)].map((problem) => `${module.path}: ${problem}`)
}

function problemsOfImport(module, target) {
  const problems = forbidden
    .filter((rule) => rule.in === module.package && rule.what.test(target) && (rule.test || !module.isTest))
    .map(({ why }) => `${why} (${target})`)
  const hasPlatform = module.package === 'server' || module.package === 'web'
  if (isFeature(module) && !module.isTest && hasPlatform && infrastructure.test(target)) {
    problems.push(`only platform imports ${target}`)
  }
  const resolved = resolve(module, target)
  if (!resolved) return problems
  const name = packageOf(resolved)
  const [, , feature, file] = resolved.split('/')
  if (target.startsWith('.') && name !== module.package && packages.includes(name)) {
    problems.push(`another package is imported by its name, not by ${target}`)
  }
  if (!/\.\w+(\?\w+)?$/.test(resolved)) problems.push(`an import names its file with extension (${target})`)
  if (
    isFeature(module) &&
    file &&
    feature !== module.feature &&
    /-(routes\.ts|page\.tsx)$/.test(resolved) &&
    !module.isTest
  ) {
    problems.push(`a feature does not import another feature's routes or pages (${target})`)
  }
  return problems
}

/** Resolves an import to a path in the project; undefined for an external package. */
function resolve(module, target) {
  if (target.startsWith('.')) return normalize(join(dirname(module.path), target))
  const [, name, path] = /^@coverdesk\/(domain|embedded-postgres|sealed-backup)\/(.+)$/.exec(target) ?? []
  if (!name) return undefined
  return `${name === 'domain' ? name : `packages/${name}`}/src/${path}`
}

/** The package of a path: its first folder, or its first two in `packages/`. */
function packageOf(path) {
  return path
    .split('/')
    .slice(0, path.startsWith('packages/') ? 2 : 1)
    .join('/')
}

function isFeature(module) {
  return module.feature !== undefined && !notFeatures.includes(module.feature)
}

/** Imports from `platform` into a feature, and from a room of the server's platform into a higher one, as `[key, problem]`. */
export function upwardImports(modules) {
  return modules
    .filter(({ feature, isTest }) => feature === 'platform' && !isTest)
    .flatMap((module) =>
      module.imports.flatMap((target) => {
        const resolved = resolve(module, target)
        const problem = resolved && upwardProblem(module, resolved)
        return problem ? [[`${module.path} → ${resolved}`, `${module.path}: ${problem} (${resolved})`]] : []
      }),
    )
}

function upwardProblem(module, resolved) {
  const [name, folder, feature, file] = resolved.split('/')
  if (name !== module.package || folder !== 'src') return undefined
  if (!file || !['platform', 'ui'].includes(feature)) return 'platform imports no feature'
  const from = roomOf(module.path)
  const to = roomOf(resolved)
  if (from === -1 || to === -1 || to <= from) return undefined
  return `${serverRooms[from]} is below ${serverRooms[to]} and does not import it`
}

/** Index of a file's room, counted from the bottom; -1 for a file outside of all rooms. */
function roomOf(path) {
  const [, room] = /^server\/src\/platform\/([\w-]+)\//.exec(path) ?? []
  return serverRooms.indexOf(room)
}

/**
 * Import cycles between files, types included, as `[key, problem]`. The key holds the file names without their folders, so
 * that it survives a move.
 */
export function fileCycles(modules) {
  const paths = new Set(modules.map(({ path }) => path))
  const uses = new Map(
    modules.map((module) => [
      module.path,
      module.imports.map((target) => resolve(module, target)).filter((path) => path && paths.has(path)),
    ]),
  )
  return connectedGroups(uses).map((group) => {
    const names = group.map((path) => path.split('/').at(-1)).toSorted()
    return [names.join(' ↔ '), `${group.toSorted().join(' ↔ ')}: import cycle between files`]
  })
}

/** Strongly connected components with more than one node, or with a node that points to itself (Tarjan 1972). */
function connectedGroups(uses) {
  const found = new Map()
  const lowest = new Map()
  const open = []
  const groups = []
  const visit = (node) => {
    found.set(node, found.size)
    lowest.set(node, found.get(node))
    open.push(node)
    for (const next of uses.get(node)) {
      if (!found.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)))
    }
    if (lowest.get(node) !== found.get(node)) return
    const group = open.splice(open.indexOf(node))
    if (group.length > 1 || uses.get(node).includes(node)) groups.push(group)
  }
  for (const node of uses.keys()) if (!found.has(node)) visit(node)
  return groups
}

/** Import cycles between features of one package, each reported once. */
export function featureCycles(modules) {
  const uses = new Map()
  for (const module of modules.filter((candidate) => isFeature(candidate) && !candidate.isTest)) {
    const from = `${module.package}/${module.feature}`
    for (const target of module.imports) {
      const [name, , feature, file] = resolve(module, target)?.split('/') ?? []
      const to = `${name}/${feature}`
      if (!file || name !== module.package || to === from || notFeatures.includes(feature)) continue
      uses.set(from, (uses.get(from) ?? new Set()).add(to))
    }
  }
  const found = new Map()
  for (const start of uses.keys()) {
    const cycle = pathBack(uses, start)
    const name = cycle?.toSorted().join()
    if (cycle && !found.has(name)) found.set(name, `${cycle.join(' → ')} → ${start}: import cycle between features`)
  }
  return [...found.values()]
}

/** The shortest path from a feature back to itself. */
function pathBack(uses, start) {
  const queue = [[start]]
  const seen = new Set()
  for (const path of queue) {
    for (const next of uses.get(path.at(-1)) ?? []) {
      if (next === start) return path
      if (seen.has(next)) continue
      seen.add(next)
      queue.push([...path, next])
    }
  }
  return undefined
}
