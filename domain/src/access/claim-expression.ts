/**
 * The specification's claim expressions: terms are split at blanks and must all hold; a term is alternatives
 * split at pipes, of which one suffices. A name is a role (`agent`) or a claim (`view.Policy`); `admin.X` also opens
 * what asks for `view.X`. Case does not matter. An expression without a term opens nothing.
 */
export function mayPass(expression: string, held: { roles: readonly string[]; claims: readonly string[] }): boolean {
  const names = new Set([...held.roles, ...held.claims].map((name) => name.toLowerCase()))
  const terms = expression.toLowerCase().split(/\s+/).filter(Boolean)
  return terms.length > 0 && terms.every((term) => term.split('|').some((name) => holds(names, name)))
}

function holds(names: ReadonlySet<string>, name: string): boolean {
  if (name === '') return false
  if (names.has(name)) return true
  return name.startsWith('view.') && names.has(`admin.${name.slice('view.'.length)}`)
}

export const anyone = 'anyone'
export const signedIn = 'signed-in'
