import type { Plugin } from 'vite'

const part = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves out the part of Zod that writes JSON Schema: 4 kB of each page for what only the server does. Schemas keep the method;
 * calling it throws.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    transform(text, id) {
      if (!part.test(id)) return null
      const names = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      if (names.length === 0) throw new Error(`No exports found in ${id}`)
      return `const absent = () => () => { throw new Error('JSON Schema is not part of the pages') }
${names.map((name) => `export const ${name} = absent`).join('\n')}
${text.includes('export { processSchema as process }') ? 'export { processSchema as process }' : ''}`
    },
  }
}
