/**
 * Evaluates a claim expression of the specification. Terms are separated by spaces and must all hold; a term
 * lists alternatives separated by pipes, one of which suffices. A name is a role (`agent`) or a claim (`view.Policy`);
 * `admin.X` also satisfies `view.X`. Names are case-insensitive. An empty expression grants nothing.
 */
export function mayPass(expression: string, rights: { roles: readonly string[]; claims: readonly string[] }): boolean {
  const names = new Set([...rights.roles, ...rights.claims].map((name) => name.toLowerCase()))
  const terms = expression.toLowerCase().split(/\s+/).filter(Boolean)
  return terms.length > 0 && terms.every((term) => term.split('|').some((name) => holds(names, name)))
}

function holds(names: ReadonlySet<string>, name: string): boolean {
  if (name === '') return false
  if (names.has(name)) return true
  return name.startsWith('view.') && names.has(`admin.${name.slice('view.'.length)}`)
}

/**
 * Expression that holds when any of the given ones holds. Because terms are ANDed, it combines one term of each
 * expression in every way and drops combinations implied by a shorter one.
 */
export function anyOf(expressions: readonly string[]): string {
  const termsOfEach = expressions.map((text) => text.split(/\s+/).filter(Boolean).map(namesOf))
  const choices = termsOfEach
    .filter((terms) => terms.length > 0)
    .reduce<string[][]>(
      (chosen, terms) => terms.flatMap((term) => chosen.map((choice) => [...new Set([...choice, ...term])])),
      [[]],
    )
  return choices
    .filter((choice, place) => !choices.some((other, at) => at !== place && implies(other, choice, at < place)))
    .map((choice) => choice.join('|'))
    .join(' ')
}

const namesOf = (term: string) => term.split('|').filter(Boolean)

/** Of two terms with the same names the first is used. */
function implies(shorter: readonly string[], term: readonly string[], first: boolean): boolean {
  return (shorter.length < term.length || first) && shorter.every((name) => term.includes(name))
}

export const anyone = 'anyone'
export const signedIn = 'signed-in'
