import { dirname, join, normalize } from 'node:path/posix'

const packages = ['domain', 'server', 'web', 'e2e', 'bench']
const importPattern =
  /(?:^|[\n;])\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g

/** What each package may not import, by pattern, with the reason that is shown. Tests are let off where said. */
const forbidden = [
  { in: 'domain', test: false, what: /^node:/, why: 'the domain runs in the browser too: no Node' },
  {
    in: 'domain',
    test: true,
    what: /^(react|@mantine|@tanstack|fastify|@fastify|pg|kysely)\b/,
    why: 'the domain knows no framework',
  },
  { in: 'domain', test: true, what: /^@coverdesk\/(server|web)\b/, why: 'the domain imports nobody' },
  { in: 'server', test: true, what: /^(@coverdesk\/web|react|@mantine)\b/, why: 'the server does not import the web' },
  {
    in: 'web',
    test: true,
    what: /^(@coverdesk\/server|fastify|@fastify|pg|kysely)\b/,
    why: 'the web does not import the server',
  },
  { in: 'web', test: false, what: /^node:/, why: 'the web runs in the browser: no Node' },
]

/** The rooms of `server/src/platform` from bottom to top: a room imports itself and those before it. */
const serverRooms = [
  'runtime',
  'db',
  'embedded-postgres',
  'config',
  'secrets',
  'audit',
  'auth',
  'jobs',
  'http',
  'lists',
  'exports',
  'imports',
  'search',
  'realtime',
  'integrations',
  'installation',
]
/** Folders of `src` that are no features; `commands` and `testing` are above all features. */
const notFeatures = ['platform', 'ui', 'app', 'commands', 'testing']

const infrastructure = /^(fastify|@fastify\/.*|pg|pg-copy-streams)$/
const emptyNames = /^(index|utils?|helpers?|common|types)\.(tsx?|mjs)$/

/**
 * Checks the house's rules of who imports whom. `files` is a map from path (`server/src/policies/policy-routes.ts`) to
 * source. `exceptions` are broken rules that are accepted for now; one that no longer applies is a problem itself.
 * Answers the broken rules as lines `path: reason`.
 */
export function importProblems(files, exceptions = { upward: [], fileCycles: [] }) {
  const modules = [...files].map(([path, source]) => moduleOf(path, source))
  return [
    ...modules.flatMap(problemsOf),
    ...featureCycles(modules),
    ...withoutAccepted(upwardImports(modules), exceptions.upward, 'upward import'),
    ...withoutAccepted(fileCycles(modules), exceptions.fileCycles, 'file cycle'),
  ]
}

/** `found` are `[key, problem]`; leaves out the accepted keys, and names those that were not found. */
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
  const [name, folder, feature, file] = path.split('/')
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')
  return {
    path,
    package: name,
    feature: folder === 'src' && file ? feature : undefined,
    isTest: /\.(test|e2e)\.(tsx?|mjs)$/.test(path) || /^test-/.test(path.split('/').at(-1)),
    imports: [...code.matchAll(importPattern)].map((match) => match[1] ?? match[2]),
    callsFetch: /(?<![.\w])fetch\(/.test(code) || /\b(globalThis|window)\.fetch\(/.test(code),
  }
}

function problemsOf(module) {
  const problems = module.imports.flatMap((target) => problemsOfImport(module, target))
  if (module.callsFetch && isFeature(module) && !module.isTest) problems.push('only platform calls fetch')
  if (emptyNames.test(module.path.split('/').at(-1))) problems.push('the name says nothing about what is inside')
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
  const [name, , feature, file] = resolved.split('/')
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
    problems.push(`a feature does not use another's routes or pages (${target})`)
  }
  return problems
}

/** The path in the project that an import leads to, or undefined for a package of somebody else. */
function resolve(module, target) {
  if (target.startsWith('.')) return normalize(join(dirname(module.path), target))
  const inDomain = /^@coverdesk\/domain\/(.+)$/.exec(target)
  return inDomain ? `domain/src/${inDomain[1]}` : undefined
}

function isFeature(module) {
  return module.feature !== undefined && !notFeatures.includes(module.feature)
}

/** Imports from `platform` into a feature, and from a room of the server's platform into one above it, as `[key, problem]`. */
function upwardImports(modules) {
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

/** The place of a file's room, from the bottom; -1 where a file is in none. */
function roomOf(path) {
  const [, room] = /^server\/src\/platform\/([\w-]+)\//.exec(path) ?? []
  return serverRooms.indexOf(room)
}

/**
 * Groups of files that import each other in a circle, types included, as `[key, problem]`. The key is the files' names without
 * their folders, so that it outlives a move.
 */
function fileCycles(modules) {
  const paths = new Set(modules.map(({ path }) => path))
  const uses = new Map(
    modules.map((module) => [
      module.path,
      module.imports.map((target) => resolve(module, target)).filter((path) => path && paths.has(path)),
    ]),
  )
  return connectedGroups(uses).map((group) => {
    const names = group.map((path) => path.split('/').at(-1)).toSorted()
    return [names.join(' ↔ '), `${group.toSorted().join(' ↔ ')}: files import each other in a circle`]
  })
}

/** The strongly connected components with more than one node, or with one that leads to itself (Tarjan 1972). */
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

/** Circles of features within one package; each is named once. */
function featureCycles(modules) {
  const uses = new Map()
  for (const module of modules.filter((one) => isFeature(one) && !one.isTest)) {
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
    const circle = pathBack(uses, start)
    const name = circle?.toSorted().join()
    if (circle && !found.has(name)) found.set(name, `${circle.join(' → ')} → ${start}: features go in a circle`)
  }
  return [...found.values()]
}

/** The shortest way from a feature back to itself. */
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
