import type { OfflineDraft } from '@coverdesk/domain/offline/offline-contract.ts'

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })
const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** 'typed 10 minutes ago', or 'typed just now' within the first minute. */
export function typedAgo(savedAt: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(savedAt)) / 1000
  const step = steps.find((candidate) => seconds >= candidate.seconds)
  return step ? `typed ${relative.format(-Math.floor(seconds / step.seconds), step.unit)}` : 'typed just now'
}

/** 'Continue the application of Maria Vega, typed 10 minutes ago'. */
export function draftInWords({ savedAt, values }: OfflineDraft, now: Date): string {
  const name = `${values.firstName} ${values.lastName}`.trim()
  return `Continue the application${name ? ` of ${name}` : ''}, ${typedAgo(savedAt, now)}`
}
