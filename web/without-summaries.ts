import type { Plugin } from 'vite'

const contract = /[\\/]domain[\\/]src[\\/].*-contract\.ts$/
/** A route's summary, a text of one or several lines. */
const summary = /^( +)summary:\s*(['"`])(?:\\.|(?!\2)[^\\])*\2,$/gm

/** Leaves out the summaries of routes: kilobytes of each page for what only the API's description shows. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(text, id) {
      return contract.test(id) ? text.replace(summary, '') : null
    },
  }
}
