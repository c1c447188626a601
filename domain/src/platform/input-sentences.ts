import { z } from 'zod'

/** Fields whose label is not their name in words. */
const labels: Record<string, string> = {
  apiKey: 'API key',
  channelAddress: 'Address',
  current: 'Current password',
  dob: 'Date of birth',
  FFEID: 'FFE user name',
  id: 'Id',
  NPN: 'NPN',
  npn: 'NPN',
  org: 'ORG',
  pass: 'Password',
  pass_confirm: 'Password again',
  pto: 'PTO',
  q: 'Search text',
  rate1: 'Rate',
  ssn: 'SSN',
  tglanguageMailId: 'Language of mail',
  tglanguageSpkid: 'Spoken language',
  url: 'Address',
  usCitizen: 'US citizen',
  zip: 'ZIP code',
  zipCode: 'ZIP code',
}

/** Label of a field in a sentence: `lastName` is Last name, `agentId` Agent, `roles.0` Roles. */
export function labelOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part): part is string => typeof part === 'string' && !/^\d+$/.test(part))
  if (name === undefined) return 'The request'
  const known = labels[name]
  if (known) return known
  const words = name
    .replace(/Id(s?)$/, '$1')
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
    .slice(0, 60)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether a value is missing for a person: absent, null or nothing typed. */
const isMissing = (value: unknown) => value === undefined || value === null || value === ''

export const requiredSentence = (path: readonly PropertyKey[]): string =>
  path.at(-1) === 'version' ? 'Version is required. Send the one that you read' : `${labelOf(path)} is required`

/** Longest list of choices that a sentence names. */
const maxNamed = 12

/**
 * Sentence for a problem that its schema gives no message of its own, in place of the validator's text: 'Last name is
 * required', 'At most 500'.
 */
export function inputSentence(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? []
  const label = labelOf(path)
  if (isMissing(issue.input) && issue.code !== 'unrecognized_keys') return requiredSentence(path)
  switch (issue.code) {
    case 'invalid_type':
      return `${label} must be ${kinds[issue.expected] ?? 'valid'}`
    case 'too_big':
      return `At most ${amount(issue.maximum, issue.origin)}`
    case 'too_small':
      return `At least ${amount(issue.minimum, issue.origin)}`
    case 'not_multiple_of':
      return `${label} must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return `${label} ${formats[issue.format] ?? 'is not valid'}`
    case 'invalid_value':
      return issue.values.length > maxNamed
        ? `${label} is not one of the choices`
        : `${label} must be ${inWords(issue.values.map(String))}`
    // The own sentence of an alternative, as of the number in 'empty or a number'; those made here do not know the field inside.
    case 'invalid_union':
      return (
        issue.errors.flat().find(({ message }) => !message.startsWith('The request '))?.message ??
        `${label} is not valid`
      )
    default:
      return `${label} is not valid`
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

const formats: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a web address',
  date: 'must be a date',
  datetime: 'must be a date with a time',
  uuid: 'must be a UUID',
}

/** '500', '500 characters', '3 entries'. */
function amount(limit: number | bigint, origin: string): string {
  const units = { string: ['character', 'characters'], array: ['entry', 'entries'], set: ['entry', 'entries'] }
  const [one, many] = units[origin as keyof typeof units] ?? []
  const count = Number(limit).toLocaleString('en-US', { useGrouping: origin !== 'date' })
  return one === undefined ? count : `${count} ${Number(limit) === 1 ? one : many}`
}

function inWords(values: readonly string[]): string {
  const last = values.at(-1) ?? ''
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`
}

// In every schema of server, web and tests that gives no message of its own.
z.config({ customError: inputSentence })
