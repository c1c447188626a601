import { type ESTree, type Plugin, parseSync, type Rolldown, Visitor } from 'vite'
import { findStaleEntries, sharedFiles } from './shared-files.ts'

/** What the check knows of a file of the build. */
export interface BuiltFile {
  fileName: string
  code: string
  /** Exports of the dynamically imported module that this file is the facade of; null for any other file. */
  facadeExports: readonly string[] | null
}

/**
 * Refuses a build whose files do not fit together. The bundler has lost exports over putting modules into files as we ask
 * (decision 068): the page then fails in the browser, and no unit test sees it.
 */
export function checkFiles(): Plugin {
  return {
    name: 'check-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
        const files = chunks.map(({ fileName, code, isDynamicEntry, facadeModuleId }) => ({
          fileName,
          code,
          facadeExports: isDynamicEntry && facadeModuleId ? (this.getModuleInfo(facadeModuleId)?.exports ?? []) : null,
        }))
        const problems = [...findStaleEntries(sharedFiles, [...this.getModuleIds()]), ...problemsOf(files)]
        if (problems.length > 0) this.error(`The files of the build do not fit together:\n${problems.join('\n')}`)
      },
    },
  }
}

/** A sentence for each thing by which a page of these files would not start, or a part of it would not open. */
export function problemsOf(built: readonly BuiltFile[]): string[] {
  const files = new Map(built.map((file) => [file.fileName, read(file)]))
  const circle = circleIn(files)
  return [
    ...(circle ? [`${circle.join(' → ')}: imported in a circle, so one of them runs before what it needs.`] : []),
    ...[...files.values()].flatMap((file) => [
      ...undeclaredIn(file),
      ...missingFor(file, files),
      ...lostFor(file, files),
    ]),
  ]
}

/** A file by the names that go in and out of it. */
interface ReadFile {
  fileName: string
  facadeExports: readonly string[] | null
  declared: ReadonlySet<string>
  exports: readonly { name: string; local: string | null }[]
  imports: readonly { from: string; names: readonly string[] }[]
  /** What is imported when it is needed, with the names that are read of it at once, or null where any may be. */
  later: readonly { from: string; names: readonly string[] | null }[]
}
type Files = ReadonlyMap<string, ReadFile>

function read({ fileName, code, facadeExports }: BuiltFile): ReadFile {
  const { program } = parseSync(fileName, code)
  const beside = (source: string) => new URL(source, `file:///${fileName}`).pathname.slice(1)
  return {
    fileName,
    facadeExports,
    declared: new Set(program.body.flatMap(namesDeclaredBy)),
    exports: program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration'
        ? statement.specifiers.map(({ exported, local }) => ({
            name: nameOf(exported),
            // `export { a } from` hands on what another file has.
            local: statement.source ? null : nameOf(local),
          }))
        : [],
    ),
    imports: program.body.flatMap((statement) => {
      if (statement.type === 'ImportDeclaration')
        return [{ from: beside(statement.source.value), names: statement.specifiers.flatMap(nameImportedBy) }]
      if (statement.type === 'ExportNamedDeclaration' && statement.source)
        return [{ from: beside(statement.source.value), names: statement.specifiers.map(({ local }) => nameOf(local)) }]
      return []
    }),
    later: importsWhenNeeded(program).map(({ source, names }) => ({ from: beside(source), names })),
  }
}

function namesDeclaredBy(statement: ESTree.Program['body'][number]): string[] {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name)
  if (statement.type === 'VariableDeclaration') return statement.declarations.flatMap(({ id }) => namesIn(id))
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return statement.id ? [statement.id.name] : []
  return []
}

function namesIn(pattern: ESTree.BindingPattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left)
  const parts: (ESTree.BindingPattern | ESTree.BindingRestElement | null)[] =
    pattern.type === 'ArrayPattern'
      ? pattern.elements
      : pattern.properties.map((each) => (each.type === 'RestElement' ? each : each.value))
  return parts.flatMap((part) => (part ? namesIn(part.type === 'RestElement' ? part.argument : part) : []))
}

const nameOf = (name: ESTree.ModuleExportName) => (name.type === 'Literal' ? name.value : name.name)

const nameImportedBy = (each: ESTree.ImportDeclarationSpecifier) =>
  each.type === 'ImportSpecifier' ? [nameOf(each.imported)] : []

function importsWhenNeeded(program: ESTree.Program) {
  const readAtOnce = new Map<ESTree.Expression, string[]>()
  const found: { source: string; names: string[] | null }[] = []
  new Visitor({
    // `let { a, b } = await import(…)`: by this form the bundler leaves out what is not read.
    VariableDeclarator({ id, init }) {
      if (id.type === 'ObjectPattern' && init?.type === 'AwaitExpression') {
        const keys = id.properties.map((each) =>
          each.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : null,
        )
        if (keys.every((key) => key !== null)) readAtOnce.set(init.argument, keys)
      }
    },
    ImportExpression(node) {
      found.push({ source: textOf(node.source), names: readAtOnce.get(node) ?? null })
    },
  }).visit(program)
  return found
}

/** The text between quotes of any kind. */
function textOf(text: ESTree.Expression): string {
  if (text.type === 'TemplateLiteral') return text.quasis[0]?.value.cooked ?? ''
  return text.type === 'Literal' && typeof text.value === 'string' ? text.value : ''
}

function circleIn(files: Files): string[] | null {
  const done = new Set<string>()
  const walk = (name: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name]
    if (done.has(name)) return null
    for (const { from } of files.get(name)?.imports ?? []) {
      const circle = walk(from, [...trail, name])
      if (circle) return circle
    }
    done.add(name)
    return null
  }
  for (const name of files.keys()) {
    const circle = walk(name, [])
    if (circle) return circle
  }
  return null
}

/** What a file exports and does not have. */
function undeclaredIn({ fileName, declared, exports }: ReadFile): string[] {
  return exports
    .flatMap(({ local }) => (local === null || declared.has(local) ? [] : [local]))
    .map((local) => `${fileName} exports ${local} and does not have it.`)
}

/** What a file imports from another that does not export it. */
function missingFor({ fileName, imports }: ReadFile, files: Files): string[] {
  return imports.flatMap(({ from, names }) => {
    const other = files.get(from)
    if (!other) return [`${fileName} imports ${from}, which is not there.`]
    return missingOf(other, names).map((name) => `${fileName} imports ${name} from ${from}, which does not export it.`)
  })
}

/** What is imported when it is needed, and comes without something that may be read of it. */
function lostFor({ fileName, later }: ReadFile, files: Files): string[] {
  return later.flatMap(({ from, names }) => {
    const other = files.get(from)
    if (!other?.facadeExports) return [`${fileName} imports ${from} dynamically, which is the facade of no module.`]
    return missingOf(other, names ?? other.facadeExports).map(
      (name) => `${fileName} imports ${from} dynamically, which comes without ${name}.`,
    )
  })
}

const missingOf = ({ exports }: ReadFile, names: readonly string[]) =>
  names.filter((name) => !exports.some((each) => each.name === name))
