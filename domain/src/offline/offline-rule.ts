import { z } from 'zod'
import type { FailureDetail } from '../failure.ts'
import { type Amount, notAmount, readMoney } from '../fields/amount.ts'
import { birthYearsBack, isAdult, isCalendarDate } from '../fields/calendar-date.ts'
import { type CardBrand, cardBrand, isCardNumber, isCvv, isExpiry } from '../fields/payment-card.ts'
import { digitsOf, isSsn, readPhone } from '../fields/personal-numbers.ts'
import { stateCode } from '../fields/us-state.ts'
import {
  incomeTypes,
  languages,
  migratoryStatuses,
  type OfflineCorrection,
  type OfflineMemberTyped,
  type OfflineTyped,
  relations,
  sexes,
} from './offline-fields.ts'

/** Parsed person of the application: numbers as digits, missing values as null. */
interface OfflinePerson {
  firstName: string
  middleName: string
  lastName: string
  dob: string
  sex: (typeof sexes)[number]
  ssn: string | null
  apply: boolean
}

interface OfflineIncome {
  typeOfIncome: (typeof incomeTypes)[number] | null
  annualIncome: Amount | null
  employerName: string
  employerPhone: string | null
}

export interface OfflineMember extends OfflinePerson, OfflineIncome {
  relation: (typeof relations)[number]
  migratoryStatus: (typeof migratoryStatuses)[number] | null
}

/** Card without its CVV, which is discarded after validation. */
export interface OfflineCard {
  /** Digits; empty in a correction that keeps the stored number. */
  cardNumber: string
  cardBrand: CardBrand | null
  cardExpDate: string
  cardFirstName: string
  cardMiddleName: string
  cardLastName: string
}

export interface OfflineApplication extends OfflinePerson, OfflineIncome {
  sourceId: number | null
  firstTimeOnMarketplace: boolean
  note: string
  migratoryStatus: (typeof migratoryStatuses)[number]
  phone: string
  email: string
  language: (typeof languages)[number]
  address: string
  zipCode: string
  city: string
  state: string
  married: boolean
  totalMembers: number | null
  annualHouseholdIncome: Amount | null
  accountingServiceRequested: boolean
  planSelected: string
  monthlyPayment: Amount | null
  card: OfflineCard | null
  members: OfflineMember[]
}

/** Stored numbers of an application that a correction keeps unless new ones are typed. */
export interface KeptNumbers {
  ssn: boolean
  /** Stored card and its expiration, which is null when the card number was destroyed. */
  card: { cardExpDate: string | null } | null
}
const nothingKept: KeptNumbers = { ssn: false, card: null }

export interface OfflineValidation {
  /** All problems by field path, such as `offlineAppMembers.1.dob`. */
  problems: FailureDetail[]
  /** Parsed input; complete only if there are no problems. */
  application: OfflineApplication
}

/**
 * Validates an offline application for the form, the API and tests. `today` is the agency's
 * day, which decides who is of age and which cards have expired. `kept`: the stored numbers, for a correction.
 */
export function validateOffline(typed: OfflineTyped, today: string, kept = nothingKept): OfflineValidation {
  const read = reader(today)
  const { text, amount, phone, oneOf, name } = read
  const application: OfflineApplication = {
    sourceId: read.wholeNumber('sourceId', typed.sourceId, 'Not a source', 2 ** 31 - 1),
    firstTimeOnMarketplace: typed.first_time_on_marketplace,
    note: read.longText('note', typed.note),
    ...readPerson(read, '', typed, { adult: true, ssnNeeded: typed.apply && !kept.ssn }),
    migratoryStatus: oneOf('migratoryStatus', typed.migratoryStatus, migratoryStatuses, 'Migratory status') ?? 'other',
    phone: phone('phone', typed.phone, true) ?? '',
    email: read.email('email', typed.email),
    language: oneOf('language', typed.language, languages, 'Language') ?? 'en',
    address: text('address', typed.address, 95, 'Address'),
    zipCode: read.zipCode('zipCode', typed.zipCode),
    city: text('city', typed.city, 60, 'City'),
    state: read.state('state', typed.state),
    married: typed.married,
    totalMembers: read.wholeNumber('totalMembers', typed.totalMembers, 'Not a number of people', 40),
    annualHouseholdIncome: amount('annualHouseholdIncome', typed.annualHouseholdIncome),
    accountingServiceRequested: typed.accountingServiceRequested,
    ...readIncome(read, '', typed, true),
    planSelected: text('planSelected', typed.planSelected, 150),
    monthlyPayment: amount('monthlyPayment', typed.monthlyPayment),
    card: readCard(read, typed, name, kept.card),
    members: typed.offlineAppMembers.map((member, index) => readMember(read, index, member)),
  }
  return { problems: read.problems, application }
}

/** The same rules as a schema for the form; its output is the typed input. */
export function offlineForm(today: string) {
  return z.custom<OfflineTyped>().transform((typed, context) => {
    const { problems } = validateOffline(typed, today)
    addIssues(context, problems)
    return problems.length > 0 ? z.NEVER : typed
  })
}

/** The same for a correction, with the stored numbers of the application. */
export function offlineCorrectionForm(today: string, kept: KeptNumbers) {
  return z.custom<OfflineCorrection>().transform((typed, context) => {
    const { problems } = validateOffline({ ...typed, note: '' }, today, kept)
    addIssues(context, problems)
    return problems.length > 0 ? z.NEVER : typed
  })
}

function addIssues(context: z.RefinementCtx, problems: readonly FailureDetail[]): void {
  for (const { path, message } of problems)
    context.addIssue({
      code: 'custom',
      path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      message,
    })
}

type Reader = ReturnType<typeof reader>

function readPerson(
  read: Reader,
  at: string,
  typed: Pick<OfflineMemberTyped, keyof OfflinePerson>,
  { adult, ssnNeeded }: { adult: boolean; ssnNeeded: boolean },
): OfflinePerson {
  return {
    firstName: read.name(`${at}firstName`, typed.firstName, true),
    middleName: read.name(`${at}middleName`, typed.middleName, false),
    lastName: read.name(`${at}lastName`, typed.lastName, true),
    dob: read.birth(`${at}dob`, typed.dob, adult),
    sex: read.oneOf(`${at}sex`, typed.sex, sexes, 'Sex') ?? 'F',
    ssn: read.ssn(`${at}ssn`, typed.ssn, ssnNeeded),
    apply: typed.apply,
  }
}

/** A spouse's income is required, and a spouse must be 18; neither applies to other members. */
function readMember(read: Reader, index: number, typed: OfflineMemberTyped): OfflineMember {
  const at = `offlineAppMembers.${index}.`
  const relation = read.oneOf(`${at}relation`, typed.relation, relations, 'Relation') ?? 'dependent'
  const isSpouse = typed.relation === 'spouse'
  return {
    relation,
    ...readPerson(read, at, typed, { adult: isSpouse, ssnNeeded: false }),
    migratoryStatus: typed.migratoryStatus.trim()
      ? read.oneOf(`${at}migratoryStatus`, typed.migratoryStatus, migratoryStatuses, 'Migratory status')
      : null,
    ...readIncome(read, at, typed, isSpouse),
  }
}

function readIncome(
  read: Reader,
  at: string,
  typed: Pick<OfflineMemberTyped, keyof OfflineIncome>,
  required: boolean,
): OfflineIncome {
  const type = typed.typeOfIncome.trim()
  const employed = required && type === 'employed'
  return {
    typeOfIncome: required || type ? read.oneOf(`${at}typeOfIncome`, type, incomeTypes, 'Type of income') : null,
    annualIncome: read.amount(`${at}annualIncome`, typed.annualIncome, required ? 'Annual income' : undefined),
    employerName: read.text(`${at}employerName`, typed.employerName, 100, employed ? 'Employer' : undefined),
    employerPhone: read.phone(`${at}employerPhone`, typed.employerPhone, employed),
  }
}

/**
 * Requires all card fields or none; the middle name is optional. The CVV is validated and discarded. A correction without
 * a new number keeps the stored one, whose expiration may have passed; one with no field of a card at all removes it.
 */
function readCard(
  read: Reader,
  typed: OfflineTyped,
  name: Reader['name'],
  kept: KeptNumbers['card'],
): OfflineCard | null {
  const { cardNumber, cardExpDate, cardCvv, cardFirstName, cardMiddleName, cardLastName } = typed
  const given = [cardNumber, cardExpDate, cardCvv, cardFirstName, cardMiddleName, cardLastName]
  if (given.every((text) => text.trim() === '')) return null
  const names = () => ({
    cardFirstName: name('cardFirstName', cardFirstName, true),
    cardMiddleName: name('cardMiddleName', cardMiddleName, false),
    cardLastName: name('cardLastName', cardLastName, true),
  })
  const expires = cardExpDate.trim()
  if (kept !== null && cardNumber.trim() === '' && cardCvv.trim() === '') {
    if (expires !== (kept.cardExpDate ?? '') && !isExpiry(expires, read.today))
      read.refuse('cardExpDate', 'Not an expiration')
    return { cardNumber: '', cardBrand: null, cardExpDate: expires, ...names() }
  }
  const brand = cardBrand(cardNumber)
  if (!/^[\d\s-]*$/.test(cardNumber) || !isCardNumber(cardNumber)) read.refuse('cardNumber', 'Not a card number')
  if (!isExpiry(expires, read.today)) read.refuse('cardExpDate', 'Not an expiration')
  if (!isCvv(cardCvv.trim(), brand)) read.refuse('cardCvv', 'Not a CVV')
  return {
    cardNumber: digitsOf(cardNumber),
    cardBrand: brand,
    cardExpDate: expires,
    ...names(),
  }
}

const Email = z.email()
/** Control characters break headers, logs and lists (P-47); PostgreSQL cannot store NUL. */
const oddCharacters = /[\p{Cc}\u2028\u2029]/u

/** Parses fields one by one and collects their problems. */
function reader(today: string) {
  const problems: FailureDetail[] = []
  const refuse = (path: string, message: string): null => {
    problems.push({ path, message })
    return null
  }
  const oddLess = (path: string, typed: string): string => {
    if (oddCharacters.test(typed)) refuse(path, 'Not valid')
    return typed.trim()
  }
  return {
    problems,
    refuse,
    today,
    /** Name: not blank, at most 50 characters (OFFLINE-17). */
    name(path: string, typed: string, required: boolean): string {
      const text = typed.trim()
      if (text.length > 50 || (required && text === '') || oddCharacters.test(typed)) refuse(path, 'Not valid')
      return text
    },
    /** `label` makes it required. */
    text(path: string, typed: string, most: number, label?: string): string {
      const text = oddLess(path, typed)
      if (label !== undefined && text === '') refuse(path, `${label} is required`)
      if (text.length > most) refuse(path, `At most ${most} characters`)
      return text
    },
    longText(path: string, typed: string): string {
      if (/[^\P{Cc}\n\r\t]/u.test(typed)) refuse(path, 'Not valid')
      return typed.trim()
    },
    oneOf<Known extends string>(path: string, typed: string, known: readonly Known[], label: string): Known | null {
      const text = typed.trim()
      return known.find((value) => value === text) ?? refuse(path, text === '' ? `${label} is required` : 'Not valid')
    },
    /** Past date, at most 110 years ago; with `adult` at least 18 years ago (OFFLINE-20). */
    birth(path: string, typed: string, adult: boolean): string {
      const dob = typed.trim()
      const oldest = String(Number(today.slice(0, 4)) - birthYearsBack)
      if (!isCalendarDate(dob) || dob > today || dob.slice(0, 4) < oldest) refuse(path, 'Must be valid date')
      else if (adult && !isAdult(dob, today)) refuse(path, 'Must be 18+')
      return dob
    },
    ssn(path: string, typed: string, required: boolean): string | null {
      const text = typed.trim()
      if (text === '') return required ? refuse(path, 'Not an SSN') : null
      return isSsn(text) ? digitsOf(text) : refuse(path, 'Not an SSN')
    },
    phone(path: string, typed: string, required: boolean): string | null {
      if (typed.trim() === '' && !required) return null
      return readPhone(typed) ?? refuse(path, 'Not a Phone')
    },
    email(path: string, typed: string): string {
      const text = typed.trim()
      if (text !== '' && (text.length > 62 || !Email.safeParse(text).success)) refuse(path, 'Must be valid email')
      return text
    },
    zipCode(path: string, typed: string): string {
      const digits = digitsOf(typed)
      if (typed.trim() === '') refuse(path, 'ZIP code is required')
      else if (!/^\s*\d{5}(-?\d{4})?\s*$/.test(typed)) refuse(path, 'Not a ZIP code')
      return digits
    },
    state(path: string, typed: string): string {
      if (typed.trim() === '') refuse(path, 'State is required')
      else if (stateCode(typed) === null) refuse(path, 'Not a state')
      return stateCode(typed) ?? ''
    },
    wholeNumber(path: string, typed: string, message: string, most: number): number | null {
      const text = typed.trim()
      if (text === '') return null
      const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
      return number >= 1 && number <= most ? number : refuse(path, message)
    },
    /** Non-negative amount; `label` makes it required. */
    amount(path: string, typed: string, label?: string): Amount | null {
      if (typed.trim() === '') return label === undefined ? null : refuse(path, `${label} is required`)
      const read = readMoney(typed)
      return read === null || read.startsWith('-') || read.length > 12 ? refuse(path, notAmount) : read
    },
  }
}
