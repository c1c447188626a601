import { showDate } from '../fields/calendar-date.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import type { Translated } from '../messages/translated.ts'
import { coverageStart, type EnrollmentWindow } from './enrollment-window.ts'
import { specialWords } from './special-words.ts'

const en = {
  unknown: (year: string, exchange: string) =>
    `When open enrollment for ${year} at ${exchange} begins and ends isn't known yet. Ask the exchange.`,
  opens: (year: string, exchange: string, day: string) => `Open enrollment for ${year} at ${exchange} opens on ${day}.`,
  ends: (year: string, exchange: string, day: string) => `Open enrollment for ${year} at ${exchange} ends on ${day}.`,
  ended: (year: string, exchange: string, day: string) =>
    `Open enrollment for ${year} at ${exchange} ended on ${day}. Enrolling needs a life event, such as a move or a birth.`,
  endUnknown: (year: string, exchange: string, day: string) =>
    `Open enrollment for ${year} at ${exchange} opened on ${day}. Its last day isn't known yet. Ask the exchange.`,
  begins: (day: string) => `Coverage begins on ${day}.`,
  beginsUntil: (day: string, last: string) => `Coverage begins on ${day} for plans chosen by ${last}.`,
  startUnknown: "When coverage begins isn't known. Ask the exchange.",
  unconfirmed: {
    'one source': 'These dates are from one source and not confirmed.',
    'sources disagree': 'These dates may still change.',
    unverified: 'These dates are not confirmed.',
  },
}
const es: Translated<typeof en> = {
  unknown: (year, exchange) =>
    `Aún no se sabe cuándo comienza y termina la inscripción abierta para ${year} en ${exchange}. Pregunte al mercado.`,
  opens: (year, exchange, day) => `La inscripción abierta para ${year} en ${exchange} comienza el ${day}.`,
  ends: (year, exchange, day) => `La inscripción abierta para ${year} en ${exchange} termina el ${day}.`,
  ended: (year, exchange, day) =>
    `La inscripción abierta para ${year} en ${exchange} terminó el ${day}. Para inscribirse hace falta un evento de vida, como una mudanza o un nacimiento.`,
  endUnknown: (year, exchange, day) =>
    `La inscripción abierta para ${year} en ${exchange} comenzó el ${day}. Aún no se sabe su último día. Pregunte al mercado.`,
  begins: (day) => `La cobertura comienza el ${day}.`,
  beginsUntil: (day, last) => `La cobertura comienza el ${day} para los planes elegidos hasta el ${last}.`,
  startUnknown: 'No se sabe cuándo comienza la cobertura. Pregunte al mercado.',
  unconfirmed: {
    'one source': 'Estas fechas vienen de una sola fuente y no están confirmadas.',
    'sources disagree': 'Estas fechas todavía pueden cambiar.',
    unverified: 'Estas fechas no están confirmadas.',
  },
}
const words: Readonly<Record<MessageLanguage, Translated<typeof en>>> = { en, es }

/** Window of an exchange as clients and agents read it. */
export interface ToldWindow {
  exchange: string
  planYear: number
  /** Null where it is not known. */
  window: Pick<EnrollmentWindow, 'opens' | 'closes' | 'lastForJanuary' | 'confidence'> | null
  /** Special enrollment that is open instead: its start of coverage, and the last day to choose a plan. */
  special?: { begins: string; until: string } | null
}

/** When open enrollment is, when coverage begins, and what of it is not known or not confirmed. */
export function windowSentences(
  { exchange, planYear, window, special }: ToldWindow,
  today: string,
  language: MessageLanguage = 'en',
): string {
  const say = words[language]
  const year = String(planYear)
  if (special) return specialWords[language].begins(year, showDate(special.begins), showDate(special.until))
  if (window === null) return say.unknown(year, exchange)
  const { opens, closes, confidence } = window
  const isOver = closes !== null && today > closes
  const when =
    today < opens
      ? say.opens(year, exchange, showDate(opens))
      : closes === null
        ? say.endUnknown(year, exchange, showDate(opens))
        : isOver
          ? say.ended(year, exchange, showDate(closes))
          : say.ends(year, exchange, showDate(closes))
  return [
    when,
    ...(isOver ? [] : [startSentence({ planYear, window }, today, say)]),
    ...(confidence === 'verified' ? [] : [say.unconfirmed[confidence]]),
  ].join(' ')
}

function startSentence(
  { planYear, window }: Pick<ToldWindow, 'planYear' | 'window'>,
  today: string,
  say: Translated<typeof en>,
): string {
  const begins = coverageStart(planYear, today, window)
  if (begins === null) return say.startUnknown
  const last = window?.lastForJanuary
  return last && today <= last ? say.beginsUntil(showDate(begins), showDate(last)) : say.begins(showDate(begins))
}
