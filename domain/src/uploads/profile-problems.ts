import type { FailureDetail } from '../failure.ts'
import type { CarrierProfile } from './carrier-profile.ts'
import type { FileShape } from './file-shape.ts'
import { headingKey } from './heading-match.ts'

/** Problems of a profile for a kind of file, beyond its schema; empty if it may be saved. */
export function profileProblems(shape: FileShape, profile: CarrierProfile): FailureDetail[] {
  const fields = new Map(shape.fields.map((field) => [field.name, field]))
  const problems: FailureDetail[] = []
  const taken = new Map<string, string>()
  for (const [name, headings] of Object.entries(profile.headings)) {
    if (!fields.has(name))
      problems.push({ path: `headings.${name}`, message: `${name} is no column of this kind of file` })
    for (const heading of headings) {
      const other = taken.get(headingKey(heading))
      if (other !== undefined && other !== name)
        problems.push({ path: `headings.${name}`, message: `“${heading}” already feeds ${other}` })
      taken.set(headingKey(heading), name)
    }
  }
  for (const heading of profile.ignored ?? [])
    if (taken.has(headingKey(heading)))
      problems.push({ path: 'ignored', message: `“${heading}” feeds ${taken.get(headingKey(heading))}` })
  for (const [name, values] of Object.entries(profile.values)) {
    const field = fields.get(name)
    if (!field) problems.push({ path: `values.${name}`, message: `${name} is no column of this kind of file` })
    for (const [theirs, ours] of Object.entries(values))
      if (field?.choices && ours !== '' && !field.choices.includes(ours))
        problems.push({ path: `values.${name}.${theirs}`, message: `Must be one of ${field.choices.join(', ')}` })
  }
  return problems
}
