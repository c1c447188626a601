import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** Called through objects that the process is configured with, so no import leads from a handler to it. */
const configured = [
  'server/src/platform/http/http.ts',
  'server/src/consents/consent-gate.ts',
  'server/src/marketplace/exchange/',
  'server/src/plans/cms/',
]

/** Constraints of the tables of staff; those that clients can violate are named where this is called. */
const ofStaff = new Set(['constraintFailures'])

/**
 * Failures that a call of one of these routes may end in: of each, the paths of the routes. Follows every name that the code of a
 * handler uses to its declaration, so it finds more than can happen, never less, except through `configured` objects.
 * @param {{ name: string, route: string, path: string }[]} routes Name of the contract's constant and of the route in it.
 * @param {ReadonlySet<string>} codes All codes of failures.
 * @returns {{ reached: Map<string, Set<string>>, unbound: string[] }}
 */
export function failuresOf(routes, codes) {
  const modules = new Map(['server/src', 'domain/src'].flatMap(sourcesOf).map((path) => [path, moduleOf(path)]))
  const reached = new Map()
  const unbound = []
  const isSubject = (path) => path.endsWith('-subject.ts')
  const everywhere = [...modules].flatMap(([path, { declared }]) =>
    configured.some((place) => path.startsWith(place)) || isSubject(path)
      ? [...declared.keys()].map((name) => ({ path, name }))
      : [],
  )
  collect(modules, everywhere, codes, (code) => addTo(reached, code, 'any route'))
  for (const { name, route, path } of routes) {
    const bindings = [...modules].flatMap(([file, { bound }]) =>
      bound.filter((one) => one.contract === name && one.route === route).map((one) => ({ file, ...one })),
    )
    if (bindings.length === 0) unbound.push(path)
    const starts = bindings.flatMap(({ file, names }) => names.map((used) => ({ path: file, name: used })))
    collect(modules, starts, codes, (code) => addTo(reached, code, path))
    for (const { texts } of bindings) for (const text of texts) if (codes.has(text)) addTo(reached, text, path)
  }
  return { reached, unbound }
}

function addTo(map, key, value) {
  if (!map.has(key)) map.set(key, new Set())
  map.get(key).add(value)
}

/** Calls `found` with each code in the declarations that can be reached from the names. */
function collect(modules, starts, codes, found) {
  const seen = new Set()
  const open = [...starts]
  for (let next = open.pop(); next; next = open.pop()) {
    const key = `${next.path} ${next.name}`
    const module = modules.get(next.path)
    if (seen.has(key) || !module) continue
    seen.add(key)
    const from = module.imported.get(next.name)
    if (from) open.push(from)
    const declaration = module.declared.get(next.name)
    if (!declaration || ofStaff.has(next.name)) continue
    for (const text of declaration.texts) if (codes.has(text)) found(text)
    for (const name of declaration.names) open.push({ path: next.path, name })
  }
}

function sourcesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !/\.test\.ts$|^test-/.test(name))
    .map((file) => relative(root, join(file.parentPath, file.name)))
    .filter((path) => path !== 'domain/src/failures.ts')
}

/** What a module declares and imports at its top level, and the routes that it binds. */
function moduleOf(path) {
  const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  const imported = new Map()
  const declared = new Map()
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      if (node.importKind === 'type') continue
      const file = fileOf(path, node.source.value)
      for (const { type, imported: name, local } of node.specifiers)
        if (file && type === 'ImportSpecifier') imported.set(local.name, { path: file, name: name.name })
      continue
    }
    const declaration = node.declaration ?? node
    if (declaration.type === 'VariableDeclaration')
      for (const one of declaration.declarations)
        for (const name of namesOf(one.id)) declared.set(name, usedIn(one.init))
    else if (declaration.id) declared.set(declaration.id.name, usedIn(declaration))
  }
  return { imported, declared, bound: boundIn(program, imported) }
}

function namesOf(pattern) {
  if (pattern.type === 'Identifier') return [pattern.name]
  return (pattern.properties ?? []).flatMap(({ value }) => (value?.type === 'Identifier' ? [value.name] : []))
}

function fileOf(from, source) {
  if (source.startsWith('.')) return relative(root, resolve(root, from, '..', source))
  return source.startsWith('@coverdesk/domain/') ? source.replace('@coverdesk/domain/', 'domain/src/') : null
}

/** Names and texts in a piece of code. */
function usedIn(node) {
  const names = new Set()
  const texts = new Set()
  if (!node) return { names, texts }
  const visitor = new Visitor({
    Identifier({ name }) {
      names.add(name)
    },
    Literal({ value }) {
      if (typeof value === 'string') texts.add(value)
    },
  })
  visitor.visit({ type: 'Program', body: [{ type: 'ExpressionStatement', expression: node }] })
  return { names, texts }
}

/** Calls such as `on(policies.list, listPolicies)`. */
function boundIn(program, imported) {
  const bound = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [route, ...others] }) {
      if (callee.name !== 'on' || route?.type !== 'MemberExpression' || !imported.has(route.object.name)) return
      const used = others.map(usedIn)
      const contract = imported.get(route.object.name).name
      const all = (of) => [...new Set(used.flatMap((one) => [...one[of]]))]
      bound.push({ contract, route: route.property.name, names: all('names'), texts: all('texts') })
    },
  })
  visitor.visit(program)
  return bound
}
