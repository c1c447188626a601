import { maxConsentMonths } from '../consents/consent-terms.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import { type ConsentScope, consentScopes } from '../platform/consent-rule.ts'
import { consentForm } from './consent-forms.ts'

/** Facts that a consent names; consent is revoked by contacting the agency. */
export interface ConsentFacts {
  applicant: string
  agency: string
  agencyPhone: string
  agencyEmail: string
  /** Null while no agent is assigned. */
  agent: { name: string; npn: string | null } | null
  /** What it allows; all points by default. */
  scopes?: readonly ConsentScope[]
  /** Whether it allows this agent only. */
  onlyAgent?: boolean
  months?: number
}

/** Text of a consent: paragraphs with headings, some followed by a list. */
export interface ConsentText {
  title: string
  parts: readonly { heading: string; text: readonly string[]; points: readonly string[] }[]
  /** Sentence next to the checkbox. */
  agreement: string
}

/** Days for which the link works. */
export const consentLinkDays = 7

/** Version of the form of a plan year, which a signed consent keeps with its text. */
export const consentVersion = (planYear: number | null): string => consentForm(planYear).version

/** Consent of one applicant for a plan year, in English or Spanish; null: the first form. */
export function consentText(language: MessageLanguage, facts: ConsentFacts, planYear: number | null): ConsentText {
  const { title, parts, points, agreement, helper, duration } = consentForm(planYear).texts[language]
  const { applicant, agency, agencyPhone, agencyEmail, agent, onlyAgent, months = maxConsentMonths } = facts
  const named = agent && `${agent.name}${agent.npn ? ` (${helper.number} ${agent.npn})` : ''}`
  const form = named ? (onlyAgent ? helper.only : helper.any) : helper.alone
  const values = {
    applicant,
    agency,
    agencyPhone,
    agencyEmail,
    agent: named ?? '',
    duration: months === 1 ? duration.one : filled(duration.many, { months: String(months) }),
  }
  const all = { ...values, helper: filled(form, values) }
  const fill = (template: string) => filled(template, all)
  return {
    title: fill(title),
    parts: parts.map(({ heading, text, hasPoints }) => ({
      heading: fill(heading),
      text: text.map(fill),
      points: hasPoints ? pointsOf(facts, points).map(fill) : [],
    })),
    agreement: fill(agreement),
  }
}

/** A template with its {names} replaced once; the values are not templates. */
const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** In the order of the text, the last one with a period. */
function pointsOf(
  { scopes = consentScopes }: ConsentFacts,
  points: Readonly<Record<ConsentScope, readonly string[]>>,
): string[] {
  const chosen = consentScopes.flatMap((scope) => (scopes.includes(scope) ? points[scope] : []))
  return chosen.map((point, place) => (place === chosen.length - 1 ? point.replace(/;$/, '.') : point))
}

/** The same as plain text: exactly what is hashed and stored. */
export function consentPlainText({ title, parts, agreement }: ConsentText): string {
  const sections = parts.map(({ heading, text, points }) =>
    [heading, ...text, ...points.map((point) => `- ${point}`)].join('\n'),
  )
  return [title, ...sections, agreement].join('\n\n')
}
