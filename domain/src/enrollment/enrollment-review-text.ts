import type { ReviewText } from '../ede/review-text.ts'
import { showMoney } from '../fields/amount.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import { attestationNames, attestationTexts } from './attestations.ts'

/** Version of the text around an enrollment. */
export const enrollmentReviewVersion = '2026-12.1'

/** What an enrollment does, as the client reviews it. Amounts are monthly decimal texts. */
export interface EnrollmentFacts {
  agency: string
  agent: { name: string; npn: string | null } | null
  /** Whether the client enrolls without an agent. */
  isAlone?: boolean
  year: number
  groups: readonly {
    people: readonly string[]
    plan: string
    /** From the catalogue for practice. */
    invented: boolean
    issuer: string
    premium: string
    aptc: string
    responsibility: string
  }[]
}

/** The enrollment and its four attestations, as the client reads and signs them (45 CFR 155.220(j)(2)(ii)). */
export function enrollmentReviewText(language: MessageLanguage, facts: EnrollmentFacts): ReviewText {
  const text = texts[language]
  const { agency, agent, isAlone, year, groups } = facts
  const list = new Intl.ListFormat(language)
  return {
    title: text.title(year),
    parts: [
      {
        heading: text.helper,
        points: [isAlone ? text.alone(agency) : agent ? text.agent(agent.name, agent.npn ?? '-', agency) : agency],
      },
      ...groups.map(({ people, plan, invented, issuer, premium, aptc, responsibility }) => ({
        heading: list.format(people),
        points: [
          text.plan(plan, issuer),
          ...(invented ? [text.invented] : []),
          text.premium(showMoney(premium)),
          text.credit(showMoney(aptc)),
          text.responsibility(showMoney(responsibility)),
        ],
      })),
    ],
    attestations: attestationNames.map((name) => attestationTexts[language][name]),
  }
}

const texts = {
  en: {
    title: (year: number) => `Enrollment in health insurance for ${year}`,
    helper: 'Who enrolls you',
    agent: (name: string, npn: string, agency: string) => `${name}, National Producer Number ${npn}, ${agency}`,
    alone: (agency: string) => `You enroll yourself, through ${agency}`,
    plan: (plan: string, issuer: string) => `Plan: ${plan}, ${issuer}`,
    invented: 'Invented plan for practice: it insures no one',
    premium: (amount: string) => `Premium: ${amount} a month`,
    credit: (amount: string) => `Premium tax credit applied: ${amount} a month`,
    responsibility: (amount: string) => `You pay: ${amount} a month`,
  },
  es: {
    title: (year: number) => `Inscripción en un seguro médico para ${year}`,
    helper: 'Quién le inscribe',
    agent: (name: string, npn: string, agency: string) => `${name}, Número Nacional de Productor ${npn}, ${agency}`,
    alone: (agency: string) => `Usted se inscribe sin agente, por medio de ${agency}`,
    plan: (plan: string, issuer: string) => `Plan: ${plan}, ${issuer}`,
    invented: 'Plan inventado para practicar: no asegura a ninguna persona',
    premium: (amount: string) => `Prima: ${amount} al mes`,
    credit: (amount: string) => `Crédito fiscal aplicado: ${amount} al mes`,
    responsibility: (amount: string) => `Usted paga: ${amount} al mes`,
  },
} as const
