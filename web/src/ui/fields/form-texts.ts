import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'

const en = {
  /** A problem that a schema found. */
  problem: (message: string) => message,
  toCorrect: (fields: number) => `${fields} ${fields === 1 ? 'field' : 'fields'} to correct`,
  leave: { question: 'Leave without saving?', consequence: "What you typed isn't saved.", yes: 'Leave', no: 'Stay' },
}
type FormTexts = Translated<typeof en>

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

const es: FormTexts = {
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

/** Texts of forms that clients and staff share; lists load none of them. */
export function useFormTexts(): FormTexts {
  return texts[useSharedLanguage()]
}
