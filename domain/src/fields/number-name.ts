/**
 * What the name of a field, key or column implies about its digits:
 * - `personal`: a social security, taxpayer, card, bank, passport or alien number;
 * - `other`: a known other number, such as an NPN, a ZIP code, a phone or policy number, an amount or a date;
 * - `id`: an identifier of unknown kind;
 * - `value`: a value whose kind the parent's name gives;
 * - `unknown`: nothing.
 */
export type NumberName = 'personal' | 'other' | 'id' | 'value' | 'unknown'

/** Longer names are prose, whose words are not reliable. */
const maxNameLength = 80
const maxRemembered = 2_000
const remembered = new Map<string, NumberName>()

/** Classifies the name of a field, JSON key or column heading. */
export function numberNameOf(name: string): NumberName {
  if (name.length > maxNameLength) return 'unknown'
  const known = remembered.get(name)
  if (known) return known
  if (remembered.size >= maxRemembered) remembered.clear()
  const kind = classify(wordsOf(name))
  remembered.set(name, kind)
  return kind
}

/** "Primary_SSN", "memberSsnFull", "Tax ID #" → their lowercase words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/#/g, ' number ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

const personalWords = new Set([
  'tin',
  'tins',
  'itin',
  'itins',
  'atin',
  'ein',
  'fein',
  'pan',
  'cvv',
  'cvc',
  'iban',
  'ccn',
])
const personalPhrases = [
  'social security',
  'soc sec',
  'socsec',
  'socialsecurity',
  's s n',
  'ss number',
  'ss num',
  'ss no',
  'tax id',
  'taxid',
  'tax identification',
  'tax number',
  'taxpayer',
  'tax payer',
  'card number',
  'card num',
  'card no',
  'cardnumber',
  'credit card',
  'debit card',
  'creditcard',
  'bank account',
  'routing',
  'passport',
  'alien',
]

/** Words that identify another number anywhere in the name. */
const otherWords = new Set([
  'npn',
  'zip',
  'zipcode',
  'postal',
  'postcode',
  'plus4',
  'fips',
  'hios',
  'phone',
  'phones',
  'telephone',
  'tel',
  'mobile',
  'fax',
  'amount',
  'premium',
  'income',
  'wage',
  'wages',
  'salary',
  'aptc',
  'commission',
  'balance',
  'total',
  'price',
  'deductible',
  'date',
  'dob',
  'birthdate',
  'timestamp',
  'latitude',
  'longitude',
  'checksum',
  'hash',
])
/** Words that identify another number even alone. */
const numbered = new Set([
  'policy',
  'plan',
  'subscriber',
  'application',
  'ffm',
  'enrollment',
  'group',
  'case',
  'claim',
  'contract',
  'certificate',
  'transaction',
  'confirmation',
  'reference',
  'tracking',
  'check',
  'invoice',
  'batch',
  'license',
])
const otherOwners = new Set([
  ...numbered,
  'policies',
  'member',
  'issuer',
  'carrier',
  'exchange',
  'app',
  'statement',
  'agent',
  'broker',
  'producer',
  'person',
  'customer',
  'client',
  'lead',
  'contact',
  'record',
  'household',
  'applicant',
  'submission',
  'account',
])
const idWords = new Set([
  'id',
  'ids',
  'identifier',
  'identifiers',
  'number',
  'numbers',
  'no',
  'nbr',
  'num',
  'code',
  'key',
  'ref',
])
const valueWords = new Set(['value', 'values', 'text', 'raw', 'current', 'content'])

function classify(words: readonly string[]): NumberName {
  const phrase = ` ${words.join(' ')} `
  if (words.some((word) => /^ssns?\d{0,2}$|^ssn|ssns?\d?$/.test(word) || personalWords.has(word))) return 'personal'
  if (words.join('') === 'ssn' || personalPhrases.some((known) => phrase.includes(` ${known}`))) return 'personal'
  if (words.some((word) => otherWords.has(word))) return 'other'
  const [first, last] = [words[0] ?? '', words.at(-1) ?? '']
  if (words.length === 1 && valueWords.has(first)) return 'value'
  if (words.length === 1 && idWords.has(first)) return 'id'
  if (words.length === 1 && numbered.has(first)) return 'other'
  if (idWords.has(last) || idWords.has(first))
    return words.some((word) => otherOwners.has(word))
      ? 'other'
      : last.startsWith('id') || first === 'id'
        ? 'id'
        : 'unknown'
  const glued = /^(.+?)(?:id|ids|number|nbr|num|no)$/.exec(words.join(''))?.[1] ?? ''
  return otherOwners.has(glued) ? 'other' : 'unknown'
}
