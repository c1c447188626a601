const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Finds tests by a part of their path, or else of their title. `files` maps paths to texts. Returns the arguments for
 * Vitest (`unit`) and Playwright (`browser`); undefined for a runner without a match.
 */
export function findTests(name, files) {
  const all = [...files]
  const byPath = all.filter(([path]) => path.includes(name))
  const found = byPath.length > 0 ? byPath : all.filter(([, text]) => text.includes(name))
  const paths = found.map(([path]) => path)
  const title = byPath.length > 0 ? [] : [escaped(name)]
  const unit = paths.filter((path) => /\.test\.(?:tsx?|mjs)$/.test(path))
  const browser = paths.filter((path) => path.endsWith('.e2e.ts'))
  return {
    unit: unit.length > 0 ? [...unit, ...title.flatMap((pattern) => ['-t', pattern])] : undefined,
    browser: browser.length > 0 ? [...browser.map(escaped), ...title.flatMap((pattern) => ['-g', pattern])] : undefined,
  }
}
