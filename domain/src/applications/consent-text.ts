import { maxConsentMonths } from '../consents/consent-terms.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import { type ConsentScope, consentScopes } from '../platform/consent-rule.ts'

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

/**
 * Version of the current text; signed consents keep their own. The text covers what 45 CFR 155.220(j)(2)(iii) requires:
 * scope, purpose, duration, recipient and revocation; the wording follows the model consent form of CMS.
 */
export const consentVersion = '2026-11.3'

/** Days for which the link works. */
export const consentLinkDays = 7

/** Consent of one applicant, in English or Spanish. */
export function consentText(language: MessageLanguage, facts: ConsentFacts): ConsentText {
  return language === 'es' ? spanish(facts) : english(facts)
}

/** The same as plain text: exactly what is hashed and stored. */
export function consentPlainText({ title, parts, agreement }: ConsentText): string {
  const sections = parts.map(({ heading, text, points }) =>
    [heading, ...text, ...points.map((point) => `- ${point}`)].join('\n'),
  )
  return [title, ...sections, agreement].join('\n\n')
}

/** Points of the text by what they allow. */
const englishPoints: Record<ConsentScope, readonly string[]> = {
  search: ['search for an existing Marketplace application of mine;'],
  apply: [
    'complete an application for eligibility and enrollment in a Marketplace plan, or in other government programs that help to pay for coverage, such as Medicaid, CHIP and advance payments of the premium tax credit;',
  ],
  maintain: [
    'keep up my account and help with my enrollment for as long as it is needed;',
    'answer questions of the Marketplace about my application.',
  ],
}
const spanishPoints: Record<ConsentScope, readonly string[]> = {
  search: ['buscar una solicitud mía que ya exista en el Mercado;'],
  apply: [
    'completar una solicitud de elegibilidad e inscripción en un plan del Mercado o en otros programas del gobierno que ayudan a pagar la cobertura, como Medicaid, CHIP y los pagos por adelantado del crédito fiscal para la prima;',
  ],
  maintain: [
    'mantener mi cuenta y ayudarme con mi inscripción mientras sea necesario;',
    'responder a preguntas del Mercado sobre mi solicitud.',
  ],
}

/** In the order of the text, the last one with a period. */
function pointsOf({ scopes = consentScopes }: ConsentFacts, points: Record<ConsentScope, readonly string[]>): string[] {
  const chosen = consentScopes.flatMap((scope) => (scopes.includes(scope) ? points[scope] : []))
  return chosen.map((point, place) => (place === chosen.length - 1 ? point.replace(/;$/, '.') : point))
}

/** Who may help: the agency, with its agent, or this agent only. */
function helperOf(
  { agency, agent, onlyAgent }: ConsentFacts,
  words: { number: string; only: (named: string) => string; any: (named: string) => string },
): string {
  if (!agent) return agency
  const named = `${agent.name}${agent.npn ? ` (${words.number} ${agent.npn})` : ''}`
  return onlyAgent ? words.only(named) : words.any(named)
}

function english(facts: ConsentFacts): ConsentText {
  const { applicant, agency, agencyPhone, agencyEmail, months = maxConsentMonths } = facts
  const helper = helperOf(facts, {
    number: 'National Producer Number',
    only: (named) => `${named} of ${agency}, and to no other agent,`,
    any: (named) => `${agency} and its agent ${named}`,
  })
  return {
    title: 'Consent to help with your Marketplace application',
    parts: [
      {
        heading: 'Who may help you',
        text: [
          `I, ${applicant}, give my permission to ${helper} to serve as the health insurance agent or broker for myself and, if it applies, my entire household, for the purpose of enrolling in a Qualified Health Plan offered on the Health Insurance Marketplace.`,
        ],
        points: [],
      },
      {
        heading: 'What they may do',
        text: [
          'By giving this consent I allow them to view and use the confidential information that I give, only to:',
        ],
        points: pointsOf(facts, englishPoints),
      },
      {
        heading: 'What happens to your information',
        text: [
          'They will not use or share my personal information for any other purpose, and will keep it private and safe when they collect, store and use it.',
          'What I tell them for my application is true to the best of my knowledge. I do not have to share more about myself or my health than the application asks for.',
        ],
        points: [],
      },
      {
        heading: 'How long it holds',
        text: [
          `This consent holds for ${months === 1 ? 'one month' : `${months} months`} from the day I sign it, unless I revoke it earlier.`,
        ],
        points: [],
      },
      {
        heading: 'How to revoke it',
        text: [
          `I may revoke or change this consent at any time, without giving a reason, by opening the link to this consent again, by calling ${agency} at ${agencyPhone} or by writing to ${agencyEmail}.`,
        ],
        points: [],
      },
    ],
    agreement: 'I have read this consent and agree to it.',
  }
}

function spanish(facts: ConsentFacts): ConsentText {
  const { applicant, agency, agencyPhone, agencyEmail, months = maxConsentMonths } = facts
  const helper = helperOf(facts, {
    number: 'Número Nacional de Productor',
    only: (named) => `${named} de ${agency}, y a ningún otro agente,`,
    any: (named) => `${agency} y a su agente ${named}`,
  })
  return {
    title: 'Consentimiento para ayudarle con su solicitud del Mercado',
    parts: [
      {
        heading: 'Quién puede ayudarle',
        text: [
          `Yo, ${applicant}, doy mi permiso a ${helper} para actuar como agente o corredor de seguros de salud en mi nombre y, si corresponde, en el de todo mi hogar, con el fin de inscribirme en un Plan de Salud Calificado ofrecido en el Mercado de Seguros Médicos.`,
        ],
        points: [],
      },
      {
        heading: 'Qué pueden hacer',
        text: [
          'Con este consentimiento les permito ver y usar la información confidencial que yo dé, únicamente para:',
        ],
        points: pointsOf(facts, spanishPoints),
      },
      {
        heading: 'Qué pasa con su información',
        text: [
          'No usarán ni compartirán mi información personal para ningún otro fin, y la mantendrán privada y segura al reunirla, guardarla y usarla.',
          'Lo que les digo para mi solicitud es verdad según mi leal saber y entender. No tengo que compartir sobre mí o mi salud más de lo que pide la solicitud.',
        ],
        points: [],
      },
      {
        heading: 'Cuánto tiempo vale',
        text: [
          `Este consentimiento vale durante ${months === 1 ? 'un mes' : `${months} meses`} desde el día en que lo firmo, salvo que lo revoque antes.`,
        ],
        points: [],
      },
      {
        heading: 'Cómo revocarlo',
        text: [
          `Puedo revocar o cambiar este consentimiento en cualquier momento, sin dar un motivo, abriendo de nuevo el enlace a este consentimiento, llamando a ${agency} al ${agencyPhone} o escribiendo a ${agencyEmail}.`,
        ],
        points: [],
      },
    ],
    agreement: 'He leído este consentimiento y estoy de acuerdo con él.',
  }
}
