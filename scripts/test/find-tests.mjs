const titles = /(?:\b(?:test|describe)(?:\.(?!step\b)\w+)*\(|\]\)\()\s*(['"`])(.*?)\1/gs
const steps = /\bstep\(\s*(['"`])(.*?)\1/gs

/**
 * Finds tests by a part of their path, else of their title, else of a step. `files` maps paths to texts. Returns the
 * arguments for Vitest (`unit`) and Playwright (`browser`); undefined for a runner without a match.
 */
export function findTests(name, files) {
  const all = [...files]
  const having = (pattern) =>
    all.filter(([, text]) => [...text.matchAll(pattern)].some((match) => match[2].includes(name)))
  const byPath = all.filter(([path]) => path.includes(name))
  const byTitle = byPath.length > 0 ? [] : having(titles)
  const found = byPath.length > 0 ? byPath : byTitle.length > 0 ? byTitle : having(steps)
  const paths = found.map(([path]) => path)
  const filter = (option) => (byTitle.length > 0 ? [option, escaped(name)] : [])
  const unit = paths.filter((path) => /\.test\.(?:tsx?|mjs)$/.test(path))
  const browser = paths.filter((path) => path.endsWith('.e2e.ts'))
  return {
    unit: unit.length > 0 ? [...unit, ...filter('-t')] : undefined,
    browser: browser.length > 0 ? [...browser.map(escaped), ...filter('-g')] : undefined,
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
