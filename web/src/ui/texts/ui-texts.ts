import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'

const en = {
  tryAgain: 'Try again',
  back: 'Back',
  close: 'Close',
  noData: 'No Data',
  pageRange: (total: string) => `of ${total}`,
  rows: 'Rows',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  page: (number: string) => `Page ${number}`,
  remove: (what: string) => `Remove ${what}`,
  optional: 'optional',
  skip: 'Skip to content',
  calendar: {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next ten years',
    previousDecade: 'Previous ten years',
  },
  loading: 'Loading',
  datePattern: 'MM/DD/YYYY',
  fromCalendar: (date: string) => `Choose ${date} from a calendar`,
}
export type UiTexts = Translated<typeof en>
const es: UiTexts = {
  tryAgain: 'Intentar otra vez',
  back: 'Volver',
  close: 'Cerrar',
  noData: 'Sin datos',
  pageRange: (total) => `de ${total}`,
  rows: 'Filas',
  pages: 'Páginas',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  page: (number) => `Página ${number}`,
  remove: (what) => `Quitar ${what}`,
  optional: 'opcional',
  skip: 'Ir al contenido',
  calendar: {
    nextMonth: 'Mes siguiente',
    previousMonth: 'Mes anterior',
    nextYear: 'Año siguiente',
    previousYear: 'Año anterior',
    nextDecade: 'Diez años después',
    previousDecade: 'Diez años antes',
  },
  loading: 'Cargando',
  datePattern: 'MM/DD/AAAA',
  fromCalendar: (date) => `Elegir ${date} en un calendario`,
}
const texts = { en, es }

/** Texts of components that screens of clients and staff share. */
export function useUiTexts(): UiTexts {
  return texts[useSharedLanguage()]
}
