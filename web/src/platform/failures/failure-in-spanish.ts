import type { FailureCode } from '@coverdesk/domain/failures.ts'

/** Sentences for the failures that clients meet most; the server says them in English. */
const sentences: Partial<Record<FailureCode, string>> = {
  'session.required': 'Su sesión terminó. Inicie sesión otra vez.',
  'right.missing': 'No tiene permiso para hacer esto.',
  'request.invalid': 'Revise los datos e inténtelo otra vez.',
  'request.too_many': 'Demasiados intentos. Espere unos minutos.',
  'record.changed': 'Los datos cambiaron mientras tanto. Cargue la página otra vez.',
  'record.not_found': 'No se encontró lo que busca.',
  'server.busy': 'Hay mucha actividad. Inténtelo otra vez en unos minutos.',
  'application.not_found': 'No se encontró la solicitud.',
  'application.void': 'Esta solicitud está anulada.',
  'session.ended': 'Su sesión terminó. Inicie sesión otra vez.',
  'sign_in.refused': 'El usuario o la contraseña no son correctos.',
  'sign_in.disabled': 'Su usuario está desactivado. Llame a su agencia.',
  'sign_in.throttled': 'Demasiados intentos. Espere unos minutos.',
  'sign_in.temporary_expired': 'Su contraseña temporal venció. Pida otra a su agencia.',
  'sign_in.attempt_ended': 'Este inicio de sesión ya no vale. Inicie sesión otra vez.',
  'sign_in.unconfirmed': 'Primero confirme su correo electrónico: abra el enlace que le enviamos.',
  'second_factor.wait': 'Espere un momento antes de pedir otro código.',
  'second_factor.method': 'No puede recibir el código de esta manera. Elija otra.',
  'second_factor.wrong': 'Este código no es correcto.',
  'second_factor.too_many': 'Demasiados códigos incorrectos. Pida otro código.',
  'second_factor.too_many_sent': 'Pidió demasiados códigos. Inicie sesión más tarde o elija otra manera.',
  'message.delayed': 'El mensaje todavía no salió. Elija otra manera o inténtelo otra vez en un minuto.',
  'reset.code_invalid': 'Este enlace ya no vale. Pida otro.',
  'registration.no_mail': 'Aquí no se pueden crear cuentas. Pida una cuenta a su agencia.',
  'registration.code_invalid': 'Este enlace ya no vale. Cree su cuenta otra vez.',
  'registration.password_wrong': 'La contraseña no es la que eligió al crear la cuenta.',
  'password.refused': 'Esta contraseña es fácil de adivinar o ya no se acepta. Elija otra.',
  'user.name_taken': 'Este nombre de usuario ya está en uso.',
  'consent.signed': 'Este consentimiento ya está firmado.',
  'consent.changed': 'El texto cambió. Cargue la página otra vez y léalo de nuevo.',
  'consent.required': 'Falta el consentimiento firmado. Fírmelo antes de seguir.',
  'consent.no_agency':
    'El consentimiento nombra el teléfono y el correo de la agencia, y todavía faltan. Llame a su agencia.',
  'authorization.required': 'El cliente todavía no ha autorizado al agente en el Mercado. Primero envíele un código.',
  'authorization.no_npn': 'El agente no tiene NPN. Primero escríbalo en la lista de agentes.',
  'authorization.refused': 'El Mercado no envió el código: se enviaron tres en 24 horas, o no puede enviarlo así.',
  'authorization.expired': 'El código venció. Envíe uno nuevo al cliente.',
  'authorization.link_over': 'Este enlace ya no vale.',
  'consent.no_recipient': 'Falta este dato de contacto del cliente, o es de un agente. Escriba el del cliente.',
  'review.required': 'Falta la revisión firmada de la solicitud. Fírmela y envíela después.',
  'review.signed': 'Esta revisión ya está firmada.',
  'review.changed': 'La solicitud cambió. Cargue la página otra vez y léala de nuevo.',
  'signature.other_name': 'La firma debe ser el nombre de la persona solicitante.',
  'ede.submitted': 'Esta solicitud ya se envió y no se puede cambiar aquí.',
  'ede.sending': 'El Mercado aún no ha confirmado esta solicitud. Envíela otra vez antes de cambiarla.',
  'healthsherpa.started':
    'Su agente comenzó una inscripción en HealthSherpa. Confirme que no se terminó allí antes de enviar la solicitud.',
  'ede.year_ended':
    'Aquí las solicitudes son ahora para el año siguiente. Abra la solicitud otra vez: será para ese año.',
  'ede.special_enrollment': 'Este evento de vida no da cobertura para este año. Elija el año que viene.',
  'ede.incomplete': 'Faltan pasos por completar. Complételos primero.',
  'ede.refused': 'El Mercado rechazó esta solicitud. Corríjala y envíela otra vez.',
  'ede.unconfirmed':
    'El Mercado no confirmó la solicitud. Sus respuestas están guardadas. Envíela otra vez en unos minutos.',
  'enrollment.applicants': 'Cada persona debe estar en un solo grupo.',
  'enrollment.credit': 'Esto es más crédito fiscal del que se puede aplicar.',
  'enrollment.not_eligible': 'Una persona no se puede inscribir ahora.',
  'enrollment.price_changed': 'La prima cambió. Elija el plan otra vez.',
  'enrollment.plan': 'Este plan no se ofrece a este grupo. Elija otro.',
  'enrollment.year': 'El plan es de otro año que la solicitud. Elija otro.',
  'exchange.no_plans': 'El Mercado no responde. Inténtelo otra vez en unos minutos.',
  'plan.not_found': 'El Mercado no ofrece este plan.',
}

/**
 * A failure in Spanish; one without a sentence of its own says whether to correct the data or to wait. The `reason` of an exchange
 * is quoted in its own words.
 */
export function failureInSpanish({ code, status }: { code: FailureCode; status: number }, reason?: string): string {
  if (code === 'ede.refused' && reason)
    return `El Mercado rechazó esta solicitud: “${reason}”. Corríjala y envíela otra vez.`
  const general =
    status < 500
      ? 'No fue posible. Revise los datos e inténtelo otra vez.'
      : 'Algo salió mal de nuestro lado. Inténtelo otra vez en unos minutos.'
  return sentences[code] ?? general
}
