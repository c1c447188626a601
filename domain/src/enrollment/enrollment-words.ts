import type { MessageLanguage } from '../messages/message-kinds.ts'
import type { Translated } from '../messages/translated.ts'

const en = {
  applicant: (number: number) => `Applicant ${number}`,
  notEligible: 'Not eligible to enroll, says the marketplace.',
  opens: (day: string) => `The enrollment period opens on ${day}.`,
  ended: (day: string) => `The enrollment period ended on ${day}.`,
  empty: 'This group has no members. Move a person into it, or remove it.',
  noPlan: 'Choose a plan for this group.',
}
const es: Translated<typeof en> = {
  applicant: (number) => `Solicitante ${number}`,
  notEligible: 'Según el Mercado, no tiene derecho a inscribirse.',
  opens: (day) => `El período de inscripción comienza el ${day}.`,
  ended: (day) => `El período de inscripción terminó el ${day}.`,
  empty: 'Este grupo no tiene miembros. Mueva a una persona a él, o quítelo.',
  noPlan: 'Elija un plan para este grupo.',
}

/** Why people and groups cannot be enrolled, in the languages of clients. */
export const enrollmentWords: Readonly<Record<MessageLanguage, Translated<typeof en>>> = { en, es }
