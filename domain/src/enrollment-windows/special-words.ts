import type { LifeEvent, SpecialProblem } from '../eligibility/special-enrollment.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import type { Translated } from '../messages/translated.ts'

const en = {
  year: 'Coverage for which year?',
  special: (year: string) => `Coverage for ${year} (special enrollment)`,
  open: (year: string) => `Coverage for ${year} (open enrollment)`,
  anyEvent: 'Does a life event allow another plan?',
  noEvent: 'No life event',
  hasEvent: 'A life event of the last 60 days',
  changeHelp:
    'A life event opens special enrollment, in which another plan can be chosen. The marketplace may ask for proof.',
  event: 'What happened?',
  eventDate: 'Date of the event',
  lossDate: 'Last day of the coverage',
  help: 'Coverage for the rest of this year needs a life event. The marketplace may ask for proof.',
  events: {
    'loss-of-coverage': 'Loss of health coverage',
    birth: 'Birth, adoption or foster care',
    marriage: 'Marriage',
    move: 'Move to a new home',
    status: 'New citizenship or lawful status',
    release: 'Release from jail or prison',
  } satisfies Record<LifeEvent, string>,
  begins: (year: string, day: string, last: string) =>
    `Special enrollment: coverage for ${year} begins on ${day} for plans chosen by ${last}.`,
  problems: {
    event: 'Choose what happened.',
    eventDate: 'Enter the date of the event, for example 11/20/2026.',
    eventFuture: 'This date is in the future. Only a loss of coverage can be reported before it happens.',
    eventEarly: 'This is more than 60 days away. Special enrollment opens 60 days before a loss of coverage.',
    eventOver:
      'This was more than 60 days ago, so special enrollment for it is over. Choose coverage for next year instead.',
    eventNextYear: 'Coverage after this event begins next year. Choose coverage for next year instead.',
  } satisfies Record<SpecialProblem, string>,
  needsEvent: (year: string, next: string) =>
    `Open enrollment is for ${next} now. Coverage for ${year} needs a life event of the last 60 days, such as a loss of coverage.`,
}
export type SpecialWords = Translated<typeof en>

const es: SpecialWords = {
  year: '¿Cobertura para qué año?',
  special: (year) => `Cobertura para ${year} (inscripción especial)`,
  open: (year) => `Cobertura para ${year} (inscripción abierta)`,
  anyEvent: '¿Hay un evento de vida que permita otro plan?',
  noEvent: 'Ningún evento de vida',
  hasEvent: 'Un evento de vida de los últimos 60 días',
  changeHelp:
    'Un evento de vida abre la inscripción especial, en la que se puede elegir otro plan. El Mercado puede pedir pruebas.',
  event: '¿Qué pasó?',
  eventDate: 'Fecha del evento',
  lossDate: 'Último día de la cobertura',
  help: 'La cobertura para lo que queda de este año requiere un evento de vida. El Mercado puede pedir pruebas.',
  events: {
    'loss-of-coverage': 'Pérdida de cobertura médica',
    birth: 'Nacimiento, adopción o acogida',
    marriage: 'Matrimonio',
    move: 'Mudanza a otra vivienda',
    status: 'Nueva ciudadanía o estatus legal',
    release: 'Salida de la cárcel',
  },
  begins: (year, day, last) =>
    `Inscripción especial: la cobertura para ${year} comienza el ${day} para los planes elegidos hasta el ${last}.`,
  problems: {
    event: 'Elija qué pasó.',
    eventDate: 'Escriba la fecha del evento, por ejemplo 11/20/2026.',
    eventFuture: 'Esta fecha está en el futuro. Solo una pérdida de cobertura se puede informar antes de que ocurra.',
    eventEarly: 'Faltan más de 60 días. La inscripción especial se abre 60 días antes de una pérdida de cobertura.',
    eventOver:
      'Esto fue hace más de 60 días, así que su inscripción especial terminó. Elija la cobertura para el año que viene.',
    eventNextYear:
      'La cobertura después de este evento comienza el año que viene. Elija la cobertura para el año que viene.',
  },
  needsEvent: (year, next) =>
    `La inscripción abierta es ahora para ${next}. La cobertura para ${year} requiere un evento de vida de los últimos 60 días, como una pérdida de cobertura.`,
}

/** Texts of special enrollment, for clients and agents. */
export const specialWords: Readonly<Record<MessageLanguage, SpecialWords>> = { en, es }
