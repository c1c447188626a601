import { posix } from 'node:path'
import { featureCycles, fileCycles, modulesOf, upwardImports } from './import-rules.mjs'
import { retiredWords } from './retired-words.mjs'

/** Files that people write: generated files and migrations, which never change once released, do not count. */
const isWritten = (path) => !/(?:^|\/)(?:generated|migrations|fonts|node_modules)\/|\.gen\.|package-lock/.test(path)
/** Files whose words count. Decision records are history, and this check lists the words itself. */
const hasWords = (path) =>
  isWritten(path) &&
  /\.(?:tsx?|mjs|sql|md|css)$/.test(path) &&
  !/^docs\/decisions\/|^docs\/requirements\.md$|^scripts\/checks\/(?:retired-words|house-rules)\b/.test(path)
const isSource = (path) => isWritten(path) && /\.(?:tsx?|mjs)$/.test(path) && !path.endsWith('.d.ts')
const isTest = (path) => /\.(?:test|e2e)\.(?:tsx?|mjs)$/.test(path)

/** The files that a folder may hold before it should be split. */
const maxFiles = 20

const anyCase = retiredWords.map(([pattern]) => pattern).filter((pattern) => !/[A-Z]/.test(pattern))
const exactCase = retiredWords.map(([pattern]) => pattern).filter((pattern) => /[A-Z]/.test(pattern))
const wordPatterns = [
  new RegExp(String.raw`\b(?:${anyCase.join('|')})\b`, 'gi'),
  new RegExp(String.raw`\b(?:${exactCase.join('|')})\b`, 'g'),
]

/**
 * Measures the house rules. `files` maps every tracked path to its text. Returns for each rule its count and its offenders,
 * worst first, as lines.
 */
export function measureHouse(files) {
  const sources = new Map(
    [...files].filter(([path]) => /^(?:domain|packages|server|web|e2e|bench|chaos)\//.test(path) && isSource(path)),
  )
  const modules = modulesOf(sources)
  const folders = fullFolders([...files.keys()])
  const words = [...files].filter(([path]) => hasWords(path)).map(([path, text]) => [path, retiredIn(text)])
  return {
    fullFolders: result(folders, ([folder, count]) => `${folder}: ${count} files`),
    largestFolder: { count: folders[0]?.[1] ?? 0, offenders: [] },
    fileCycles: result(fileCycles(modules), ([, problem]) => problem),
    featureCycles: result(featureCycles(modules), String),
    upwardImports: result(upwardImports(modules), ([, problem]) => problem),
    wordsInProduct: wordResult(
      words.filter(([path]) => /^(?:domain|packages|server|web)\//.test(path) && !isTest(path)),
    ),
    wordsInTests: wordResult(
      words.filter(([path]) => isTest(path) || /^(?:e2e|bench|chaos|scripts|mutation)\//.test(path)),
    ),
    wordsInDocuments: wordResult(
      words.filter(([path]) => !/^(?:domain|packages|server|web|e2e|bench|chaos|scripts|mutation)\//.test(path)),
    ),
    misnamedFiles: result([...sources].flatMap(misnamed), String),
    deadIds: result(deadIds(files), String),
    deadPaths: result(deadPaths(files), String),
  }
}

const result = (found, line) => ({ count: found.length, offenders: found.map(line) })

/** Folders with more than `maxFiles` files, largest first. */
function fullFolders(paths) {
  const counts = new Map()
  for (const path of paths.filter((candidate) => isWritten(candidate) && !candidate.startsWith('docs/decisions/'))) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > maxFiles).sort((a, b) => b[1] - a[1])
}

/** The retired words of a text, in order. */
export function retiredIn(text) {
  return wordPatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([word]) => word.toLowerCase()))
}

/** What to write instead of a retired word. */
function replacementOf(word) {
  const entry = retiredWords.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(word))
  return entry?.[1] ?? 'another word'
}

function wordResult(found) {
  const worst = found.filter(([, words]) => words.length > 0).sort((a, b) => b[1].length - a[1].length)
  return {
    count: found.reduce((sum, [, words]) => sum + words.length, 0),
    offenders: worst.map(
      ([path, words]) =>
        `${path}: ${words.length} (${[...new Set(words)]
          .slice(0, 4)
          .map((word) => `${word} → ${replacementOf(word)}`)
          .join('; ')})`,
    ),
  }
}

const exported =
  /^export\s+(?:default\s+)?(?:abstract\s+|async\s+)*(function\*?|const|let|class|interface|type|enum)\s+([\w$]+)/gm

/**
 * A file whose only export does not contain its name: `row-reader.ts` may export `openRowReader`. Types count only in files
 * that export nothing else; a file with several exports is named after their topic, which no rule can check. A contract is
 * named after its routes: `second-factor-contract.ts` exports `secondFactor`.
 */
function misnamed([path, source]) {
  const name = path
    .split('/')
    .at(-1)
    .replace(/\.(?:tsx?|mjs)$/, '')
    .replace(/-contract$/, '')
  if (isTest(path) || name.includes('.')) return []
  const all = [...source.matchAll(exported)].map(([, kind, word]) => ({ isType: /interface|type/.test(kind), word }))
  const values = all.filter(({ isType }) => !isType)
  const main = values.length > 0 ? values : all
  if (main.length !== 1 || `-${kebab(main[0].word)}-`.includes(`-${name}-`)) return []
  return [`${path}: exports ${main[0].word}`]
}

const kebab = (word) =>
  word
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

/** References to requirement ids that docs/requirements.md does not define; none as long as there is no such file. */
function deadIds(files) {
  const text = files.get('docs/requirements.md') ?? ''
  const known = new Set([...text.matchAll(/^[-|] (?:\*\*)?([A-Z]+-\d+)/gm)].map(([, id]) => id))
  const areas = [...new Set([...known].map((id) => id.replace(/-\d+$/, '')))]
  if (areas.length === 0) return []
  const pattern = new RegExp(String.raw`(?<![\w-])(?:${areas.join('|')})-\d{2,3}(?![\w-])`, 'g')
  return [...files]
    .filter(([path]) => !path.startsWith('scripts/checks/house-rules'))
    .filter(([path]) => isSource(path) || (path.endsWith('.md') && path !== 'docs/requirements.md'))
    .flatMap(([path, source]) =>
      [...new Set(source.match(pattern))]
        .filter((id) => !known.has(id) && id !== 'P-256') // The name of an elliptic curve.
        .map((id) => `${path}: ${id}`),
    )
}

const packagePath = /^(?:domain|packages|server|web|e2e|bench|chaos|docs|scripts|mutation)\/[\w./@-]+$/

/** Paths that documents name, in backticks or as links, and that do not exist. Result files of tools are exempt. */
function deadPaths(files) {
  const paths = new Set(files.keys())
  for (const path of files.keys())
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) paths.add(path.slice(0, at))
  return [...files]
    .filter(([path]) => path.endsWith('.md') && isWritten(path))
    .flatMap(([path, text]) => {
      const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, word]) => word).filter((word) => packagePath.test(word))
      const linked = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
        .map(([, link]) => link)
        .filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
        .map((link) => posix.join(posix.dirname(path), link))
      return [...new Set([...named, ...linked])]
        .map((name) => name.replace(/\/$/, ''))
        .filter((name) => !paths.has(name) && !/(?:^|\/)(?:node_modules|dist|test-results)(?:\/|$)/.test(name))
        .map((name) => `${path}: ${name}`)
    })
}
