import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import type { CoverageAnswer } from '@coverdesk/domain/plans/directory-contract.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'

const en = {
  title: 'Doctors and drugs',
  add: 'Add doctors or drugs',
  done: 'Done',
  doctor: 'Doctor or facility',
  drug: 'Drug',
  typeThree: 'Type at least three letters',
  invented: 'These doctors and drugs are invented for practice.',
  asPublished: 'As insurers publish it, which may be out of date. Ask the doctor or the insurer before you enroll.',
  remove: (name: string) => `Remove ${name}`,
  doctorsOf: (covered: string, all: number) => `${covered} of ${all} ${all === 1 ? 'doctor' : 'doctors'}`,
  drugsOf: (covered: string, all: number) => `${covered} of ${all} ${all === 1 ? 'drug' : 'drugs'}`,
  unknownOf: (count: string) => `${count} unknown`,
  doctorsUnknown: 'Doctors unknown',
  drugsUnknown: 'Drugs unknown',
  coversAll: { providers: 'Covers all my doctors', drugs: 'Covers all my drugs' },
  chips: { providers: 'My doctors', drugs: 'My drugs' },
  allCovered: 'all covered',
  unknownHidden: (count: number) =>
    count === 1
      ? '1 plan is not shown, because it is unknown whether it covers them all.'
      : `${count} plans are not shown, because it is unknown whether they cover them all.`,
  unknownShown: (count: number) =>
    count === 1
      ? 'Of 1 of these plans it is unknown whether it covers them all.'
      : `Of ${count} of these plans it is unknown whether they cover them all.`,
  showUnknown: 'Show them too',
  hideUnknown: 'Hide them',
  checking: 'Checking doctors and drugs',
  failed: "Couldn't check the doctors and drugs.",
  retry: 'Try again',
  name: 'Name',
  inThisPlan: 'In this plan',
  doctorAnswers: {
    covered: 'In network',
    generic: 'In network',
    'not-covered': 'Not in network',
    unknown: "Unknown: the insurer's list is not available here",
  } satisfies Record<CoverageAnswer, string>,
  drugAnswers: {
    covered: 'Covered',
    generic: 'Only its generic is covered',
    'not-covered': 'Not covered',
    unknown: "Unknown: the insurer's list is not available here",
  } satisfies Record<CoverageAnswer, string>,
  notAccepting: 'not accepting new patients',
  someLocations: 'accepting new patients in some locations',
  priorAuthorization: 'prior authorization',
  stepTherapy: 'step therapy',
  quantityLimit: 'quantity limit',
  tiers: {
    GENERIC: 'generic',
    'PREFERRED-GENERIC': 'preferred generic',
    'NON-PREFERRED-GENERIC': 'non-preferred generic',
    BRAND: 'brand',
    'PREFERRED-BRAND': 'preferred brand',
    'NON-PREFERRED-BRAND': 'non-preferred brand',
    SPECIALTY: 'specialty drug',
    'ZERO-COST-SHARE-PREVENTIVE': 'free preventive drug',
    'MEDICAL-SERVICE': 'medical service',
    PREFERRED: 'preferred tier',
    'NON-PREFERRED': 'non-preferred tier',
  },
}
export type DirectoryTexts = Translated<typeof en>

const es: DirectoryTexts = {
  title: 'Médicos y medicamentos',
  add: 'Agregar médicos o medicamentos',
  done: 'Listo',
  doctor: 'Médico o centro',
  drug: 'Medicamento',
  typeThree: 'Escriba al menos tres letras',
  invented: 'Estos médicos y medicamentos son inventados para practicar.',
  asPublished:
    'Según lo que publican las aseguradoras, que puede no estar al día. Pregunte al médico o a la aseguradora antes de inscribirse.',
  remove: (name) => `Quitar ${name}`,
  doctorsOf: (covered, all) => `${covered} de ${all} ${all === 1 ? 'médico' : 'médicos'}`,
  drugsOf: (covered, all) => `${covered} de ${all} ${all === 1 ? 'medicamento' : 'medicamentos'}`,
  unknownOf: (count) => `${count} sin datos`,
  doctorsUnknown: 'Médicos: sin datos',
  drugsUnknown: 'Medicamentos: sin datos',
  coversAll: { providers: 'Cubre a todos mis médicos', drugs: 'Cubre todos mis medicamentos' },
  chips: { providers: 'Mis médicos', drugs: 'Mis medicamentos' },
  allCovered: 'todos cubiertos',
  unknownHidden: (count) =>
    count === 1
      ? 'No se muestra 1 plan, porque no se sabe si los cubre todos.'
      : `No se muestran ${count} planes, porque no se sabe si los cubren todos.`,
  unknownShown: (count) =>
    count === 1
      ? 'De 1 de estos planes no se sabe si los cubre todos.'
      : `De ${count} de estos planes no se sabe si los cubren todos.`,
  showUnknown: 'Mostrarlos también',
  hideUnknown: 'Ocultarlos',
  checking: 'Consultando los médicos y medicamentos',
  failed: 'No se pudieron consultar los médicos y medicamentos.',
  retry: 'Intentar otra vez',
  name: 'Nombre',
  inThisPlan: 'En este plan',
  doctorAnswers: {
    covered: 'En la red',
    generic: 'En la red',
    'not-covered': 'Fuera de la red',
    unknown: 'Sin datos: la lista de la aseguradora no está disponible aquí',
  },
  drugAnswers: {
    covered: 'Cubierto',
    generic: 'Solo se cubre su genérico',
    'not-covered': 'No cubierto',
    unknown: 'Sin datos: la lista de la aseguradora no está disponible aquí',
  },
  notAccepting: 'no acepta pacientes nuevos',
  someLocations: 'acepta pacientes nuevos en algunos lugares',
  priorAuthorization: 'autorización previa',
  stepTherapy: 'terapia escalonada',
  quantityLimit: 'límite de cantidad',
  tiers: {
    GENERIC: 'genérico',
    'PREFERRED-GENERIC': 'genérico preferido',
    'NON-PREFERRED-GENERIC': 'genérico no preferido',
    BRAND: 'de marca',
    'PREFERRED-BRAND': 'de marca preferida',
    'NON-PREFERRED-BRAND': 'de marca no preferida',
    SPECIALTY: 'medicamento especializado',
    'ZERO-COST-SHARE-PREVENTIVE': 'medicamento preventivo gratis',
    'MEDICAL-SERVICE': 'servicio médico',
    PREFERRED: 'nivel preferido',
    'NON-PREFERRED': 'nivel no preferido',
  },
}

const texts: Readonly<Record<MessageLanguage, DirectoryTexts>> = { en, es }

export function useDirectoryTexts(): DirectoryTexts {
  return texts[useSharedLanguage()]
}

/** Tier of an insurer's file in words; tiers that CMS's schema does not name stay as the insurer writes them. */
export const tierInWords = (tier: string, { tiers }: DirectoryTexts): string =>
  Object.entries(tiers).find(([name]) => name === tier.toUpperCase().replace(/[\s_]+/g, '-'))?.[1] ?? tier
