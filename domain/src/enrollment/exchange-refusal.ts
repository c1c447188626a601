import { z } from 'zod'
import { specialProblems } from '../eligibility/special-enrollment.ts'
import { specialWords } from '../enrollment-windows/special-words.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import type { Translated } from '../messages/translated.ts'
import { EnrollmentObstacle, obstacleSentence } from './enrollment-obstacle.ts'

const year = z.number().int()

/** Why an exchange refuses an application or an enrollment, as data beside its own sentence. The sandbox states it. */
export const ExchangeRefusal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('county') }),
  z.object({ kind: z.literal('ssn'), person: z.string() }),
  z.object({ kind: z.literal('year'), planYear: year, open: z.array(year) }),
  z.object({ kind: z.literal('no life event'), planYear: year, offered: year }),
  z.object({ kind: z.literal('life event'), problem: z.enum(specialProblems) }),
  z.object({ kind: z.literal('codes sent'), most: z.number().int() }),
  z.object({ kind: z.literal('no messages') }),
  z.object({ kind: z.literal('unknown application') }),
  z.object({ kind: z.literal('unknown applicant') }),
  z.object({ kind: z.literal('plan year'), planYear: year, applicationYear: year }),
  z.object({ kind: z.literal('applicant'), obstacle: EnrollmentObstacle }),
  z.object({ kind: z.literal('start unknown'), planYear: year }),
  /** Not sent at all; `isSentBefore` when an earlier attempt may have arrived. */
  z.object({ kind: z.literal('consent revoked'), isSentBefore: z.boolean() }),
])
export type ExchangeRefusal = z.infer<typeof ExchangeRefusal>

const en = {
  county: 'The county is not one of this ZIP code',
  ssn: (person: string) => `The Social Security number of ${person} could not be verified`,
  year: (planYear: string, open: readonly string[]) =>
    `Applications for ${planYear} are not open here, only for ${open.join(' and ')}`,
  codesSent: (most: string) => `${most} codes were sent in 24 hours, try again tomorrow`,
  noMessages: 'messages of this kind cannot be sent here',
  unknownApplication: 'There is no application of this id',
  unknownApplicant: 'An applicant is not part of this application',
  planYear: (planYear: string, applicationYear: string) =>
    `This application is for ${applicationYear}, the plan for ${planYear}`,
  startUnknown: (planYear: string) =>
    `Until which day plans of ${planYear} begin on January 1 isn't known here. An administrator enters it under Enrollment Windows`,
  consentRevoked: 'The client revoked the consent, so it was not sent.',
  sentBefore: ' Ask the exchange whether an earlier attempt arrived.',
}
const es: Translated<typeof en> = {
  county: 'El condado no es de este código postal',
  ssn: (person) => `No se pudo verificar el número de Seguro Social de ${person}`,
  year: (planYear, open) => `Aquí no se aceptan solicitudes para ${planYear}, solo para ${open.join(' y ')}`,
  codesSent: (most) => `Se enviaron ${most} códigos en 24 horas. Inténtelo otra vez mañana`,
  noMessages: 'Aquí no se pueden enviar mensajes de este tipo',
  unknownApplication: 'No hay ninguna solicitud con este número',
  unknownApplicant: 'Una persona no es parte de esta solicitud',
  planYear: (planYear, applicationYear) => `Esta solicitud es para ${applicationYear}, y el plan es para ${planYear}`,
  startUnknown: (planYear) =>
    `Aún no se sabe aquí hasta qué día los planes de ${planYear} comienzan el 1 de enero. Llame a su agencia`,
  consentRevoked: 'El cliente revocó el consentimiento, así que no se envió.',
  sentBefore: ' Pregunte al Mercado si llegó un intento anterior.',
}
const words: Readonly<Record<MessageLanguage, Translated<typeof en>>> = { en, es }

/** The sentence of a refusal. */
export function refusalSentence(refusal: ExchangeRefusal, language: MessageLanguage = 'en'): string {
  const say = words[language]
  switch (refusal.kind) {
    case 'county':
      return say.county
    case 'ssn':
      return say.ssn(refusal.person)
    case 'year':
      return say.year(String(refusal.planYear), refusal.open.map(String))
    case 'no life event':
      return specialWords[language].needsEvent(String(refusal.planYear), String(refusal.offered))
    case 'life event':
      return specialWords[language].problems[refusal.problem]
    case 'codes sent':
      return say.codesSent(String(refusal.most))
    case 'no messages':
      return say.noMessages
    case 'unknown application':
      return say.unknownApplication
    case 'unknown applicant':
      return say.unknownApplicant
    case 'plan year':
      return say.planYear(String(refusal.planYear), String(refusal.applicationYear))
    case 'applicant':
      return obstacleSentence(refusal.obstacle, language)
    case 'start unknown':
      return say.startUnknown(String(refusal.planYear))
    case 'consent revoked':
      return say.consentRevoked + (refusal.isSentBefore ? say.sentBefore : '')
  }
}

/** Why it was refused, in the reader's language where the exchange said it as data, else in its own words. */
export function refusedBecause(
  { reason, refusal }: { reason: string | null; refusal: ExchangeRefusal | null },
  language: MessageLanguage,
): string {
  return refusal && language === 'es' ? refusalSentence(refusal, language) : (reason ?? '')
}
