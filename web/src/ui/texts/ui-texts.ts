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
  /** A problem that a schema found. */
  problem: (message: string) => message,
  toCorrect: (fields: number) => `${fields} ${fields === 1 ? 'field' : 'fields'} to correct`,
  leave: { question: 'Leave without saving?', consequence: "What you typed isn't saved.", yes: 'Leave', no: 'Stay' },
}
export type UiTexts = Translated<typeof en>
/** Problems of the schemas that forms for clients use. */
const problemsEs: Readonly<Record<string, string>> = {
  'Not a ZIP code': 'No es un código postal',
  'Not a county': 'Elija el condado',
  'Must be an age': 'Debe ser una edad',
  'Type an amount, like 1250.50': 'Escriba una cantidad, como 1250.50',
  'Enter the monthly cost': 'Escriba el costo mensual',
  'Must be a number of children': 'Debe ser una cantidad de niños',
  'Email is required': 'Escriba su correo electrónico',
  'Must be valid email': 'No es una dirección de correo válida',
  'At most 62 characters': 'Como máximo 62 caracteres',
  'Not a Phone': 'No es un número de teléfono',
  'Current password is required': 'Escriba su contraseña actual',
  'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20':
    'Al menos 1 minúscula, 1 mayúscula y 1 carácter especial, de 12 a 20 caracteres',
  'At least 15 and at most 128 characters': 'De 15 a 128 caracteres',
  'Passwords must match': 'Las contraseñas deben coincidir',
  'The code has 6 digits': 'El código tiene 6 cifras',
}

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
  problem: (message) => problemsEs[message] ?? message,
  toCorrect: (fields) => `${fields} ${fields === 1 ? 'dato' : 'datos'} por corregir`,
  leave: {
    question: '¿Salir sin guardar?',
    consequence: 'Lo que escribió no está guardado.',
    yes: 'Salir',
    no: 'Seguir aquí',
  },
}
const texts = { en, es }

/** Texts of components that screens of clients and staff share. */
export function useUiTexts(): UiTexts {
  return texts[useSharedLanguage()]
}
