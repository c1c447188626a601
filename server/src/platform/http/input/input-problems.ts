import type { FailureDetail } from '@coverdesk/domain/failures.ts'
import type { z } from 'zod'

const limits = { complaints: 20, unknownNames: 5, textLength: 100 } as const

/** Problems of an input by path, limited in number and length. */
export function inputProblems(error: z.ZodError): FailureDetail[] {
  const { issues } = error
  const all = issues.length <= limits.complaints
  const listed = all ? issues : issues.slice(0, limits.complaints - 1)
  const complaints = listed.map((issue) => ({
    path: clipped(issue.path.join('.')),
    message: issue.code === 'unrecognized_keys' ? unknownNames(issue.keys) : issue.message,
  }))
  if (all) return complaints
  return [...complaints, { path: '', message: `And ${(issues.length - listed.length).toLocaleString('en-US')} more` }]
}

function unknownNames(names: readonly string[]): string {
  const listed = names.slice(0, limits.unknownNames).map((name) => `"${clipped(name)}"`)
  const more = names.length - listed.length
  const rest = more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''
  return `Unrecognized key${names.length > 1 ? 's' : ''}: ${listed.join(', ')}${rest}`
}

function clipped(text: string): string {
  return text.length > limits.textLength ? `${text.slice(0, limits.textLength)}…` : text
}
