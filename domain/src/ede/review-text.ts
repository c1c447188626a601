import { completeSpecial, specialStart } from '../eligibility/special-enrollment.ts'
import { specialWords } from '../enrollment-windows/special-words.ts'
import { amountOf, readMoney, showMoney } from '../fields/amount.ts'
import { showDate } from '../fields/calendar-date.ts'
import { readPhone, showPhone } from '../fields/personal-numbers.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import type { Translated } from '../messages/translated.ts'
import {
  coverageOf,
  type EdeAnswers,
  incomeOf,
  isDeduction,
  payPeriods,
  specialOf,
  type TypedPerson,
} from './ede-answers.ts'
import { hasSpouse, questionsOf } from './ede-problems.ts'
import { edeWords } from './ede-words.ts'
import { householdIncomeCents, uncountedIncomes } from './household-income.ts'

/** Facts of an application besides its answers. */
export interface ReviewFacts {
  agency: string
  /** Agent who helps; null for clients who apply alone. */
  agent: { name: string; npn: string | null } | null
  year: number
  /** The exchange's id of the application that this changes; null for a new one. */
  changes: string | null
  today: string
  county: string
  answers: EdeAnswers
  /** Last four digits of the stored Social Security numbers, by person. */
  numbers: Readonly<Record<string, string>>
}

interface ReviewPart {
  heading: string
  points: readonly string[]
}

export interface ReviewText {
  title: string
  parts: readonly ReviewPart[]
  /** Statements that the client ticks one by one. */
  attestations: readonly string[]
}

/** Version of the text around the answers. */
export const reviewVersion = '2026-11.4'

/** Days for which the link to the review works. */
export const reviewLinkDays = 7

/** Everything that is submitted and attested, as the client reads it (45 CFR 155.220(j)(2)(ii)). */
export function reviewText(language: MessageLanguage, facts: ReviewFacts): ReviewText {
  const text = texts[language]
  const { agency, agent, year, changes } = facts
  const helper = {
    heading: text.helper,
    points: agent ? [text.agent(agent.name, agent.npn ?? '-', agency)] : [text.alone(agency)],
  }
  const { special, answered } = answerParts(language, facts)
  return {
    title: changes === null ? text.title(year) : text.changeTitle(year),
    parts: [
      ...(changes === null ? [] : [{ heading: text.change, points: [text.changed(changes)] }]),
      ...special,
      helper,
      ...answered,
    ],
    attestations: [text.truth, text.changes, text.reconcile, text.data],
  }
}

/** The answers of an application: why this year is possible, if it is for a life event, and all others. */
export function answerParts(
  language: MessageLanguage,
  { answers, numbers, today, year, county }: Omit<ReviewFacts, 'agency' | 'agent' | 'changes'>,
): { special: readonly ReviewPart[]; answered: readonly ReviewPart[] } {
  const text = texts[language]
  const words = edeWords[language]
  const { about, taxes } = answers
  const people = answers.household.people
  const nameOf = (id: string) => fullName(people.find((person) => person.id === id))
  const yesNo = (value: string) => (value === 'yes' ? words.yes : words.no)
  const chosen = specialOf(about, today)
  const event = chosen && completeSpecial(chosen)
  return {
    special: event
      ? [
          {
            heading: text.special,
            points: [
              `${specialWords[language].events[event.event]}, ${showDate(event.date)}`,
              text.specialStart(showDate(specialStart(event, year, today))),
            ],
          },
        ]
      : [],
    answered: [
      {
        heading: text.contact,
        points: [
          `${about.address}, ${about.zipCode}, ${county}`,
          showPhone(readPhone(about.phone) ?? about.phone),
          about.email,
        ],
      },
      {
        heading: text.household,
        points: people.map((person) => {
          const asked = questionsOf(person, today)
          const last4 = numbers[person.id]
          return [
            fullName(person),
            person.relationship === '' ? '' : words.relationship[person.relationship],
            showDate(person.dob),
            person.sex === '' ? '' : words.sex[person.sex],
            person.applies === 'yes' ? text.applies : text.appliesNot,
            asked.ssn && last4 ? text.ssn(last4) : '',
            asked.citizen ? (person.citizen === 'yes' ? text.citizen : text.citizenNot) : '',
            asked.status && person.status !== '' ? words.status[person.status] : '',
            asked.tobacco ? `${text.tobacco}: ${yesNo(person.tobacco)}` : '',
            asked.expecting && Number(person.expecting) > 0 ? text.expecting(person.expecting) : '',
          ]
            .filter(Boolean)
            .join(', ')
        }),
      },
      {
        heading: text.taxes,
        points: [
          `${text.files(year)}: ${yesNo(taxes.files)}`,
          ...(taxes.files === 'yes' && hasSpouse(answers) ? [`${text.jointly}: ${yesNo(taxes.jointly)}`] : []),
          `${text.claimed}: ${yesNo(taxes.claimed)}`,
        ],
      },
      {
        heading: text.income,
        points: [
          ...incomeOf(answers).flatMap(({ id, has, sources }) =>
            has === 'yes'
              ? sources.map(
                  ({ kind, amount, period }) =>
                    `${nameOf(id)}: ${isDeduction(kind) ? `${text.deduction}: ` : ''}${kind === '' ? '' : words.income[kind]}, ${showMoney(readMoney(amount))} ${period in payPeriods && period !== '' ? words.period[period] : ''}`,
                )
              : [`${nameOf(id)}: ${text.noIncome}`],
          ),
          `${text.together}: ${showMoney(amountOf(householdIncomeCents(answers)))}`,
          ...uncountedIncomes(answers).map((person) => `${fullName(person)}: ${text.uncounted}`),
        ],
      },
      {
        heading: text.coverage,
        points: coverageOf(answers).map(({ id, coverage, offer, minimumValue }) =>
          [
            `${nameOf(id)}: ${coverage === '' ? '' : words.coverage[coverage]}`,
            ...(coverage === 'job' || coverage === 'family-job'
              ? [text.offer(showMoney(readMoney(offer))), words.minimumValue[minimumValue]]
              : []),
          ]
            .filter(Boolean)
            .join(', '),
        ),
      },
    ],
  }
}

/** The same as plain text: exactly what is hashed and stored. */
export function reviewPlainText({ title, parts, attestations }: ReviewText): string {
  const sections = parts.map(({ heading, points }) => [heading, ...points.map((point) => `- ${point}`)].join('\n'))
  return [title, ...sections, attestations.map((one) => `[x] ${one}`).join('\n')].join('\n\n')
}

export function fullName(person: Pick<TypedPerson, 'firstName' | 'middleName' | 'lastName'> | undefined): string {
  return person
    ? [person.firstName, person.middleName, person.lastName]
        .map((part) => part.trim())
        .filter(Boolean)
        .join(' ')
    : ''
}

const en = {
  title: (year: number) => `Application for ${year} coverage`,
  changeTitle: (year: number) => `Change of the application for ${year} coverage`,
  change: 'What is changed',
  changed: (id: string) =>
    `Application ${id} at the Marketplace. The answers below replace all of its answers, and the help with the premium may change.`,
  helper: 'Who helps you',
  agent: (name: string, npn: string, agency: string) => `${name}, National Producer Number ${npn}, ${agency}`,
  alone: (agency: string) => agency,
  special: 'Special enrollment',
  specialStart: (day: string) => `Coverage begins on ${day} at the earliest`,
  contact: 'Address and contact',
  household: 'Household',
  applies: 'applies for coverage',
  appliesNot: 'does not apply for coverage',
  ssn: (last4: string) => `Social Security number ending in ${last4}`,
  citizen: 'US citizen or national',
  citizenNot: 'not a US citizen or national',
  tobacco: 'uses tobacco',
  expecting: (count: string) => `pregnant, expecting ${count}`,
  taxes: 'Taxes',
  files: (year: number) => `Files a federal tax return for ${year}`,
  jointly: 'Files jointly with the spouse',
  claimed: 'Is claimed as a dependent by someone else',
  income: 'Income',
  deduction: 'Deduction',
  noIncome: 'no income',
  together: 'Household income for the year',
  uncounted: 'not counted, because a dependent with this income does not have to file a tax return',
  coverage: 'Coverage you have',
  offer: (amount: string) => `${amount} a month`,
  truth:
    'I sign this application under penalty of perjury: I gave true answers to all questions to the best of my knowledge.',
  changes: 'I will report changes of my household, income or address to the Marketplace within 30 days.',
  reconcile:
    'If I get a premium tax credit, I will file a federal tax return for the coverage year and reconcile the credit on it.',
  data: 'The Marketplace may check my answers against data of the tax, Social Security and Homeland Security authorities.',
}

const es: Translated<typeof en> = {
  title: (year) => `Solicitud de cobertura para ${year}`,
  changeTitle: (year) => `Cambio de la solicitud de cobertura para ${year}`,
  change: 'Qué se cambia',
  changed: (id) =>
    `La solicitud ${id} del Mercado. Las respuestas de abajo reemplazan todas las suyas, y la ayuda con la prima puede cambiar.`,
  helper: 'Quién le ayuda',
  agent: (name, npn, agency) => `${name}, Número Nacional de Productor ${npn}, ${agency}`,
  alone: (agency) => agency,
  special: 'Inscripción especial',
  specialStart: (day) => `La cobertura comienza como muy pronto el ${day}`,
  contact: 'Dirección y contacto',
  household: 'Hogar',
  applies: 'solicita cobertura',
  appliesNot: 'no solicita cobertura',
  ssn: (last4) => `Número de Seguro Social terminado en ${last4}`,
  citizen: 'ciudadanía o nacionalidad de EE. UU.',
  citizenNot: 'sin ciudadanía ni nacionalidad de EE. UU.',
  tobacco: 'consume tabaco',
  expecting: (count) => `embarazada, espera ${count}`,
  taxes: 'Impuestos',
  files: (year) => `Presenta una declaración federal de impuestos de ${year}`,
  jointly: 'La presenta junto con su cónyuge',
  claimed: 'Otra persona le declara como dependiente',
  income: 'Ingresos',
  deduction: 'Deducción',
  noIncome: 'sin ingresos',
  together: 'Ingresos del hogar en el año',
  uncounted: 'no cuenta, porque un dependiente con estos ingresos no tiene que declarar impuestos',
  coverage: 'Cobertura que tiene',
  offer: (amount) => `${amount} por mes`,
  truth:
    'Firmo esta solicitud bajo pena de perjurio: di respuestas verdaderas a todas las preguntas según mi leal saber y entender.',
  changes: 'Informaré al Mercado en un plazo de 30 días sobre cambios en mi hogar, mis ingresos o mi dirección.',
  reconcile:
    'Si recibo un crédito fiscal para la prima, presentaré una declaración federal de impuestos del año de cobertura y ajustaré en ella el crédito.',
  data: 'El Mercado puede comparar mis respuestas con datos de las autoridades de impuestos, del Seguro Social y de Seguridad Nacional.',
}

const texts = { en, es }
