import { Settings } from './settings.ts'

/** Beginnings that only settings of Coverdesk have on its machines; others, as `OTEL_`, have names that we do not read. */
const ownFamilies = ['BACKUP_', 'MAIL_', 'RETENTION_', 'SIEM_', 'SMS_', 'SMTP_']
/** Shorter names are near too many others. */
const minLength = 7

/**
 * Sentences about variables that look like settings but are none, such as SMPT_URL or SMTP_HOST, and about mail that is set by
 * half: a start without them works, and no one knows why no message arrives.
 */
export function doubtfulSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(Settings.shape)
  const set = Object.keys(env).filter((name) => env[name]?.trim())
  const unknown = set
    .map((name) => name.replace(/_FILE$/, ''))
    .filter((name) => name.length >= minLength && !known.includes(name))
  const sentences = unknown.flatMap((name) => {
    const meant = known.find((setting) => setting.length >= minLength && isNear(setting, name))
    if (meant) return [`${name} is no setting of Coverdesk and has no effect. ${meant} is one.`]
    return ownFamilies.some((family) => name.startsWith(family))
      ? [`${name} is no setting of Coverdesk and has no effect. docs/configuration.md lists them all.`]
      : []
  })
  const isSet = (name: string) => set.includes(name) || set.includes(`${name}_FILE`)
  return isSet('MAIL_FROM') && !isSet('SMTP_URL')
    ? [...sentences, 'MAIL_FROM is set without SMTP_URL: no email goes out.']
    : sentences
}

/** Whether one letter was left out, added, changed, or swapped with the next. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}
