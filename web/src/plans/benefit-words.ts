import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'

/** The exchanges' names of benefits in Spanish. */
const names: Readonly<Record<string, string>> = {
  'Primary Care Visit to Treat an Injury or Illness': 'Consulta de atención primaria por lesión o enfermedad',
  'Specialist Visit': 'Consulta con especialista',
  'Other Practitioner Office Visit (Nurse, Physician Assistant)': 'Consulta con enfermería o asistente médico',
  'Preventive Care/Screening/Immunization': 'Prevención/pruebas de detección/vacunas',
  'Urgent Care Centers or Facilities': 'Centros de atención de urgencia',
  'Emergency Room Services': 'Sala de emergencias',
  'Emergency Transportation/Ambulance': 'Transporte de emergencia/ambulancia',
  'Inpatient Hospital Services (e.g., Hospital Stay)': 'Hospitalización',
  'Inpatient Physician and Surgical Services': 'Médicos y cirugía durante la hospitalización',
  'Outpatient Facility Fee (e.g., Ambulatory Surgery Center)': 'Centro de cirugía ambulatoria',
  'Outpatient Surgery Physician/Surgical Services': 'Cirugía ambulatoria',
  'Generic Drugs': 'Medicamentos genéricos',
  'Preferred Brand Drugs': 'Medicamentos de marca preferidos',
  'Non-Preferred Brand Drugs': 'Medicamentos de marca no preferidos',
  'Specialty Drugs': 'Medicamentos especializados',
  'Laboratory Outpatient and Professional Services': 'Análisis de laboratorio',
  'X-rays and Diagnostic Imaging': 'Radiografías y diagnóstico por imagen',
  'Imaging (CT/PET Scans, MRIs)': 'Imágenes (tomografías, resonancias)',
  'Mental/Behavioral Health Outpatient Services': 'Salud mental ambulatoria',
  'Mental/Behavioral Health Inpatient Services': 'Salud mental con hospitalización',
  'Substance Abuse Disorder Outpatient Services': 'Tratamiento ambulatorio de adicciones',
  'Substance Abuse Disorder Inpatient Services': 'Tratamiento de adicciones con hospitalización',
  'Prenatal and Postnatal Care': 'Atención prenatal y posnatal',
  'Delivery and All Inpatient Services for Maternity Care': 'Parto y hospitalización por maternidad',
  'Outpatient Rehabilitation Services': 'Rehabilitación ambulatoria',
  'Habilitation Services': 'Servicios de habilitación',
  'Chiropractic Care': 'Quiropráctica',
  'Home Health Care Services': 'Atención médica en el hogar',
  'Skilled Nursing Facility': 'Centro de enfermería especializada',
  'Hospice Services': 'Cuidados paliativos',
  'Durable Medical Equipment': 'Equipo médico duradero',
  'Hearing Aids': 'Audífonos',
  Acupuncture: 'Acupuntura',
  'Bariatric Surgery': 'Cirugía bariátrica',
  'Routine Eye Exam for Children': 'Examen de la vista para niños',
  'Eye Glasses for Children': 'Anteojos para niños',
  'Routine Eye Exam (Adult)': 'Examen de la vista (adultos)',
  'Dental Check-Up for Children': 'Revisión dental para niños',
  'Basic Dental Care - Child': 'Atención dental básica para niños',
  'Major Dental Care - Child': 'Atención dental mayor para niños',
  'Routine Dental Services (Adult)': 'Servicios dentales de rutina (adultos)',
}

/** Units of the exchanges' limits in Spanish. */
const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'Visit(s)': ['consulta', 'consultas'],
  'Exam(s)': ['examen', 'exámenes'],
  'Item(s)': ['artículo', 'artículos'],
  'Day(s)': ['día', 'días'],
  'Treatment(s)': ['tratamiento', 'tratamientos'],
  'Procedure(s)': ['procedimiento', 'procedimientos'],
}

const times: Readonly<Record<string, string>> = {
  Year: 'año',
  'Benefit Period': 'período de beneficios',
  Month: 'mes',
  Episode: 'episodio',
}

/** Name of a benefit; one that has no Spanish name keeps the exchange's. */
export const benefitName = (name: string, language: MessageLanguage): string =>
  (language === 'es' ? names[name] : undefined) ?? name

/** Limit of a benefit, such as '35 Visit(s) per Year'; one of another form stays as it is. */
export function benefitLimit(limit: string, language: MessageLanguage): string {
  const [, count, unit = '', time = ''] = /^(\d+) (\S+) per (.+)$/.exec(limit) ?? []
  const [one, many] = units[unit] ?? []
  return language === 'es' && count && one && times[time]
    ? `${count} ${count === '1' ? one : many} por ${times[time]}`
    : limit
}
