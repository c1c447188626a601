import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useLanguage } from '../platform/page/reader-language.ts'

const en = {
  navigation: 'Main',
  home: 'Home',
  application: 'Application',
  plans: 'Plans',
  enrollment: 'Enrollment',
  welcome: (name: string) => `Welcome, ${name}`,
  applicationFor: (year: string) => `Application for ${year}`,
  states: { draft: 'In progress', sending: 'Not confirmed', submitted: 'Submitted' },
  none: "You don't have an application assigned. Compare health plans and see what they cost after your tax credit.",
  noneWithDraft: 'Your answers are saved. Start the application with them; you can change them there.',
  draft: (step: string, all: string) =>
    `Your application is saved. Step ${step} of ${all} is next. Nothing is sent to the marketplace before you sign it.`,
  sending: 'The marketplace has not confirmed your application yet. Open it to submit it again.',
  submitted: 'See your application, compare the plans that it can be enrolled in, and enroll.',
  enrolled:
    'You are enrolled. Your policies are below. Coverage begins once the first payment has reached the carrier.',
  nextYear: (year: string) =>
    `You can apply for ${year} coverage now. Your application of the year before stays as it is.`,
  householdOf: (count: number, zipCode: string) =>
    count === 1 ? `1 person in ${zipCode}` : `${count} people in ${zipCode}`,
  chosenPlan: (name: string) => `Chosen plan: ${name}`,
  noPlan: 'No plan chosen yet',
  start: 'Start application',
  startFor: (year: string) => `Start application for ${year}`,
  startSpecial: (year: string) => `Apply for ${year} after a life event`,
  changing: 'Your change is saved and not submitted yet. Nothing changes at the marketplace before you submit it.',
  changeOpen: 'Change in progress',
  continueChange: 'Continue the change',
  continue: 'Continue application',
  yourApplication: 'Your application',
  comparePlans: 'Compare plans and enroll',
  yourEnrollment: 'See or change your enrollment',
  seePlans: 'See Plans',
  logout: 'Logout',
  marketplace: "Apply on the marketplace's own site",
  couldNotLoad: "Couldn't load your application.",
  loading: 'Loading your application',
  policies: 'Your policies',
  issuer: 'Carrier',
  responsibility: 'You pay each month',
  starts: 'Starts',
  members: 'Covers',
  status: (status: string) => status,
}
export type ConsumerTexts = Translated<typeof en>

const states: Record<string, string> = {
  'pending effectuation': 'Pendiente del primer pago',
  effectuated: 'Vigente',
  cancelled: 'Cancelada',
  terminated: 'Terminada',
}

const es: ConsumerTexts = {
  navigation: 'Principal',
  home: 'Inicio',
  application: 'Solicitud',
  plans: 'Planes',
  enrollment: 'Inscripción',
  welcome: (name) => `Le damos la bienvenida, ${name}`,
  applicationFor: (year) => `Solicitud para ${year}`,
  states: { draft: 'En curso', sending: 'Sin confirmar', submitted: 'Enviada' },
  none: 'Todavía no tiene una solicitud. Compare planes de salud y vea cuánto cuestan después de su crédito fiscal.',
  noneWithDraft: 'Sus respuestas están guardadas. Comience la solicitud con ellas; allí puede cambiarlas.',
  draft: (step, all) =>
    `Su solicitud está guardada. Sigue el paso ${step} de ${all}. No se envía nada al Mercado antes de que usted la firme.`,
  sending: 'El Mercado aún no ha confirmado su solicitud. Ábrala para enviarla otra vez.',
  submitted: 'Vea su solicitud, compare los planes a los que puede inscribirse e inscríbase.',
  enrolled:
    'Su inscripción está hecha. Sus pólizas están abajo. La cobertura comienza cuando la aseguradora recibe el primer pago.',
  nextYear: (year) => `Ya puede solicitar la cobertura para ${year}. Su solicitud del año anterior queda como está.`,
  householdOf: (count, zipCode) => (count === 1 ? `1 persona en ${zipCode}` : `${count} personas en ${zipCode}`),
  chosenPlan: (name) => `Plan elegido: ${name}`,
  noPlan: 'Todavía no ha elegido un plan',
  start: 'Comenzar la solicitud',
  startFor: (year) => `Comenzar la solicitud para ${year}`,
  startSpecial: (year) => `Solicitar para ${year} tras un evento de vida`,
  changing: 'Su cambio está guardado y aún no se ha enviado. En el Mercado no cambia nada antes de que lo envíe.',
  changeOpen: 'Cambio en curso',
  continueChange: 'Continuar el cambio',
  continue: 'Continuar la solicitud',
  yourApplication: 'Su solicitud',
  comparePlans: 'Comparar planes e inscribirse',
  yourEnrollment: 'Ver o cambiar su inscripción',
  seePlans: 'Ver planes',
  logout: 'Cerrar sesión',
  marketplace: 'Solicitar en el sitio del Mercado',
  couldNotLoad: 'No se pudo cargar su solicitud.',
  loading: 'Cargando su solicitud',
  policies: 'Sus pólizas',
  issuer: 'Aseguradora',
  responsibility: 'Usted paga cada mes',
  starts: 'Comienza',
  members: 'Cubre a',
  status: (status) => states[status.toLowerCase()] ?? status,
}

const consumerTexts: Readonly<Record<MessageLanguage, ConsumerTexts>> = { en, es }

/** Texts of the consumer app in the reader's language. */
export function useConsumerTexts(): ConsumerTexts {
  return consumerTexts[useLanguage()]
}
