import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'

const en = {
  title: 'Find a health plan',
  lead: 'Compare plans available where you live, with your estimated tax credit. Your answers stay in this browser tab, unless you create an account with them.',
  form: 'Your household',
  zipCode: 'ZIP code',
  income: 'Household income per year',
  optional: 'optional',
  incomeHelp:
    'Income before taxes of everyone on your tax return; a dependent’s only if they must file one, too. Required to estimate a tax credit.',
  county: 'County',
  countyHelp: 'This ZIP code lies in several counties. Plans and premiums depend on yours.',
  wrongPlace: { zipCode: 'This ZIP code does not exist.', countyFips: 'Choose your county.' },
  people: 'Who is on your tax return',
  peopleHelp:
    'Medicare, Medicaid, and an offer of coverage at work decide who can get the tax credit. Add them under "More about person".',
  addPerson: 'Add person',
  seePlans: 'See plans',
  cancel: 'Cancel',
  clear: 'Clear my answers',
  age: (person: string) => `Age of person ${person}`,
  relation: 'Relation',
  relations: { self: 'You', spouse: 'Spouse', child: 'Child or dependent' },
  covered: 'Needs a plan',
  remove: (person: string) => `Remove person ${person}`,
  more: (person: string) => `More about person ${person}`,
  less: (person: string) => `Less about person ${person}`,
  coverage: 'Other coverage',
  coverages: {
    none: 'None',
    job: 'Offer from own job',
    'family-job': "Offer from a family member's job",
    medicare: 'Medicare',
    other: 'Medicaid, CHIP, VA, TRICARE, enrolled at work or other',
  },
  offers: { job: 'Cheapest plan for the employee, per month', 'family-job': 'Cheapest family plan, per month' },
  minimumValue: 'Does the offer meet the minimum value?',
  minimumValueHelp:
    "The employer knows it: the plan pays at least 60% of expected costs. If you don't know, we count it as met.",
  minimumValues: { '': "I don't know", yes: 'Yes', no: 'No' },
  tobacco: 'Uses tobacco',
  yes: 'Yes',
  no: 'No',
  pregnant: 'Pregnant',
  pregnancies: { none: 'No', '1': 'Yes, one child', '2': 'Yes, two children', '3': 'Yes, three children' },
  invented:
    "These plans and premiums are invented for practice and can't be bought. The tax credit is estimated from them, so it isn't real either.",
  status: 'Immigration status',
  statuses: {
    citizen: 'US citizen or national',
    permanent: 'Green card, 5 years or more',
    'recent-permanent': 'Green card, less than 5 years',
    lawful: 'Other lawful status',
    none: 'No lawful status',
  },
  wantToEnroll: 'Want to enroll?',
  createAccount: 'Create an account',
  or: 'or',
  logIn: 'log in',
  andApply: 'and apply with the answers that you give here.',
  changeHousehold: 'Change household',
  continue: 'Continue to your application',
}
export type VisitorTexts = Translated<typeof en>

const es: VisitorTexts = {
  title: 'Encuentre un plan de salud',
  lead: 'Compare los planes disponibles donde usted vive, con su crédito fiscal estimado. Sus respuestas se quedan en esta pestaña del navegador, salvo que cree una cuenta con ellas.',
  form: 'Su hogar',
  zipCode: 'Código postal',
  income: 'Ingresos del hogar por año',
  optional: 'opcional',
  incomeHelp:
    'Ingresos antes de impuestos de todas las personas de su declaración; los de un dependiente solo si también tiene que declarar. Hacen falta para estimar un crédito fiscal.',
  county: 'Condado',
  countyHelp: 'Este código postal está en varios condados. Los planes y las primas dependen del suyo.',
  wrongPlace: { zipCode: 'Este código postal no existe.', countyFips: 'Elija su condado.' },
  people: 'Quiénes están en su declaración de impuestos',
  peopleHelp:
    'Medicare, Medicaid y una oferta de cobertura en el empleo deciden quién puede recibir el crédito fiscal. Indíquelos en "Más sobre la persona".',
  addPerson: 'Agregar persona',
  seePlans: 'Ver planes',
  cancel: 'Cancelar',
  clear: 'Borrar mis respuestas',
  age: (person) => `Edad de la persona ${person}`,
  relation: 'Parentesco',
  relations: { self: 'Usted', spouse: 'Cónyuge', child: 'Hijo, hija o dependiente' },
  covered: 'Necesita un plan',
  remove: (person) => `Quitar a la persona ${person}`,
  more: (person) => `Más sobre la persona ${person}`,
  less: (person) => `Menos sobre la persona ${person}`,
  coverage: 'Otra cobertura',
  coverages: {
    none: 'Ninguna',
    job: 'Oferta de su propio empleo',
    'family-job': 'Oferta del empleo de un familiar',
    medicare: 'Medicare',
    other: 'Medicaid, CHIP, VA, TRICARE, inscrito en el empleo u otra',
  },
  offers: {
    job: 'Plan más barato para el empleado, por mes',
    'family-job': 'Plan familiar más barato, por mes',
  },
  minimumValue: '¿Cumple la oferta el valor mínimo?',
  minimumValueHelp:
    'El empleador lo sabe: el plan paga al menos el 60% de los gastos previstos. Si no lo sabe, lo contamos como cumplido.',
  minimumValues: { '': 'No lo sé', yes: 'Sí', no: 'No' },
  tobacco: 'Consume tabaco',
  yes: 'Sí',
  no: 'No',
  pregnant: 'Embarazo',
  pregnancies: { none: 'No', '1': 'Sí, un bebé', '2': 'Sí, dos bebés', '3': 'Sí, tres bebés' },
  invented:
    'Estos planes y primas son inventados para practicar y no se pueden comprar. El crédito fiscal se estima con ellos, así que tampoco es real.',
  status: 'Estatus migratorio',
  statuses: {
    citizen: 'Ciudadanía o nacionalidad de EE. UU.',
    permanent: 'Residencia permanente, 5 años o más',
    'recent-permanent': 'Residencia permanente, menos de 5 años',
    lawful: 'Otro estatus legal',
    none: 'Sin estatus legal',
  },
  wantToEnroll: '¿Quiere inscribirse?',
  createAccount: 'Cree una cuenta',
  or: 'o',
  logIn: 'inicie sesión',
  andApply: 'y presente la solicitud con las respuestas que da aquí.',
  changeHousehold: 'Cambiar el hogar',
  continue: 'Continuar a su solicitud',
}

const texts: Readonly<Record<MessageLanguage, VisitorTexts>> = { en, es }

/** Texts of /self-enroll/ in the reader's language. */
export function useVisitorTexts(): VisitorTexts {
  return texts[useLanguage()]
}
