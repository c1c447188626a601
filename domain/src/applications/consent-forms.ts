import type { MessageLanguage } from '../messages/message-kinds.ts'
import type { ConsentScope } from '../platform/consent-rule.ts'

/** A consent in one language. {applicant}, {agency}, {agencyPhone}, {agencyEmail}, {helper} and {duration} are filled in. */
export interface ConsentTemplate {
  title: string
  /** `hasPoints`: followed by what the scopes of the consent allow. */
  parts: readonly { heading: string; text: readonly string[]; hasPoints?: boolean }[]
  points: Readonly<Record<ConsentScope, readonly string[]>>
  /** Sentence next to the checkbox. */
  agreement: string
  /** {helper}: the agency alone, with its {agent}, or this agent only; `number` names the agent's number. */
  helper: { alone: string; any: string; only: string; number: string }
  /** {duration}; `many` has {months}. */
  duration: { one: string; many: string }
}

/** Form of the consent from a plan year on. */
export interface ConsentForm {
  version: string
  /** First plan year; the form counts until the next one. */
  fromPlanYear: number
  /** Where the wording is from. */
  source: string
  texts: Readonly<Record<MessageLanguage, ConsentTemplate>>
}

/**
 * Forms of the consent. A new form is a new entry: signed consents keep the version and the exact text. HHS prescribes a form
 * for plan years from 2028 (2027 Payment Notice, 91 FR 29526), which was not published when this was written.
 */
export const consentForms: ConsentForm[] = [
  {
    version: '2026-11.3',
    fromPlanYear: 2014,
    source: 'Wording after the model consent form of CMS (CMS-10840) with the facts of 45 CFR 155.220(j)(2)(iii)',
    texts: {
      en: {
        title: 'Consent to help with your Marketplace application',
        parts: [
          {
            heading: 'Who may help you',
            text: [
              'I, {applicant}, give my permission to {helper} to serve as the health insurance agent or broker for myself and, if it applies, my entire household, for the purpose of enrolling in a Qualified Health Plan offered on the Health Insurance Marketplace.',
            ],
          },
          {
            heading: 'What they may do',
            text: [
              'By giving this consent I allow them to view and use the confidential information that I give, only to:',
            ],
            hasPoints: true,
          },
          {
            heading: 'What happens to your information',
            text: [
              'They will not use or share my personal information for any other purpose, and will keep it private and safe when they collect, store and use it.',
              'What I tell them for my application is true to the best of my knowledge. I do not have to share more about myself or my health than the application asks for.',
            ],
          },
          {
            heading: 'How long it holds',
            text: ['This consent holds for {duration} from the day I sign it, unless I revoke it earlier.'],
          },
          {
            heading: 'How to revoke it',
            text: [
              'I may revoke or change this consent at any time, without giving a reason, by opening the link to this consent again, by calling {agency} at {agencyPhone} or by writing to {agencyEmail}.',
            ],
          },
        ],
        points: {
          search: ['search for an existing Marketplace application of mine;'],
          apply: [
            'complete an application for eligibility and enrollment in a Marketplace plan, or in other government programs that help to pay for coverage, such as Medicaid, CHIP and advance payments of the premium tax credit;',
          ],
          maintain: [
            'keep up my account and help with my enrollment for as long as it is needed;',
            'answer questions of the Marketplace about my application.',
          ],
        },
        agreement: 'I have read this consent and agree to it.',
        helper: {
          alone: '{agency}',
          any: '{agency} and its agent {agent}',
          only: '{agent} of {agency}, and to no other agent,',
          number: 'National Producer Number',
        },
        duration: { one: 'one month', many: '{months} months' },
      },
      es: {
        title: 'Consentimiento para ayudarle con su solicitud del Mercado',
        parts: [
          {
            heading: 'Quién puede ayudarle',
            text: [
              'Yo, {applicant}, doy mi permiso a {helper} para actuar como agente o corredor de seguros de salud en mi nombre y, si corresponde, en el de todo mi hogar, con el fin de inscribirme en un Plan de Salud Calificado ofrecido en el Mercado de Seguros Médicos.',
            ],
          },
          {
            heading: 'Qué pueden hacer',
            text: [
              'Con este consentimiento les permito ver y usar la información confidencial que yo dé, únicamente para:',
            ],
            hasPoints: true,
          },
          {
            heading: 'Qué pasa con su información',
            text: [
              'No usarán ni compartirán mi información personal para ningún otro fin, y la mantendrán privada y segura al reunirla, guardarla y usarla.',
              'Lo que les digo para mi solicitud es verdad según mi leal saber y entender. No tengo que compartir sobre mí o mi salud más de lo que pide la solicitud.',
            ],
          },
          {
            heading: 'Cuánto tiempo vale',
            text: [
              'Este consentimiento vale durante {duration} desde el día en que lo firmo, salvo que lo revoque antes.',
            ],
          },
          {
            heading: 'Cómo revocarlo',
            text: [
              'Puedo revocar o cambiar este consentimiento en cualquier momento, sin dar un motivo, abriendo de nuevo el enlace a este consentimiento, llamando a {agency} al {agencyPhone} o escribiendo a {agencyEmail}.',
            ],
          },
        ],
        points: {
          search: ['buscar una solicitud mía que ya exista en el Mercado;'],
          apply: [
            'completar una solicitud de elegibilidad e inscripción en un plan del Mercado o en otros programas del gobierno que ayudan a pagar la cobertura, como Medicaid, CHIP y los pagos por adelantado del crédito fiscal para la prima;',
          ],
          maintain: [
            'mantener mi cuenta y ayudarme con mi inscripción mientras sea necesario;',
            'responder a preguntas del Mercado sobre mi solicitud.',
          ],
        },
        agreement: 'He leído este consentimiento y estoy de acuerdo con él.',
        helper: {
          alone: '{agency}',
          any: '{agency} y a su agente {agent}',
          only: '{agent} de {agency}, y a ningún otro agente,',
          number: 'Número Nacional de Productor',
        },
        duration: { one: 'un mes', many: '{months} meses' },
      },
    },
  },
]

/** The newest form that counts for a plan year; the first one for requests from before they named a year. */
export function consentForm(planYear: number | null): ConsentForm {
  const [first] = consentForms
  if (!first) throw new Error('No form of the consent')
  return consentForms
    .filter(({ fromPlanYear }) => fromPlanYear <= (planYear ?? 0))
    .reduce((newest, form) => (form.fromPlanYear >= newest.fromPlanYear ? form : newest), first)
}
