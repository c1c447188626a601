/** Path of a member of an input. */
export type Place = readonly (string | number)[]

/** Paths of all members of an input, nested ones included. */
export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const within = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, [...at, Array.isArray(value) ? Number(name) : name]),
  )
  return at.length > 0 ? [at, ...within] : within
}

/** Copy of a value with another value at a place. */
export function replaced(value: unknown, [first, ...rest]: Place, by: unknown): unknown {
  if (first === undefined) return by
  if (Array.isArray(value)) return value.map((member, index) => (index === first ? replaced(member, rest, by) : member))
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, member]) => [name, name === first ? replaced(member, rest, by) : member]),
  )
}
