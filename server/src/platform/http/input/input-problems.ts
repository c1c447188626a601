import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import { requiredSentence } from '@coverdesk/domain/platform/input-sentences.ts'
import type { z } from 'zod'

const limits = { complaints: 20, unknownNames: 5, textLength: 100 } as const

/** Problems of an input by path, as sentences, limited in number and length. `sent` is the input before parsing. */
export function inputProblems(error: z.ZodError, sent?: unknown): FailureDetail[] {
  const { issues } = error
  const all = issues.length <= limits.complaints
  const listed = all ? issues : issues.slice(0, limits.complaints - 1)
  const complaints = listed.map((issue) => ({
    path: clipped(issue.path.join('.')),
    message:
      issue.code === 'unrecognized_keys'
        ? unknownNames(issue.keys)
        : isMissingNumber(issue, sent)
          ? requiredSentence(issue.path)
          : issue.message,
  }))
  if (all) return complaints
  return [...complaints, { path: '', message: `And ${(issues.length - listed.length).toLocaleString('en-US')} more` }]
}

/** Query and form numbers are converted, so that the validator sees NaN instead of nothing. */
function isMissingNumber({ code, path, message }: z.core.$ZodIssue, sent: unknown): boolean {
  if (sent === undefined || code !== 'invalid_type' || !message.endsWith('number')) return false
  const value = path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
    sent,
  )
  return value === undefined
}

function unknownNames(names: readonly string[]): string {
  const listed = names.slice(0, limits.unknownNames).map((name) => `"${clipped(name)}"`)
  const more = names.length - listed.length
  const rest = more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''
  return `${names.length > 1 ? 'These fields are' : 'This field is'} not known here: ${listed.join(', ')}${rest}`
}

function clipped(text: string): string {
  return text.length > limits.textLength ? `${text.slice(0, limits.textLength)}…` : text
}
